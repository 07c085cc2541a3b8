public import Activities
public import Foundation

/// A type whose values can be stored in userInfo.
public protocol ActivityValueConvertible {
  /// Reads a value, or returns `nil` if it has another type or is out of range.
  init?(activityValue: ActivityValue)
  /// The value in its userInfo form.
  var activityValue: ActivityValue { get }
}

extension [String: ActivityValue] {
  /// Returns the value of a required key.
  ///
  /// - Throws: ``ActivityCodableError/missingKeys(_:)`` if it is missing or null,
  ///   ``ActivityCodableError/invalidValue(key:)`` if it has another type.
  public func value<Read: ActivityValueConvertible>(
    _ type: Read.Type = Read.self, forKey key: String
  ) throws(ActivityCodableError) -> Read {
    guard let value = try valueIfPresent(type, forKey: key) else { throw .missingKeys([key]) }
    return value
  }

  /// Returns the value of a key, or `nil` if it is missing or null.
  ///
  /// - Throws: ``ActivityCodableError/invalidValue(key:)`` if it has another type.
  public func valueIfPresent<Read: ActivityValueConvertible>(
    _ type: Read.Type = Read.self, forKey key: String
  ) throws(ActivityCodableError) -> Read? {
    guard let stored = self[key], stored != .null else { return nil }
    guard let value = Read(activityValue: stored) else { throw .invalidValue(key: key) }
    return value
  }
}

extension String: ActivityValueConvertible {
  /// Reads a string.
  public init?(activityValue: ActivityValue) {
    guard case .string(let text) = activityValue else { return nil }
    self = text
  }

  /// A string.
  public var activityValue: ActivityValue { .string(self) }
}

extension Bool: ActivityValueConvertible {
  /// Reads a boolean.
  public init?(activityValue: ActivityValue) {
    guard case .boolean(let flag) = activityValue else { return nil }
    self = flag
  }

  /// A boolean.
  public var activityValue: ActivityValue { .boolean(self) }
}

extension Int: ActivityValueConvertible {
  /// Reads a whole number in either notation: 2 and 2.0 are the same activity.
  public init?(activityValue: ActivityValue) {
    switch activityValue {
    case .integer(let number): self.init(exactly: number)
    case .double(let number): self.init(exactly: number)
    default: return nil
    }
  }

  /// An integer.
  public var activityValue: ActivityValue { .integer(Int64(self)) }
}

extension Double: ActivityValueConvertible {
  /// Reads a number in either notation if it can be represented without rounding.
  public init?(activityValue: ActivityValue) {
    switch activityValue {
    case .integer(let number): self.init(exactly: number)
    case .double(let number): self = number
    default: return nil
    }
  }

  /// A double.
  public var activityValue: ActivityValue { .double(self) }
}

extension Date: ActivityValueConvertible {
  /// Reads a date.
  public init?(activityValue: ActivityValue) {
    guard case .date(let date) = activityValue else { return nil }
    self = date
  }

  /// A date.
  public var activityValue: ActivityValue { .date(self) }
}

extension URL: ActivityValueConvertible {
  /// Reads a URL.
  public init?(activityValue: ActivityValue) {
    guard case .url(let url) = activityValue else { return nil }
    self = url
  }

  /// A URL.
  public var activityValue: ActivityValue { .url(self) }
}

extension Data: ActivityValueConvertible {
  /// Reads bytes.
  public init?(activityValue: ActivityValue) {
    guard case .data(let data) = activityValue else { return nil }
    self = data
  }

  /// Bytes.
  public var activityValue: ActivityValue { .data(self) }
}

extension Array: ActivityValueConvertible where Element: ActivityValueConvertible {
  /// Reads an array if each element can be read.
  public init?(activityValue: ActivityValue) {
    guard case .array(let values) = activityValue else { return nil }
    let elements = values.compactMap(Element.init(activityValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }

  /// An array.
  public var activityValue: ActivityValue { .array(map(\.activityValue)) }
}
