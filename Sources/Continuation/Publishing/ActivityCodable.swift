public import Activities

/// What an action works on: a value that can be written into an activity's `userInfo` and read back from it.
///
/// Only the values of ``requiredUserInfoKeys`` come back on continuation: all other keys are evidence, and what is made
/// of them has to be optional. A type that is `Codable` has nothing to write but the names of these keys; its coding keys
/// are the keys.
///
/// ```swift
/// struct Track: Codable, ActivityCodable {
///   var name: String
///   var position: Double?
///   var requiredUserInfoKeys: Set<String>? { ["name"] }
/// }
/// ```
///
/// Any other type writes and reads its values itself:
///
/// ```swift
/// struct Chapter: ActivityCodable {
///   let number: Int
///   var userInfo: [String: ActivityValue] { ["number": number.activityValue] }
///   init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
///     number = try userInfo.value(forKey: "number")
///   }
/// }
/// ```
public protocol ActivityCodable: Sendable {
  /// The keys that make up the identity of the activity and are handed back on continuation.
  ///
  /// `nil`, which is the default: all of them. Empty: none, the activity type alone.
  var requiredUserInfoKeys: Set<String>? { get }

  /// All values, required and not.
  ///
  /// - Throws: ``ActivityCodableError/unwritable(key:)`` if a value cannot stand in userInfo; the activity is refused then.
  var userInfo: [String: ActivityValue] { get throws(ActivityCodableError) }

  /// Reads the value back; keys that it does not know are to be ignored.
  ///
  /// - Throws: ``ActivityCodableError`` if a key is missing or holds something else.
  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError)
}

extension ActivityCodable {
  /// All keys.
  public var requiredUserInfoKeys: Set<String>? { nil }
}

extension NoInput: ActivityCodable {
  /// Reads nothing.
  public init(userInfo: [String: ActivityValue]) {}

  /// No key: the activity type alone is the identity.
  public var requiredUserInfoKeys: Set<String>? { [] }

  /// No values.
  public var userInfo: [String: ActivityValue] { [:] }
}
