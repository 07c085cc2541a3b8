/// A value that can be put into a text field, and where it comes from.
///
/// Only activities that are eligible for search offer values: with that a program agrees that others show what it
/// declared. The source is always told, so that the user sees who knows it.
public struct OfferedValue: Hashable, Sendable {
  /// The value.
  public let text: String
  /// What it is.
  public let contentType: TextContentType
  /// The newest donation that declares it.
  public let source: Donation

  /// The program that it comes from.
  public var program: String { source.program }
}

/// Gathers values for a text field out of donations, which come newest first: of equal values the newest stays.
package struct ValueCollector {
  package private(set) var values: [OfferedValue] = []
  private let query: TextFieldQuery
  private let pattern: SearchPattern
  private var seen: Set<String> = []

  package init(_ query: TextFieldQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// Whether there are as many values as were asked for.
  package var isFull: Bool { values.count == query.limit }

  /// Takes what a donation declares.
  package mutating func add(_ donation: Donation) {
    guard query.program == nil || donation.program == query.program else { return }
    for text in query.contentType.values(in: donation.activity)
    where !isFull && pattern.score(of: SearchFields(folded: [SearchPattern.folded(text)])) != nil {
      guard seen.insert(text).inserted else { continue }
      values.append(OfferedValue(text: text, contentType: query.contentType, source: donation))
    }
  }
}

extension SearchPattern {
  /// A text as folded words with a space between them.
  static func folded(_ text: String) -> String {
    WordScanner.words(of: text).joined(separator: " ")
  }
}
