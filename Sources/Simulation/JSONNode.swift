internal import Activities

/// A JSON value as `JSONDecoder` reads it, before anything is known about what it means.
///
/// A persona is read in two steps so that each mistake can be told with its place in the file: decoder errors would name a
/// Swift type and stop at unknown kinds of fields, and would let a misspelled field pass.
enum JSONNode: Decodable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONNode])
  case object([String: JSONNode])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .double(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let elements = try? container.decode([JSONNode].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSONNode].self))
    }
  }

  /// The same value as an activity holds it.
  var value: ActivityValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }
}
