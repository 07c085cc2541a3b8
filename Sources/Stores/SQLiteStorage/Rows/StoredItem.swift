internal import Activities
internal import Foundation
internal import LogFormat

/// The stored form of an item, besides its search words.
enum StoredItem {
  /// - Throws: `RecordError` for an item that is longer or deeper than a line of a log.
  static func payload(of item: SearchableItem) throws(RecordError) -> Data {
    var object: [String: ActivityValue] = ["title": .string(item.title)]
    if let description = item.contentDescription { object["contentDescription"] = .string(description) }
    if !item.keywords.isEmpty {
      object["keywords"] = .array(item.keywords.sorted().map(ActivityValue.string))
    }
    if !item.attributes.isEmpty { object["attributes"] = .object(item.attributes) }
    if let date = item.expirationDate { object["expirationDate"] = .date(date) }
    return Data(try RecordEncoder().encode(object: object))
  }

  /// - Returns: `nil` if it is not an item, or this version cannot read it.
  static func item(_ content: SearchContent, with decoder: inout RecordDecoder) -> SearchableItem? {
    guard let identifier = content.item, let payload = content.payload else { return nil }
    return item(identifier: identifier, domain: content.domain, payload: payload, with: &decoder)
  }

  /// - Returns: `nil` if this version cannot read it.
  static func item(
    identifier: Data, domain: Data?, payload: Data, with decoder: inout RecordDecoder
  ) -> SearchableItem? {
    guard let object = try? decoder.decodeObject(payload.span), case .string(let title)? = object["title"],
      var item = try? SearchableItem(
        uniqueIdentifier: String(key: identifier), domainIdentifier: domain.map(String.init(key:)),
        title: title,
        attributes: object["attributes"]?.members ?? [:])
    else { return nil }
    if case .string(let description)? = object["contentDescription"] { item.contentDescription = description }
    if case .array(let keywords)? = object["keywords"] { item.keywords = Set(keywords.compactMap(\.text)) }
    if case .date(let date)? = object["expirationDate"] { item.expirationDate = date }
    return item
  }
}

extension ActivityValue {
  fileprivate var members: [String: ActivityValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
