public import Activities
internal import GRDB

extension SQLiteDonationStore {
  /// Returns the privacy rules, as of the last commit of any process.
  ///
  /// - Complexity: O(rules).
  public func privacyRules() async throws -> PrivacyRules {
    let cipher = cipher
    return try await read { db in try PrivacyRuleTable.rules(in: db, cipher) }
  }

  /// Changes the privacy rules in one transaction; the bytes of a removed rule are overwritten.
  ///
  /// - Complexity: O(rules), or O(size of the store) if a rule was removed.
  public func changePrivacyRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) async throws -> Value {
    try await changePrivacyRules(checking: true, change)
  }

  /// Changes the privacy rules.
  ///
  /// - Parameter checking: Whether to refuse rules that a new store may not have; `false` to
  ///   restore the rules of an older store.
  func changePrivacyRules<Value: Sendable>(
    checking: Bool, _ change: @escaping @Sendable (inout PrivacyRules) throws -> Value
  ) async throws -> Value {
    let cipher = cipher
    let (value, leavesBytes) = try await write { db in
      let before = try PrivacyRuleTable.rules(in: db, cipher)
      var rules = before
      let value = try change(&rules)
      if checking { try rules.check(changedFrom: before) }
      return (value, try PrivacyRuleTable.write(rules, over: before, in: db, cipher))
    }
    if leavesBytes { try await eraseForgotten() }
    return value
  }
}
