public import Foundation

/// A value of an activity's `userInfo`, of any type that `NSUserActivity` allows.
///
/// `==` compares as Swift would (`.integer(1)` and `.double(1)` differ), so that writing and
/// reading loses nothing. ``ActivityIdentity`` compares by meaning instead, to decide whether two
/// activities are "the same again".
public indirect enum ActivityValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case array([ActivityValue])
  case object([String: ActivityValue])
}

extension ActivityValue {
  /// A Boolean value that indicates whether this is a string, number, boolean or null, as required
  /// of a context attribute.
  public var isScalar: Bool {
    switch self {
    case .null, .boolean, .integer, .double, .string: true
    case .date, .data, .url, .array, .object: false
    }
  }

  /// A Boolean value that indicates whether every number in it, at any depth, is finite.
  ///
  /// - Complexity: O(size of the value).
  public var isFinite: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .date(let date): date.timeIntervalSince1970.isFinite
    case .array(let values): values.allSatisfy(\.isFinite)
    case .object(let values): values.values.allSatisfy(\.isFinite)
    case .null, .boolean, .integer, .string, .data, .url: true
    }
  }
}

extension ActivityValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// An array.
  public init(arrayLiteral elements: ActivityValue...) { self = .array(elements) }
  /// An object; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, ActivityValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

/// Values as `Codable` writes them, in the form of the log.
///
/// Types that JSON lacks are `{"$date": …}`, `{"$data": …}` and `{"$url": …}`. `{"$object": …}`
/// wraps an object that looks like one of these. JSON encoders write the double 1.0 as 1: it is
/// read back as the integer, which has the same identity.
extension ActivityValue: Codable {
  private enum Mark: String, CodingKey {
    case date = "$date", data = "$data", url = "$url", object = "$object"
  }

  /// Writes the value.
  ///
  /// - Throws: The error of the encoder.
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
  /// - Throws: `DecodingError` if the data is not a value.
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
