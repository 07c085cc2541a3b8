/// A value for a text field, with its source.
///
/// Only activities that are eligible for search offer values: by this flag, a program agrees to
/// show what it declared elsewhere. The source is always included, so that the user sees where the
/// value comes from.
public struct OfferedValue: Hashable, Sendable {
  /// The value.
  public let text: String
  /// The content type of the value.
  public let contentType: TextContentType
  /// The newest donation that declares it.
  public let source: Donation

  package init(text: String, contentType: TextContentType, source: Donation) {
    (self.text, self.contentType, self.source) = (text, contentType, source)
  }

  /// The program of the source.
  public var program: String { source.program }
}
