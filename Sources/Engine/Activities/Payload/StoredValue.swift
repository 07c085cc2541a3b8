internal import Foundation

/// A value of userInfo that is being read, with its path.
struct StoredValue {
  let value: ActivityValue
  let path: [any CodingKey]

  init(_ value: ActivityValue, at path: [any CodingKey]) {
    self.value = value
    self.path = path
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard path.count <= UserInfoCoding.maximalDepth else {
      throw UserInfoCoding.corrupted(.tooDeep, at: path)
    }
    let plain: Any? =
      switch value {
      case .date(let date) where type == Date.self: date
      case .data(let data) where type == Data.self: data
      case .url(let url) where type == URL.self: url
      case let value where type == ActivityValue.self: value
      default: nil
      }
    if let plain, let read = plain as? Value { return read }
    guard type != Date.self, type != Data.self, type != URL.self else { throw mismatch(type) }
    return try type.init(from: UserInfoValueDecoder(stored: self))
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: path, debugDescription: "another type was expected")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func boolean() throws -> Bool {
    guard case .boolean(let flag) = value else { throw mismatch(Bool.self) }
    return flag
  }

  func string() throws -> String {
    guard case .string(let text) = value else { throw mismatch(String.self) }
    return text
  }

  func double() throws -> Double {
    switch value {
    case .double(let number): return number
    case .integer(let number):
      guard let exact = Double(exactly: number) else { throw UserInfoCoding.corrupted(.outOfRange, at: path) }
      return exact
    default: throw mismatch(Double.self)
    }
  }

  func float() throws -> Float {
    let number = Float(try double())
    guard number.isFinite else { throw UserInfoCoding.corrupted(.outOfRange, at: path) }
    return number
  }

  func integer<Number: BinaryInteger>() throws -> Number {
    let exact: Number? =
      switch value {
      case .integer(let number): Number(exactly: number)
      case .double(let number): Number(exactly: number)
      default: throw mismatch(Number.self)
      }
    guard let exact else { throw UserInfoCoding.corrupted(.outOfRange, at: path) }
    return exact
  }

  func members() throws -> [String: ActivityValue] {
    guard case .object(let members) = value else { throw mismatch([String: ActivityValue].self) }
    return members
  }

  func elements() throws -> [ActivityValue] {
    guard case .array(let elements) = value else { throw mismatch([ActivityValue].self) }
    return elements
  }
}
