package import Activities

/// The folded words by which an activity or an item is found, field by field.
package struct SearchFields: Hashable, Sendable {
  /// The fields, in the order of their weight.
  package enum Field: Int, CaseIterable, Sendable {
    case title, keywords, subtitle, attributes
  }

  /// The maximum number of words by which a field is found: the first ones of longer fields.
  static let longestField = 1_000

  private var words: [[String]]

  /// Words that were folded before, with a space between them.
  package init(folded texts: [String]) {
    words = Field.allCases.map { field in
      texts.indices.contains(field.rawValue)
        ? texts[field.rawValue].split(separator: " ").map(String.init) : []
    }
  }

  private init(
    title: String, keywords: Set<String>, subtitle: String?, attributes: [String: ActivityValue]
  ) {
    var rest = attributes
    let names = ["alternateNames", "keywords"].flatMap { rest.removeValue(forKey: $0)?.texts ?? [] }
    let description = rest.removeValue(forKey: "contentDescription")?.texts ?? []
    let subtitles = subtitle.map { own in [own] + description.filter { $0 != own } } ?? description
    words = [
      Self.words(of: [title]), Self.words(of: keywords.union(names).sorted()), Self.words(of: subtitles),
      Self.words(of: rest.sorted { $0.key.precedesInBytes($1.key) }.flatMap(\.value.texts)),
    ]
  }

  /// Creates the fields by which an activity is found; `nil` if it may not be, or has no title to be shown
  /// by.
  package init?(_ activity: UserActivity) {
    guard activity.isEligibleForSearch, let title = activity.title, !title.allSatisfy(\.isWhitespace) else {
      return nil
    }
    self.init(
      title: title, keywords: activity.keywords, subtitle: activity.subtitle,
      attributes: activity.effectiveContentAttributes)
  }

  /// Creates the fields by which an item is found.
  package init(_ item: SearchableItem) {
    self.init(
      title: item.title, keywords: item.keywords, subtitle: item.contentDescription,
      attributes: item.attributes)
  }

  /// The words of a field.
  package subscript(field: Field) -> [String] { words[field.rawValue] }

  /// The words of each field, with a space between them.
  package var folded: [String] { words.map { $0.joined(separator: " ") } }

  private static func words(of texts: [String]) -> [String] {
    Array(texts.lazy.flatMap { WordScanner.words(of: $0) }.prefix(longestField))
  }
}
