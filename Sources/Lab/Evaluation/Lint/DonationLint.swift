public import Activities

// Lint: Which faults of these donations keep suggestions from working?
//
// Start here: a `DonationLint` counts donations one by one, and `report` has the findings.
// `RepetitionTest` is the one statistical test, `KeyProposal` proposes required keys. Nothing here
// shows a value of anybody's userInfo.

/// A search for faults of donations that keep suggestions from working, above all keys that never
/// repeat.
///
/// Memory is bounded by types (at most ``mostTypes``), keys (64 a type) and measured donations
/// (20,000 a type), not by the length of the log.
public struct DonationLint: Sendable {
  /// The maximum number of activity types to inspect; donations of others are only counted.
  ///
  /// 1,000: a program has some dozens; only one that makes types out of values exceeds it.
  public static let mostTypes = 1_000

  private var tables: [String: LintTable] = [:]
  private var (skipped, imported) = (0, 0)
  private let isWithheld: Bool
  private let includesImports: Bool

  /// Creates a lint without donations.
  ///
  /// - Parameters:
  ///   - withholdsRequiredKeys: Whether to treat donations as if they declared no required keys.
  ///     Proposals stay the same, because they ignore declared keys; findings are as if none were
  ///     declared.
  ///   - includesImports: Whether to inspect imported donations, too. By default they are only
  ///     counted: only the author of a converter could follow the advice.
  public init(withholdsRequiredKeys: Bool = false, includesImports: Bool = false) {
    isWithheld = withholdsRequiredKeys
    self.includesImports = includesImports
  }

  /// Counts a donation; the order does not matter.
  ///
  /// - Complexity: O(size of its userInfo).
  public mutating func count(_ donation: Donation) {
    if !includesImports, case .imported = donation.details.source {
      imported += 1
      return
    }
    let type = donation.activity.activityType
    guard tables[type] != nil || tables.count < Self.mostTypes else {
      skipped += 1
      return
    }
    var table = tables.removeValue(forKey: type) ?? LintTable(isWithheld: isWithheld)
    table.count(donation)
    tables[type] = table
  }

  /// Returns the findings, with types in the order of their names.
  ///
  /// - Complexity: O(k² n) for each type with k keys and n measured donations.
  public func report() -> LintReport {
    let types = tables.sorted { $0.key < $1.key }.map { TypeLint(activityType: $0.key, table: $0.value) }
    return LintReport(types: types, skippedDonations: skipped, importedDonations: imported)
  }
}

/// The findings in donations.
public struct LintReport: Hashable, Sendable {
  /// The types, in the order of their names.
  public let types: [TypeLint]
  /// The number of donations of types beyond ``DonationLint/mostTypes``.
  public let skippedDonations: Int
  /// The number of imported donations that were not inspected.
  public let importedDonations: Int

  /// The number of donations, without imported ones that were not inspected.
  public var donations: Int { types.reduce(skippedDonations) { $0 + $1.donations } }
  /// All findings, with problems before advice, and types in order.
  public var findings: [LintFinding] {
    let all = types.flatMap(\.findings)
    return all.filter { $0.severity == .problem } + all.filter { $0.severity == .advice }
  }

  /// The agreement of proposed keys with declared ones, over all types with enough donations.
  public var agreement: KeyAgreement {
    types.reduce(into: KeyAgreement()) { total, type in
      guard let proposed = type.proposedKeys else { return }
      total.types += 1
      total.proposed += proposed.count
      total.declared += type.declaredKeys.count
      total.both += Set(proposed).intersection(type.declaredKeys).count
      if proposed == type.declaredKeys { total.equal += 1 }
      let noise = type.keys.filter { $0.verdict == .noise }.map(\.key)
      total.noise += noise.count
      total.declaredNoise += Set(noise).intersection(type.declaredKeys).count
    }
  }
}

/// The agreement of proposed required keys with declared ones.
public struct KeyAgreement: Hashable, Sendable {
  /// The number of types with enough donations.
  public internal(set) var types = 0
  /// The number of types with two equal sets.
  public internal(set) var equal = 0
  /// The numbers of proposed keys, of declared keys, and of keys that are both.
  public internal(set) var proposed = 0, declared = 0, both = 0
  /// The number of noise keys, and how many of them are declared as required.
  public internal(set) var noise = 0, declaredNoise = 0

  /// The share of proposed keys that are declared.
  public var precision: Double? { proposed > 0 ? Double(both) / Double(proposed) : nil }
  /// The share of declared keys that are proposed.
  public var recall: Double? { declared > 0 ? Double(both) / Double(declared) : nil }
}

/// Turns the measurements of a type into findings.
struct LintFindings {
  let type: String
  let table: LintTable
  let measures: [KeyMeasure]
  let proposal: KeyProposal?

  /// The minimum share of a key's values of one kind, for the key to be of that kind.
  private static let most = 0.9
  /// The minimum gain in repetition that makes other keys worth proposing.
  private static let gain = 0.1
  /// The minimum number of values to conclude that all are timestamps or identifiers.
  private static let fewest = 3

  /// The findings, with problems before advice, each in the order of keys.
  var all: [LintFinding] {
    let all = measures.flatMap(ofKey) + required + titles + others
    return all.filter { $0.severity == .problem } + all.filter { $0.severity == .advice }
  }

  private func finding(
    _ severity: LintFinding.Severity, _ kind: LintFinding.Kind, key: String? = nil, of donations: Int,
    concerned: Int, _ text: String, mending: String
  ) -> LintFinding {
    LintFinding(
      severity: severity, kind: kind, activityType: type, key: key, donations: donations,
      concerned: concerned,
      text: text, mending: mending)
  }

  private func ofKey(_ measure: KeyMeasure) -> [LintFinding] {
    guard let column = table.keys[measure.key] else { return [] }
    let isIdentity = column.inIdentity > 0
    let isTimestamp = isMost(column.timestamps, of: column.count)
    let isIdentifier = isMost(column.identifiers, of: column.count)
    let kind = isTimestamp ? "the time of the donation" : isIdentifier ? "an identifier" : "a value"
    let mending = "leave it out of requiredUserInfoKeys"
    if isTimestamp, isIdentity {
      return [
        finding(
          .problem, .timestamp, key: measure.key, of: column.count, concerned: column.timestamps,
          "holds the time of the donation and is part of the identity, so no activity recurs",
          mending: mending)
      ]
    }
    if measure.verdict == .noise, isIdentity {
      return [
        finding(
          .problem, .noiseKey, key: measure.key, of: column.count, concerned: column.distinct,
          "holds \(kind) that (nearly) never repeats and is part of the identity, so no activity recurs",
          mending: mending)
      ]
    }
    if measure.verdict == .unknown, isIdentity, isIdentifier, column.repetition.repeats == 0 {
      return [
        finding(
          .advice, .identifier, key: measure.key, of: column.count, concerned: column.identifiers,
          "looks like an identifier of the occurrence; there are too few donations to tell whether it repeats",
          mending: "if it never does, \(mending)")
      ]
    }
    if measure.verdict == .constant, measures.count > 1 {
      return [
        finding(
          .advice, .constantKey, key: measure.key, of: column.count, concerned: column.count,
          "never varies, so it distinguishes nothing", mending: "keep it only if it is needed to do it again")
      ]
    }
    guard let text = proposal?.displayTexts.first(where: { $0.key == measure.key }) else { return [] }
    let other = text.other.map { "the key \($0)" } ?? "the title"
    return [
      finding(
        .advice, .displayText, key: measure.key, of: column.count, concerned: column.count,
        "has the same text as \(other)\(isIdentity ? ", and is part of the identity" : "")",
        mending: "leave display text to title and subtitle: a new wording would make it another activity")
    ]
  }

  private func isMost(_ count: Int, of all: Int) -> Bool {
    all >= Self.fewest && Double(count) >= Self.most * Double(all)
  }

  private var required: [LintFinding] {
    var found: [LintFinding] = []
    for (key, count) in table.missingRequired.sorted(by: { $0.key < $1.key }) {
      found.append(
        finding(
          .problem, .requiredKeyMissing, key: key, of: table.donations, concerned: count,
          "is required but has no value, so the activity cannot be done again as it was",
          mending: "put the value into userInfo, or leave the key out of requiredUserInfoKeys"))
    }
    if table.declarations.count > 1 {
      let usual = table.declarations.values.max() ?? 0
      found.append(
        finding(
          .advice, .requiredKeysVary, of: table.donations, concerned: table.donations - usual,
          "declares \(table.declarations.count) different sets of required keys: activities with different sets are never the same",
          mending: "declare the same requiredUserInfoKeys with each donation of a type"))
    }
    if let proposal,
      (proposal.repetition.share ?? 0) >= (table.identities.repetition.share ?? 0) + Self.gain
    {
      let keys = proposal.keys.isEmpty ? "[] (the type alone)" : "[\(proposal.keys.joined(separator: ", "))]"
      // Without the change no activity repeats; with it some do.
      let helps = table.identities.repetition.isNoise && !proposal.repetition.isNoise
      found.append(
        finding(
          helps ? .problem : .advice, .requiredKeys, of: table.rows, concerned: table.rows,
          "\(Self.percent(proposal.repetition)) of the donations would repeat an activity with other required keys; "
            + "\(Self.percent(table.identities.repetition)) do so now",
          mending: "consider requiredUserInfoKeys \(keys)"))
    }
    return found
  }

  private static func percent(_ test: RepetitionTest) -> String {
    test.share.map { "\(Int(clamping: ($0 * 100).rounded())) %" } ?? "none"
  }

  private var titles: [LintFinding] {
    var found: [LintFinding] = []
    if table.missingTitles > 0 {
      found.append(
        finding(
          .advice, .titleMissing, of: table.donations, concerned: table.missingTitles,
          "has no title, so suggestions show its type",
          mending: "give a title that begins with a verb"))
    }
    let isOneActivity = proposal.map { !$0.repetition.isNoise } ?? false
    if isOneActivity, table.titles.repetition.isNoise {
      found.append(
        finding(
          .problem, .titleNoise, of: table.titles.count, concerned: table.titles.distinct,
          "titles (nearly) never repeat, though the activity does: they have parts that never recur",
          mending: "leave times, numbers and positions out of the title"))
    }
    let identities = table.identities.repetition
    if table.identities.varies, !table.titles.varies, table.titles.count >= RepetitionTest.fewest,
      identities.isKnown, !identities.isNoise
    {
      found.append(
        finding(
          .advice, .titleShared, of: table.titles.count, concerned: table.identities.distinct,
          "different activities have the same title, so users cannot tell them apart in a list",
          mending: "add the difference to the title or subtitle"))
    }
    return found
  }

  private var others: [LintFinding] {
    var found: [LintFinding] = []
    if let count = table.phrases[.long] {
      found.append(
        finding(
          .advice, .phraseLong, of: table.donations, concerned: count,
          "has a phrase of more than \(PhraseFault.mostWords) words or \(PhraseFault.mostCharacters) letters",
          mending: "suggest a phrase of two or three words"))
    }
    if let count = table.phrases[.wakeWord] {
      found.append(
        finding(
          .problem, .phraseWakes, of: table.donations, concerned: count,
          "has a phrase that begins with an assistant's wake word, so that assistant would take the rest",
          mending: "leave the wake word out of suggestedInvocationPhrase"))
    }
    if table.persistentIdentifiers == 0, measures.contains(where: { $0.verdict == .tells }) {
      found.append(
        finding(
          .advice, .noPersistentIdentifier, of: table.donations, concerned: table.donations,
          "has no persistentIdentifier: the program cannot delete a donation when its subject is deleted",
          mending: "give donations with a subject that can be deleted a persistentIdentifier"))
    }
    if table.skippedKeys {
      found.append(
        finding(
          .problem, .tooManyKeys, of: table.rows, concerned: table.rows,
          "has more than \(LintTable.mostKeys) keys of userInfo: values may have become keys; the first ones are measured",
          mending: "put values under keys that are always the same"))
    }
    return found
  }
}
