/// What was found in the donations of one activity type.
public struct TypeLint: Hashable, Sendable {
  /// The type.
  public let activityType: String
  /// How many donations of it there were.
  public let donations: Int
  /// How many were measured: the first 20,000.
  public let measured: Int
  /// Of how many users.
  public let users: Int
  /// What was measured of each key, in order of their names.
  public let keys: [KeyMeasure]
  /// The keys that make the identity in at least half of the donations that have them.
  public let declaredKeys: [String]
  /// The keys that the donations speak for; absent if there are too few to tell.
  public let proposedKeys: [String]?
  /// The share of donations that repeat an activity of their user as it is declared; absent if none can.
  public let repetition: Double?
  /// The same with the proposed keys.
  public let proposedRepetition: Double?
  /// What is to be mended.
  public let findings: [LintFinding]

  init(activityType: String, table: LintTable) {
    let measures = table.keys.map { KeyMeasure(key: $0.key, column: $0.value, table: table) }
      .sorted { $0.key < $1.key }
    let declared = measures.map(\.key).filter { key in
      table.keys[key].map { $0.declared * 2 >= $0.count } ?? false
    }
    let isKnown =
      RepetitionTest(trials: table.rows - table.users.count, repeats: 0).isKnown
      && !measures.contains { $0.verdict == .unknown && $0.share > KeyMeasure.rare }
    let proposal = isKnown && !measures.isEmpty ? KeyProposal(of: table, measures: measures) : nil
    self.activityType = activityType
    donations = table.donations
    measured = table.rows
    users = table.users.count
    keys = measures
    declaredKeys = declared
    proposedKeys = proposal?.keys
    repetition = table.identities.repetition.share
    proposedRepetition = proposal?.repetition.share
    findings =
      LintFindings(
        type: activityType, table: table, measures: measures, proposal: proposal
      ).all
  }
}

extension KeyMeasure {
  /// A key of fewer donations than this share does not keep from judging the type by the others.
  static let rare = 0.05

  init(key: String, column: LintColumn, table: LintTable) {
    let test = column.repetition
    let verdict: Verdict
    if !test.isKnown {
      verdict = .unknown
    } else if test.isNoise {
      verdict = .noise
    } else {
      verdict = column.varies ? .tells : .constant
    }
    self.init(
      key: key, donations: column.count, share: Double(column.count) / Double(max(1, table.rows)),
      distinct: column.distinct, entropy: column.entropy(owners: table.owners), repetition: test.share,
      verdict: verdict)
  }
}

extension RepetitionTest {
  /// The share of repetitions that was seen; absent if nothing could repeat.
  public var share: Double? { trials > 0 ? Double(repeats) / Double(trials) : nil }
}
