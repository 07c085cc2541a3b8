internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat

/// The privacy rules, in their tables.
enum PrivacyRuleTable {
  /// Returns the rules, as of the transaction.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read a stored rule: a rule that
  ///   is not understood must not be ignored.
  static func rules(in db: Database, _ cipher: RowCipher) throws -> PrivacyRules {
    var rules = PrivacyRules()
    let settings = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT lastNumber, keepDays, keepCount, incognito, hashSecret FROM door"))
    guard let settings else { throw cipher.damaged }
    rules.lastNumber = try settings.count(0)
    guard let retention = try? Retention(days: settings[1], count: settings[2]) else { throw cipher.damaged }
    rules.retention = retention
    rules.countIncognito(try settings.count(3))
    if let bytes = try settings[4] as Data? {
      guard let secret = HashSecret(stored: try cipher.decrypted(bytes, at: .hashSecret)) else {
        throw cipher.damaged
      }
      rules.secret = secret
    }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT number, count, payload FROM doorRule ORDER BY number"))
    guard !rows.isEmpty else { return rules }
    var decoder = RecordDecoder()
    rules.rules = try rows.map { row in
      let number = try row.count(0)
      let line = try cipher.decrypted(row[2], at: .privacyRule(number))
      guard var rule = StoredRule.rule(line, with: &decoder) else { throw cipher.damaged }
      (rule.number, rule.count) = (number, try row.count(1))
      return rule
    }
    return rules
  }

  /// Writes the differences; returns whether removed data may still be in the file.
  static func write(_ rules: PrivacyRules, over before: PrivacyRules, in db: Database, _ cipher: RowCipher)
    throws
    -> Bool
  {
    guard rules != before else { return false }
    try db.execute(
      sql: "UPDATE door SET lastNumber = ?, keepDays = ?, keepCount = ?, incognito = ?, hashSecret = ?",
      arguments: [
        rules.lastNumber, rules.retention.days, rules.retention.count, rules.incognito,
        try rules.secret.map { try cipher.encrypted($0.stored, at: .hashSecret) },
      ])
    let known = Dictionary(before.rules.map { ($0.number, $0) }) { first, _ in first }
    for rule in rules.rules where known[rule.number] != rule {
      try db.execute(
        sql: """
          INSERT INTO doorRule (number, count, payload) VALUES (?1, ?2, ?3)
          ON CONFLICT (number) DO UPDATE SET count = ?2, payload = ?3
          """,
        arguments: [
          rule.number, rule.count,
          try cipher.encrypted(StoredRule.payload(of: rule), at: .privacyRule(rule.number)),
        ])
    }
    let gone = Set(known.keys).subtracting(rules.rules.map(\.number))
    for number in gone {
      try db.execute(sql: "DELETE FROM doorRule WHERE number = ?", arguments: [number])
    }
    // Suggestions depend on these rules, so the derived state of engines is void.
    if rules.rulesAboutSuggestions != before.rulesAboutSuggestions {
      try db.execute(sql: "UPDATE user SET generation = generation + 1")
    }
    let leavesBytes = !gone.isEmpty || before.secret.map { $0 != rules.secret } ?? false
    if leavesBytes { try db.execute(sql: "UPDATE state SET unerased = 1") }
    return leavesBytes
  }
}

/// The stored form of a rule: the line of a deletion with the same criteria, and further fields for
/// the rest of the rule.
enum StoredRule {
  private static let effect = "effect"
  private static let keys = "keys"
  private static let fields = "fields"
  private static let everyone = "everyone"

  static func payload(of rule: PrivacyRule) throws -> [UInt8] {
    var extra: [String: ActivityValue] = [everyone: .boolean(rule.user == nil)]
    func add(_ parts: DonationParts) {
      extra[keys] = .array(parts.keys.sorted().map(ActivityValue.string))
      guard !parts.fields.isEmpty else { return }
      extra[fields] = .array(parts.fields.map(\.rawValue).sorted().map(ActivityValue.string))
    }
    switch rule.effect {
    case .drop: extra[effect] = "drop"
    case .hide: extra[effect] = "hide"
    case .show: extra[effect] = "show"
    case .redactText: extra[effect] = "redactText"
    case .redact(let parts):
      extra[effect] = "redactKeys"  // the name in the first version
      add(parts)
    case .hash(let parts):
      extra[effect] = "hash"
      add(parts)
    }
    let deletion = try Deletion(
      by: rule.user ?? .me, at: Instant(milliseconds: 0), matching: rule.criteria, additionalFields: extra)
    return try RecordEncoder().encode(.deletion(deletion))
  }

  /// - Returns: `nil` if this version cannot read a stored rule.
  static func rule(_ payload: Data, with decoder: inout RecordDecoder) -> PrivacyRule? {
    guard case .deletion(let deletion)? = try? decoder.decode(payload.span),
      case .string(let word)? = deletion.additionalFields[effect],
      case .boolean(let isEveryones)? = deletion.additionalFields[everyone]
    else { return nil }
    let effect: PrivacyRule.Effect
    switch word {
    case "drop": effect = .drop
    case "hide": effect = .hide
    case "show": effect = .show
    case "redactText": effect = .redactText
    case "redactKeys":
      guard let parts = parts(of: deletion) else { return nil }
      effect = .redact(parts)
    case "hash":
      guard let parts = parts(of: deletion) else { return nil }
      effect = .hash(parts)
    default: return nil
    }
    return try? PrivacyRule(effect, of: isEveryones ? nil : deletion.user, matching: deletion.criteria)
  }

  /// - Returns: `nil` for invalid names, and for fields that this version does not know: they would
  ///   not be removed from donations.
  private static func parts(of deletion: Deletion) -> DonationParts? {
    guard case .array(let names)? = deletion.additionalFields[keys] else { return nil }
    var parts = DonationParts(keys: Set(names.compactMap(name)))
    guard parts.keys.count == names.count else { return nil }
    if case .array(let names)? = deletion.additionalFields[fields] {
      parts.fields = Set(names.compactMap(name).compactMap(DonationField.init))
      guard parts.fields.count == names.count else { return nil }
    }
    return parts
  }

  private static func name(_ value: ActivityValue) -> String? {
    if case .string(let name) = value { name } else { nil }
  }
}
