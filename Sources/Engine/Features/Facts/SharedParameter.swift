package import Activities

/// A parameter that an activity shares with another one, as hashes: the log has the text.
package struct SharedParameter: Hashable, Sendable {
  /// The item of the other activity.
  package let item: Int
  private let key: UInt64
  private let value: UInt64
  /// The seconds since the other activity was done, if its time is known.
  package let secondsSince: Double?

  init(item: Int, key: UInt64, value: UInt64, secondsSince: Double?) {
    (self.item, self.key, self.value, self.secondsSince) = (item, key, value, secondsSince)
  }

  /// Returns the fact with the log's text, or nil unless both activities have the parameter.
  ///
  /// - Complexity: O(parameters).
  package func fact(between activity: UserActivity, and other: UserActivity) -> Fact? {
    for (name, own) in activity.userInfo where StableHash.text(name) == key {
      guard StableHash.entry("", own) == value, other.userInfo[name] == own else { continue }
      return .shared(
        key: name, value: Self.text(of: own), activity: other.identity, secondsSince: secondsSince)
    }
    return nil
  }

  /// Returns a value as short text; empty for types without one.
  private static func text(of value: ActivityValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): "\(number)"
    case .boolean, .null, .url, .date, .data, .array, .object: ""
    }
  }
}
