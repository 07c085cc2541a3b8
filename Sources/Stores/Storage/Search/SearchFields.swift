package import Activities
internal import Foundation

/// The folded words for finding an activity or item, field by field.
package struct SearchFields: Hashable, Sendable {
  /// The fields, in the order of their weight.
  package enum Field: Int, CaseIterable, Sendable {
    case title, keywords, subtitle, attributes
  }

  /// The maximum number of words of a field; only the first ones of a longer field are used.
  static let longestField = 1_000
  /// The maximum number of bytes read of a field: as many as all its words can have.
  static let longestText = longestField * WordScanner.longestWord

  private var words: [[String]]

  /// Creates fields from words that are already folded, with a space between them.
  package init(folded texts: [String]) {
    words = Field.allCases.map { field in
      texts.indices.contains(field.rawValue)
        ? texts[field.rawValue].split(separator: " ").map(String.init) : []
    }
  }

  private init(
    titles: [String], keywords: Set<String>, subtitle: String?, attributes: [String: ActivityValue],
    values: [String]
  ) {
    var rest = attributes
    let description = rest.removeValue(forKey: "contentDescription")?.texts ?? []
    let subtitles = subtitle.map { own in [own] + description.filter { $0 != own } } ?? description
    let others = rest.sorted { $0.key.precedesInBytes($1.key) }.flatMap(\.value.texts)
    words = [
      Self.words(of: titles), Self.words(of: keywords.sorted()), Self.words(of: subtitles),
      Self.words(of: others + values),
    ]
  }

  /// Creates the fields of an activity: its words, and the values of its required keys.
  ///
  /// An activity without a title gets the last part of its type and the name of its program.
  package init(_ donation: Donation) {
    let activity = donation.activity
    var attributes = activity.effectiveContentAttributes
    let values = activity.restorationPayload.sorted { $0.key.precedesInBytes($1.key) }
      .flatMap(\.value.searchableTexts)
    let title = activity.title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let names = ["alternateNames", "keywords"].flatMap { attributes.removeValue(forKey: $0)?.texts ?? [] }
    self.init(
      titles: title.map { [$0] } ?? [activity.activityType, donation.program].map(Self.lastPart),
      keywords: activity.keywords.union(names), subtitle: activity.subtitle, attributes: attributes,
      values: values)
  }

  /// Returns the last part of a reverse-DNS name.
  private static func lastPart(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// Creates the fields of an item.
  package init(_ item: SearchableItem) {
    var attributes = item.attributes
    let names = ["alternateNames", "keywords"].flatMap { attributes.removeValue(forKey: $0)?.texts ?? [] }
    self.init(
      titles: [item.title], keywords: item.keywords.union(names), subtitle: item.contentDescription,
      attributes: attributes, values: [])
  }

  /// The words of a field.
  package subscript(field: Field) -> [String] { words[field.rawValue] }

  /// The words of each field, with a space between them.
  package var folded: [String] { words.map { $0.joined(separator: " ") } }

  private static func words(of texts: [String]) -> [String] {
    var (words, room) = ([String](), longestText)
    for text in texts where room > 0 {
      words += WordScanner(text, upTo: room).lazy.map(\.folded).prefix(longestField - words.count)
      room -= text.utf8.count
    }
    return words
  }
}

extension ActivityValue {
  /// The texts, whole numbers and addresses in a value, at any depth: what people may search for.
  fileprivate var searchableTexts: [String] {
    switch self {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .url(let url): [url.absoluteString.removingPercentEncoding ?? url.absoluteString]
    case .array(let values): values.flatMap(\.searchableTexts)
    case .object(let values):
      values.sorted { $0.key.precedesInBytes($1.key) }.flatMap(\.value.searchableTexts)
    case .null, .boolean, .double, .date, .data: []
    }
  }
}
