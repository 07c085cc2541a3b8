/// The identity of an activity, by which it is recognized when it recurs: the activity type and the
/// values of the required keys.
///
/// It is a 128-bit digest of the canonical form, in which 1 and 1.0, composed and decomposed
/// Unicode, and any order of keys are equal. Display text (title, phrase) and
/// `persistentIdentifier` are not part of it. Identities are ordered as numbers, so ties between
/// candidates break the same way everywhere.
public struct ActivityIdentity: Hashable, Comparable, Sendable, RawRepresentable {
  /// The digest.
  public let rawValue: UInt128

  /// Creates an identity from its stored value.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Creates the identity of an activity type with userInfo.
  ///
  /// - Parameters:
  ///   - activityType: The reverse-DNS type.
  ///   - userInfo: All of the userInfo.
  ///   - requiredUserInfoKeys: The keys that take part: all if nil, none if empty (the type alone).
  ///     A required key without a value is ignored.
  /// - Complexity: O(size of the values that take part).
  public init(
    activityType: String, userInfo: [String: ActivityValue], requiredUserInfoKeys: Set<String>? = nil
  ) {
    var form = CanonicalForm()
    form.append(text: activityType)
    if let requiredUserInfoKeys {
      form.append(
        object: requiredUserInfoKeys.compactMap { key in userInfo[key].map { (key, $0) } })
    } else {
      form.append(.object(userInfo))
    }
    rawValue = form.digest
  }

  /// Orders identities as unsigned numbers.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ActivityIdentity: CustomStringConvertible, LosslessStringConvertible {
  /// 32 lower-case hexadecimal digits.
  ///
  /// They reveal nothing about the activity.
  public var description: String {
    rawValue.hexadecimal
  }

  /// Reads the 32 hexadecimal digits of ``description``.
  public init?(_ description: String) {
    guard let rawValue = UInt128(hexadecimal: description) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension UInt128 {
  /// 32 lower-case hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Reads 32 hexadecimal digits.
  init?(hexadecimal text: String) {
    guard text.utf8.count == 32, !"+-".utf8.contains(text.utf8.first ?? 0) else { return nil }
    self.init(text, radix: 16)
  }
}
