internal import Foundation

/// A snapshot under the field names of the log, without default values.
///
/// Reading is as strict as reading the log: a bad activity type or web page is an error, unknown
/// names are ignored.
extension UserActivity: Codable {
  /// Writes the snapshot.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(activityType, forKey: FieldName("activityType"))
    for field in Self.allFields { try field.encode(self, into: &fields) }
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``ActivityError`` if a value is invalid in an activity, `DecodingError` if it has
  ///   the wrong type.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try self.init(activityType: fields.decode(String.self, forKey: FieldName("activityType")))
    for field in Self.allFields { try field.decode(&self, from: fields) }
    try checkMarks()
    guard userInfo.values.allSatisfy(\.isFinite) else { throw ActivityError.notFinite(field: "userInfo") }
  }
}

/// A field's name as a coding key.
private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension LogField<UserActivity> {
  fileprivate func encode(
    _ activity: UserActivity, into fields: inout KeyedEncodingContainer<FieldName>
  ) throws {
    let key = FieldName(name)
    switch kind {
    case .text(let get, _), .parsed(let get, _): try fields.encodeIfPresent(get(activity), forKey: key)
    case .texts(let get, _): try fields.encodeIfPresent(get(activity)?.sorted(), forKey: key)
    case .words(let get, _):
      let words = get(activity)
      if !words.isEmpty { try fields.encode(words, forKey: key) }
    case .flag(let usual, let get, _):
      if get(activity) != (usual ?? false) { try fields.encode(get(activity), forKey: key) }
    case .number(let get, _): try fields.encodeIfPresent(get(activity), forKey: key)
    case .date(let get, _): try fields.encodeIfPresent(get(activity).map(CodableDate.init), forKey: key)
    case .url(let get, _): try fields.encodeIfPresent(get(activity)?.absoluteString, forKey: key)
    case .object(let get, _):
      let object = get(activity)
      if !object.isEmpty { try fields.encode(object, forKey: key) }
    case .storedObject(let get, _): try fields.encodeIfPresent(get(activity), forKey: key)
    case .storedList(let get, _):
      let list = get(activity)
      if !list.isEmpty { try fields.encode(list, forKey: key) }
    case .instant, .place, .area, .user, .time, .activity: break  // no activity has them
    }
  }

  fileprivate func decode(
    _ activity: inout UserActivity, from fields: KeyedDecodingContainer<FieldName>
  ) throws {
    let key = FieldName(name)
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
      try fields.decodeIfPresent(type, forKey: key)
    }
    switch kind {
    case .text(_, let set): if let text: String = try value() { set(&activity, text) }
    case .texts(_, let set): if let texts: Set<String> = try value() { set(&activity, texts) }
    case .flag(_, _, let set): if let flag: Bool = try value() { set(&activity, flag) }
    case .number(_, let set): if let number: Double = try value() { set(&activity, number) }
    case .date(_, let set): if let date: CodableDate = try value() { set(&activity, date.date) }
    case .object(_, let set): if let object: [String: ActivityValue] = try value() { set(&activity, object) }
    case .storedObject(_, let set):
      if let stored: [String: ActivityValue] = try value() { try set(&activity, stored) }
    case .storedList(_, let set): if let list: [ActivityValue] = try value() { try set(&activity, list) }
    case .url(_, let set):
      guard let text: String = try value() else { return }
      guard let url = URL(string: text, encodingInvalidCharacters: false) else {
        throw ActivityError.notWebURL(field: name)
      }
      try set(&activity, url)
    case .words(_, let set):
      guard let words: [String] = try value() else { return }
      do { try set(&activity, words) } catch { throw ActivityError.malformed(field: name) }
    case .parsed(_, let set):
      guard let text: String = try value() else { return }
      do { try set(&activity, text) } catch { throw ActivityError.malformed(field: name) }
    case .instant, .place, .area, .user, .time, .activity: break  // no activity has them
    }
  }
}
