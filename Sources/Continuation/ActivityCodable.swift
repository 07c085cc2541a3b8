public import Activities

/// What an action works on: a value that can be written into an activity's `userInfo` and read back from it.
///
/// Only the values of ``requiredUserInfoKeys`` come back on continuation: all other keys are evidence, and what is made
/// of them has to be optional.
///
/// ```swift
/// struct Track: ActivityCodable {
///   var name: String
///   var position: Double?
///   var requiredUserInfoKeys: Set<String>? { ["name"] }
///   var userInfo: [String: ActivityValue] {
///     var userInfo: [String: ActivityValue] = ["name": .string(name)]
///     userInfo["position"] = position?.activityValue
///     return userInfo
///   }
///   init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
///     name = try userInfo.value(forKey: "name")
///     position = try userInfo.valueIfPresent(forKey: "position")
///   }
/// }
/// ```
public protocol ActivityCodable: Sendable {
  /// The keys that make up the identity of the activity and are handed back on continuation.
  ///
  /// `nil`, which is the default: all of them. Empty: none, the activity type alone.
  var requiredUserInfoKeys: Set<String>? { get }

  /// All values, required and not.
  var userInfo: [String: ActivityValue] { get }

  /// Reads the value back; keys that it does not know are to be ignored.
  ///
  /// - Throws: ``ActivityCodableError`` if a key is missing or holds something else.
  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError)
}

extension ActivityCodable {
  /// All keys.
  public var requiredUserInfoKeys: Set<String>? { nil }
}

/// The input of an action that needs none.
public struct NoInput: ActivityCodable, Hashable {
  /// The only value there is.
  public init() {}

  /// Reads nothing.
  public init(userInfo: [String: ActivityValue]) {}

  /// No key: the activity type alone is the identity.
  public var requiredUserInfoKeys: Set<String>? { [] }

  /// No values.
  public var userInfo: [String: ActivityValue] { [:] }
}

/// Why an input could not be read from userInfo.
///
/// Keys are named, values are not.
public enum ActivityCodableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// These keys, sorted, are not there.
  case missingKeys([String])
  /// The value of a key is of another type than expected, or out of range.
  case invalidValue(key: String)

  /// The reason.
  public var description: String {
    switch self {
    case .missingKeys(let keys): "userInfo lacks \(keys.joined(separator: ", "))"
    case .invalidValue(let key):
      "the value of \(key) in userInfo is of another type than expected, or out of range"
    }
  }
}
