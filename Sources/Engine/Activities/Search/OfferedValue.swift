/// A value that can be put into a text field, and where it comes from.
///
/// Only activities that are eligible for search offer values: with that a program agrees that
/// others show what it declared. The source is always told, so that the user sees who knows it.
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

  /// The program that it comes from.
  public var program: String { source.program }
}
