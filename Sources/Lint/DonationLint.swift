// Lint: What in these donations keeps suggestions from working?
//
// Start here: a `DonationLint` counts donations one by one, and `report` says what it found. `RepetitionTest` is the one
// statistical test, `KeyProposal` proposes required keys. Nothing here shows a value of anybody's userInfo.

public import Activities

/// Looks through donations for what keeps suggestions from working: keys that never repeat, above all.
///
/// Memory is bounded by types (at most ``mostTypes``), keys (64 a type) and measured donations (20,000 a type), not by the
/// length of the log.
public struct DonationLint: Sendable {
  /// How many activity types are looked at; donations of further ones are only counted.
  ///
  /// 1,000: a program has some dozens; who makes types out of values gets beyond it.
  public static let mostTypes = 1_000

  private var tables: [String: LintTable] = [:]
  private var skipped = 0
  private let isWithheld: Bool

  /// Nothing was counted yet.
  ///
  /// - Parameter withholdsRequiredKeys: Whether donations are taken as if they declared no required keys. What is proposed is
  ///   the same, because that does not look at what is declared; what is found is what would be found then.
  public init(withholdsRequiredKeys: Bool = false) {
    isWithheld = withholdsRequiredKeys
  }

  /// Takes note of a donation; the order does not matter.
  ///
  /// - Complexity: O(size of its userInfo).
  public mutating func count(_ donation: Donation) {
    let type = donation.activity.activityType
    guard tables[type] != nil || tables.count < Self.mostTypes else {
      skipped += 1
      return
    }
    var table = tables.removeValue(forKey: type) ?? LintTable(isWithheld: isWithheld)
    table.count(donation)
    tables[type] = table
  }

  /// What was found, the types in order of their names.
  ///
  /// - Complexity: O(k² n) for each type with k keys and n measured donations.
  public func report() -> LintReport {
    let types = tables.sorted { $0.key < $1.key }.map { TypeLint(activityType: $0.key, table: $0.value) }
    return LintReport(types: types, skippedDonations: skipped)
  }
}

/// What was found in donations.
public struct LintReport: Hashable, Sendable {
  /// Type by type, in order of their names.
  public let types: [TypeLint]
  /// Donations of types beyond ``DonationLint/mostTypes``.
  public let skippedDonations: Int

  /// How many donations there were.
  public var donations: Int { types.reduce(skippedDonations) { $0 + $1.donations } }
  /// All findings: problems before advice, types in order.
  public var findings: [LintFinding] {
    let all = types.flatMap(\.findings)
    return all.filter { $0.severity == .problem } + all.filter { $0.severity == .advice }
  }

  /// How far proposed keys agree with declared ones: over all keys of types of which enough is known.
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

/// How far proposed required keys agree with declared ones.
public struct KeyAgreement: Hashable, Sendable {
  /// How many types there was enough to tell of.
  public internal(set) var types = 0
  /// Of how many both sets are the same.
  public internal(set) var equal = 0
  /// How many keys were proposed, how many are declared, and how many are both.
  public internal(set) var proposed = 0, declared = 0, both = 0
  /// How many keys were found to be noise, and how many of those are declared to be required.
  public internal(set) var noise = 0, declaredNoise = 0

  /// The share of proposed keys that are declared.
  public var precision: Double? { proposed > 0 ? Double(both) / Double(proposed) : nil }
  /// The share of declared keys that are proposed.
  public var recall: Double? { declared > 0 ? Double(both) / Double(declared) : nil }
}
