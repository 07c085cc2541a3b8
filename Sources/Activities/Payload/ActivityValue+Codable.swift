internal import Foundation

/// Values as `Codable` writes them: as in the log, with `{"$date": …}`, `{"$data": …}` and `{"$url": …}` for what JSON has no
/// type for, and `{"$object": …}` around an object that looks like one of these.
///
/// JSON encoders write the double 1.0 as 1: it is read back as the integer, which means the same to an identity.
extension ActivityValue: Codable {
  private enum Mark: String, CodingKey {
    case date = "$date", data = "$data", url = "$url", object = "$object"
  }

  /// Writes the value.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var single: any SingleValueEncodingContainer { encoder.singleValueContainer() }
    switch self {
    case .null:
      var container = single
      try container.encodeNil()
    case .boolean(let flag): try flag.encode(to: encoder)
    case .integer(let number): try number.encode(to: encoder)
    case .double(let number): try number.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .date(let date): try Self.encode(CodableDate(date), as: .date, to: encoder)
    case .data(let data): try Self.encode(data.base64EncodedString(), as: .data, to: encoder)
    case .url(let url): try Self.encode(url.absoluteString, as: .url, to: encoder)
    case .array(let values): try values.encode(to: encoder)
    case .object(let members):
      if members.count == 1, let name = members.keys.first, Mark(rawValue: name) != nil {
        try Self.encode(members, as: .object, to: encoder)
      } else {
        try members.encode(to: encoder)
      }
    }
  }

  private static func encode(_ content: some Encodable, as mark: Mark, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Mark.self)
    try container.encode(content, forKey: mark)
  }

  /// Reads a value.
  ///
  /// - Throws: `DecodingError` if it is none.
  public init(from decoder: any Decoder) throws {
    if let typed = try Self.typed(from: decoder) {
      self = typed
    } else if let values = try? [ActivityValue](from: decoder) {
      self = .array(values)
    } else if let members = try? [String: ActivityValue](from: decoder) {
      self = .object(members)
    } else {
      self = try Self.scalar(from: decoder.singleValueContainer())
    }
  }

  private static func scalar(from container: any SingleValueDecodingContainer) throws -> ActivityValue {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
    if let number = try? container.decode(Int64.self) { return .integer(number) }
    if let number = try? container.decode(Double.self) { return .double(number) }
    return .string(try container.decode(String.self))
  }

  private static func typed(from decoder: any Decoder) throws -> ActivityValue? {
    guard let container = try? decoder.container(keyedBy: UserInfoKey.self), container.allKeys.count == 1,
      let name = container.allKeys.first, let mark = Mark(rawValue: name.stringValue)
    else { return nil }
    let malformed = DecodingError.dataCorruptedError(
      forKey: name, in: container, debugDescription: "not a typed value")
    switch mark {
    case .date: return .date(try container.decode(CodableDate.self, forKey: name).date)
    case .data:
      guard let data = Data(base64Encoded: try container.decode(String.self, forKey: name)) else {
        throw malformed
      }
      return .data(data)
    case .url:
      let text = try container.decode(String.self, forKey: name)
      guard let url = URL(string: text, encodingInvalidCharacters: false) else { throw malformed }
      return .url(url)
    case .object: return .object(try container.decode([String: ActivityValue].self, forKey: name))
    }
  }
}
