internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// The rules at the door, in their tables.
enum DoorTable {
  /// The rules, as of the transaction.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read what a version had written: a rule that is not
  ///   understood must not be taken for none.
  static func rules(in db: Database, path: String = "") throws -> DoorRules {
    var rules = DoorRules()
    let door = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT lastNumber, keepDays, keepCount, incognito FROM door"))
    guard let door else { throw StoreError(.damaged, at: path) }
    rules.lastNumber = try door[0]
    guard let retention = try? Retention(days: try door[1], count: try door[2]) else {
      throw StoreError(.damaged, at: path)
    }
    rules.retention = retention
    rules.countIncognito(try door[3])
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT number, count, payload FROM doorRule ORDER BY number"))
    guard !rows.isEmpty else { return rules }
    var decoder = RecordDecoder()
    rules.rules = try rows.map { row in
      guard var rule = StoredRule.rule(try row[2], with: &decoder) else {
        throw StoreError(.damaged, at: path)
      }
      (rule.number, rule.count) = (try row[0], try row[1])
      return rule
    }
    return rules
  }

  /// Writes what differs; answers whether something that was there may still be in the file.
  static func write(_ rules: DoorRules, over before: DoorRules, in db: Database) throws -> Bool {
    guard rules != before else { return false }
    try db.execute(
      sql: "UPDATE door SET lastNumber = ?, keepDays = ?, keepCount = ?, incognito = ?",
      arguments: [rules.lastNumber, rules.retention.days, rules.retention.count, rules.incognito])
    let known = Dictionary(uniqueKeysWithValues: before.rules.map { ($0.number, $0) })
    for rule in rules.rules where known[rule.number] != rule {
      try db.execute(
        sql: """
          INSERT INTO doorRule (number, count, payload) VALUES (?1, ?2, ?3)
          ON CONFLICT (number) DO UPDATE SET count = ?2, payload = ?3
          """, arguments: [rule.number, rule.count, Data(try StoredRule.payload(of: rule))])
    }
    let gone = Set(known.keys).subtracting(rules.rules.map(\.number))
    for number in gone {
      try db.execute(sql: "DELETE FROM doorRule WHERE number = ?", arguments: [number])
    }
    if !gone.isEmpty { try db.execute(sql: "UPDATE state SET unerased = 1") }
    return !gone.isEmpty
  }
}

/// How a row keeps a rule: as the line of a deletion with the same criteria, and what else a rule has in fields of its own.
enum StoredRule {
  private static let effect = "effect"
  private static let keys = "keys"
  private static let everyone = "everyone"

  static func payload(of rule: DoorRule) throws -> [UInt8] {
    var fields: [String: ActivityValue] = [everyone: .boolean(rule.user == nil)]
    switch rule.effect {
    case .drop: fields[effect] = "drop"
    case .redactText: fields[effect] = "redactText"
    case .redactKeys(let names):
      fields[effect] = "redactKeys"
      fields[keys] = .array(names.sorted().map(ActivityValue.string))
    }
    let deletion = try Deletion(
      by: rule.user ?? .me, at: Instant(milliseconds: 0), matching: rule.criteria, additionalFields: fields)
    return try RecordEncoder().encode(.deletion(deletion))
  }

  /// - Returns: `nil` if this version cannot read what a version had written.
  static func rule(_ payload: Data, with decoder: inout RecordDecoder) -> DoorRule? {
    guard case .deletion(let deletion)? = try? decoder.decode(payload.span),
      case .string(let word)? = deletion.additionalFields[effect],
      case .boolean(let isEveryones)? = deletion.additionalFields[everyone]
    else { return nil }
    let effect: DoorRule.Effect
    switch word {
    case "drop": effect = .drop
    case "redactText": effect = .redactText
    case "redactKeys":
      guard case .array(let names)? = deletion.additionalFields[keys] else { return nil }
      effect = .redactKeys(Set(names.compactMap(name)))
    default: return nil
    }
    return try? DoorRule(effect, of: isEveryones ? nil : deletion.user, matching: deletion.criteria)
  }

  private static func name(_ value: ActivityValue) -> String? {
    if case .string(let name) = value { name } else { nil }
  }
}
