/// An input that can say what it is: its activities are filled with that before ``Action/prepareActivity(_:)`` is called.
///
/// Conformance is all there is to do; it is found by itself.
public protocol ActivityMetadataRepresentable {
  /// What it says of itself.
  var metadata: ActivityMetadata { get }
}
