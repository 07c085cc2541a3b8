public import Activities
internal import GRDB

extension SQLiteDonationLog: DoorLog {
  /// The rules, as of the last commit of any process.
  ///
  /// - Complexity: O(rules).
  public func doorRules() async throws -> DoorRules {
    let path = path
    return try await read { db in try DoorTable.rules(in: db, path: path) }
  }

  /// Changes the rules in one transaction; the bytes of a rule that was taken away are overwritten.
  ///
  /// - Complexity: O(rules), or O(size of the store) if one was taken away.
  public func changeDoorRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout DoorRules) throws -> Value
  ) async throws -> Value {
    let path = path
    let (value, leavesBytes) = try await write { db in
      let before = try DoorTable.rules(in: db, path: path)
      var rules = before
      let value = try change(&rules)
      try rules.check(changedFrom: before)
      return (value, try DoorTable.write(rules, over: before, in: db))
    }
    if leavesBytes { try await eraseForgotten() }
    return value
  }

  /// Appends what the rules admit in one transaction, in which the rules are read too.
  ///
  /// - Complexity: that of ``append(_:)-(Donation)``, and O(batch · rules).
  public func admit(_ donations: [Donation], at now: Instant) async throws -> AppendReceipt {
    guard !donations.isEmpty else { return AppendReceipt() }
    let path = path
    return try await write { db in
      let before = try DoorTable.rules(in: db, path: path)
      var rules = before
      let passage = rules.pass(donations, at: now)
      _ = try DoorTable.write(rules, over: before, in: db)
      var receipt = try Self.insert(passage.admitted.map(DonationRow.init), in: db)
      (receipt.keptOut, receipt.redacted) = (passage.keptOut, passage.redacted)
      return receipt
    }
  }
}
