public import Activities

// Lint: What in these donations keeps suggestions from working?
//
// Start here: a `DonationLint` counts donations one by one, and `report` says what it found.
// `RepetitionTest` is the one statistical test, `KeyProposal` proposes required keys. Nothing here
// shows a value of anybody's userInfo.

/// Looks through donations for what keeps suggestions from working: keys that never repeat, above
/// all.
///
/// Memory is bounded by types (at most ``mostTypes``), keys (64 a type) and measured donations
/// (20,000 a type), not by the length of the log.
public struct DonationLint: Sendable {
  /// The number of activity types that are looked at; donations of further ones are only counted.
  ///
  /// 1,000: a program has some dozens; who makes types out of values gets beyond it.
  public static let mostTypes = 1_000

  private var tables: [String: LintTable] = [:]
  private var (skipped, imported) = (0, 0)
  private let isWithheld: Bool
  private let includesImports: Bool

  /// Nothing was counted yet.
  ///
  /// - Parameters:
  ///   - withholdsRequiredKeys: Whether donations are taken as if they declared no required keys.
  ///     What is proposed is the same, because that does not look at what is declared; what is
  ///     found is what would be found then.
  ///   - includesImports: Whether imported donations are looked at too. By default they are only
  ///     counted: no program made them, so nobody could follow the advice but who converts them.
  public init(withholdsRequiredKeys: Bool = false, includesImports: Bool = false) {
    isWithheld = withholdsRequiredKeys
    self.includesImports = includesImports
  }

  /// Takes note of a donation; the order does not matter.
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

  /// Returns what was found, the types in order of their names.
  ///
  /// - Complexity: O(k² n) for each type with k keys and n measured donations.
  public func report() -> LintReport {
    let types = tables.sorted { $0.key < $1.key }.map { TypeLint(activityType: $0.key, table: $0.value) }
    return LintReport(types: types, skippedDonations: skipped, importedDonations: imported)
  }
}

/// The findings in donations.
public struct LintReport: Hashable, Sendable {
  /// Type by type, in order of their names.
  public let types: [TypeLint]
  /// Donations of types beyond ``DonationLint/mostTypes``.
  public let skippedDonations: Int
  /// The number of imported donations that were not looked at.
  public let importedDonations: Int

  /// The number of donations, without imported ones that were not looked at.
  public var donations: Int { types.reduce(skippedDonations) { $0 + $1.donations } }
  /// All findings: problems before advice, types in order.
  public var findings: [LintFinding] {
    let all = types.flatMap(\.findings)
    return all.filter { $0.severity == .problem } + all.filter { $0.severity == .advice }
  }

  /// The agreement of proposed keys with declared ones: over all keys of types of which enough is
  /// known.
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
  /// The number of types of which there was enough to tell.
  public internal(set) var types = 0
  /// The number of types of which both sets are the same.
  public internal(set) var equal = 0
  /// The number of keys that were proposed, how many are declared, and how many are both.
  public internal(set) var proposed = 0, declared = 0, both = 0
  /// The number of keys that were found to be noise, and how many of those are declared to be
  /// required.
  public internal(set) var noise = 0, declaredNoise = 0

  /// The share of proposed keys that are declared.
  public var precision: Double? { proposed > 0 ? Double(both) / Double(proposed) : nil }
  /// The share of declared keys that are proposed.
  public var recall: Double? { declared > 0 ? Double(both) / Double(declared) : nil }
}

/// Turns what was measured of a type into what is to be mended.
struct LintFindings {
  let type: String
  let table: LintTable
  let measures: [KeyMeasure]
  let proposal: KeyProposal?

  /// The share of a key's values that have to be of a kind for the key to be.
  private static let most = 0.9
  /// The gain in repetition from which on other keys are worth proposing.
  private static let gain = 0.1
  /// The number of values that is enough to see that they are all timestamps or identifiers.
  private static let fewest = 3

  /// Problems before advice, each in order of the keys.
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
          "holds the time of the donation and is part of the identity, so nothing is the same again",
          mending: mending)
      ]
    }
    if measure.verdict == .noise, isIdentity {
      return [
        finding(
          .problem, .noiseKey, key: measure.key, of: column.count, concerned: column.distinct,
          "holds \(kind) that (nearly) never repeats and is part of the identity, so nothing is the same again",
          mending: mending)
      ]
    }
    if measure.verdict == .unknown, isIdentity, isIdentifier, column.repetition.repeats == 0 {
      return [
        finding(
          .advice, .identifier, key: measure.key, of: column.count, concerned: column.identifiers,
          "looks like an identifier of the occurrence; there is not enough to tell whether it repeats",
          mending: "if it never does, \(mending)")
      ]
    }
    if measure.verdict == .constant, measures.count > 1 {
      return [
        finding(
          .advice, .constantKey, key: measure.key, of: column.count, concerned: column.count,
          "never varies, so it tells nothing apart", mending: "keep it only if it is needed to do it again")
      ]
    }
    guard let text = proposal?.displayTexts.first(where: { $0.key == measure.key }) else { return [] }
    let other = text.other.map { "the key \($0)" } ?? "the title"
    return [
      finding(
        .advice, .displayText, key: measure.key, of: column.count, concerned: column.count,
        "says the same as \(other)\(isIdentity ? ", and is part of the identity" : "")",
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
          "is required and has no value, so it cannot be done again as it was",
          mending: "put the value into userInfo, or leave the key out of requiredUserInfoKeys"))
    }
    if table.declarations.count > 1 {
      let usual = table.declarations.values.max() ?? 0
      found.append(
        finding(
          .advice, .requiredKeysVary, of: table.donations, concerned: table.donations - usual,
          "declares \(table.declarations.count) different sets of required keys: activities of different sets never meet",
          mending: "declare the same requiredUserInfoKeys with each donation of a type"))
    }
    if let proposal,
      (proposal.repetition.share ?? 0) >= (table.identities.repetition.share ?? 0) + Self.gain
    {
      let keys = proposal.keys.isEmpty ? "[] (the type alone)" : "[\(proposal.keys.joined(separator: ", "))]"
      // Without it nothing ever is the same again, with it something is.
      let helps = table.identities.repetition.isNoise && !proposal.repetition.isNoise
      found.append(
        finding(
          helps ? .problem : .advice, .requiredKeys, of: table.rows, concerned: table.rows,
          "\(Self.percent(proposal.repetition)) of the donations would repeat an activity with other required keys; "
            + "\(Self.percent(table.identities.repetition)) do as it is",
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
          "has no title: suggestions are called by their type",
          mending: "give a title that begins with a verb"))
    }
    let isOneActivity = proposal.map { !$0.repetition.isNoise } ?? false
    if isOneActivity, table.titles.repetition.isNoise {
      found.append(
        finding(
          .problem, .titleNoise, of: table.titles.count, concerned: table.titles.distinct,
          "titles (nearly) never repeat though the activity does: they differ in what never comes back",
          mending: "leave times, numbers and positions out of the title"))
    }
    let identities = table.identities.repetition
    if table.identities.varies, !table.titles.varies, table.titles.count >= RepetitionTest.fewest,
      identities.isKnown, !identities.isNoise
    {
      found.append(
        finding(
          .advice, .titleShared, of: table.titles.count, concerned: table.identities.distinct,
          "different activities have one title: nobody can tell them apart in a list",
          mending: "say in the title or subtitle what differs"))
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
          "has a phrase that begins with what wakes an assistant, which would take the rest",
          mending: "leave the wake word out of suggestedInvocationPhrase"))
    }
    if table.persistentIdentifiers == 0, measures.contains(where: { $0.verdict == .tells }) {
      found.append(
        finding(
          .advice, .noPersistentIdentifier, of: table.donations, concerned: table.donations,
          "has no persistentIdentifier: the program cannot delete a donation when its subject is deleted",
          mending: "give what can be deleted a persistentIdentifier"))
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
