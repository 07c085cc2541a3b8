public import Foundation

/// A value of an activity's `userInfo`: what `NSUserActivity` allows there, with its type kept.
///
/// `==` compares as Swift would (`.integer(1)` and `.double(1)` differ), so that nothing is lost on the way to disk and
/// back. Whether two activities are "the same again" is asked of ``ActivityIdentity``, which compares by meaning.
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
  /// Whether this is a string, number, boolean or null: what a context attribute may be.
  public var isScalar: Bool {
    switch self {
    case .null, .boolean, .integer, .double, .string: true
    case .date, .data, .url, .array, .object: false
    }
  }

  /// Whether every number in it, at any depth, is finite.
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
  /// An object; of equal keys the last one wins.
  public init(dictionaryLiteral elements: (String, ActivityValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
