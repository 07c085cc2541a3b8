/// Control characters, which names must not have: users, programs, devices, keys of objects,
/// places.
///
/// Names are compared, printed, and kept in columns that other programs read. A name could look
/// like another, or end early for a C library (at U+0000), and so cross the border between users or
/// programs. So names are rejected on input: in every line of a log, and in everything that a store
/// ingests. Titles and values are not names; they are escaped for display.
///
/// A deletion may name anything: it adds no name, and names stored before this check must be
/// deletable.
package enum ControlCharacters {
  /// Returns the first control character of a text (C0, U+007F or C1), or `nil` if there is none.
  ///
  /// - Complexity: O(length).
  package static func first(in text: String) -> Unicode.Scalar? {
    // In UTF-8, C1 characters begin with 0xC2.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return nil }
    return text.unicodeScalars.first { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }

  /// Rejects a name that has one.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``.
  package static func check(_ name: String?, _ field: String) throws(ActivityError) {
    if let found = name.flatMap(first) { throw .controlCharacter(field: field, codePoint: found.value) }
  }

  /// Rejects an object if any of its keys, at any depth, has one.
  static func check(keysOf object: [String: ActivityValue], _ field: String) throws(ActivityError) {
    for (key, value) in object {
      try check(key, field)
      try check(keysIn: value, field)
    }
  }

  private static func check(keysIn value: ActivityValue, _ field: String) throws(ActivityError) {
    switch value {
    case .object(let object): try check(keysOf: object, field)
    case .array(let values): for value in values { try check(keysIn: value, field) }
    case .null, .boolean, .integer, .double, .string, .date, .data, .url: break
    }
  }

  /// Rejects an identity if a key has one.
  static func check(
    userInfo: [String: ActivityValue], requiredUserInfoKeys: Set<String>?
  ) throws(ActivityError) {
    try check(keysOf: userInfo, "userInfo")
    for key in requiredUserInfoKeys ?? [] { try check(key, "requiredUserInfoKeys") }
  }
}

extension LogRecord {
  /// Rejects a record if a name has a control character; deletions may name anything.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``.
  /// - Complexity: O(length of its names).
  package func checkNames() throws(ActivityError) {
    switch self {
    case .donation(let donation): try donation.checkNames()
    case .feedback(let feedback):
      try ControlCharacters.check(feedback.user.name, "user")
      for one in feedback.shown {
        try ControlCharacters.check(
          userInfo: one.userInfo, requiredUserInfoKeys: one.requiredUserInfoKeys)
      }
      try ControlCharacters.check(keysOf: feedback.additionalFields, "")
    case .phrase(let phrase):
      try ControlCharacters.check(phrase.user.name, "user")
      try ControlCharacters.check(
        userInfo: phrase.userInfo, requiredUserInfoKeys: phrase.requiredUserInfoKeys)
      try ControlCharacters.check(keysOf: phrase.additionalFields, "")
    case .deletion: break
    }
  }
}

extension Donation {
  fileprivate func checkNames() throws(ActivityError) {
    try ControlCharacters.check(user.name, "user")
    if case .imported(let name) = details.source { try ControlCharacters.check(name, "source") }
    try ControlCharacters.check(context.instant.timeZone, "timeZone")
    try OpenDonation(self).checkNames()
    try activity.checkNames()
    try ControlCharacters.check(keysOf: details.additionalFields, "")
  }
}

extension OpenDonation {
  private static let named = fields.filter(\.mayHoldNames)

  /// Rejects names with a control character outside the activity.
  fileprivate func checkNames() throws(ActivityError) {
    for field in Self.named { try field.checkNames(in: self) }
    try ControlCharacters.check(place?.name, "location.name")
  }
}

extension UserActivity {
  private static let named = allFields.filter(\.mayHoldNames)

  /// Rejects an activity if a name has a control character; its type cannot have one.
  fileprivate func checkNames() throws(ActivityError) {
    for field in Self.named { try field.checkNames(in: self) }
  }
}

extension HintList {
  /// Rejects hints if a name has a control character.
  ///
  /// - Throws: ``HintError/invalidName(_:)``.
  package static func checkNames(
    _ hints: [Hint], of program: String, for user: UserIdentifier
  ) throws(HintError) {
    do throws(ActivityError) {
      try ControlCharacters.check(user.name, "user")
      try ControlCharacters.check(program, "program")
      for hint in hints { try hint.activity.checkNames() }
    } catch {
      throw .invalidName(error)
    }
  }
}

extension SearchableItem {
  /// Rejects indexing items of a program if its name or the user's has a control character.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``, or
  ///   ``ActivityError/empty(field:)`` for a program without a name.
  package static func checkNames(of program: String, by user: UserIdentifier) throws(ActivityError) {
    guard !program.isEmpty else { throw .empty(field: "program") }
    try ControlCharacters.check(user.name, "user")
    try ControlCharacters.check(program, "program")
  }
}

extension PrivacyRule {
  /// Rejects a rule if a name has a control character.
  func checkNames() throws(ActivityError) {
    try ControlCharacters.check(user?.name, "user")
    try ControlCharacters.check(criteria.program, "program")
    try ControlCharacters.check(criteria.activityType, "activityType")
    try ControlCharacters.check(criteria.userInfoKey, "userInfoKey")
    switch effect {
    case .redact(let parts), .hash(let parts):
      for key in parts.keys { try ControlCharacters.check(key, "userInfoKey") }
    case .drop, .redactText, .hide, .show: break
    }
  }
}
