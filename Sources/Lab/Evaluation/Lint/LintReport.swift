/// The findings in the donations of one activity type.
public struct TypeLint: Hashable, Sendable {
  /// The type.
  public let activityType: String
  /// The number of its donations.
  public let donations: Int
  /// The number of measured donations: the first 20,000.
  public let measured: Int
  /// The number of their users.
  public let users: Int
  /// The measurements of each key, in order of their names.
  public let keys: [KeyMeasure]
  /// The keys that make the identity in at least half of the donations that have them.
  public let declaredKeys: [String]
  /// The keys that the donations suggest; absent if there are too few.
  public let proposedKeys: [String]?
  /// The share of donations that repeat an activity of their user, by the declared keys; absent if
  /// none can.
  public let repetition: Double?
  /// The share of donations that repeat one, by the proposed keys.
  public let proposedRepetition: Double?
  /// The findings.
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
  /// The minimum share of donations with a key, for the key to keep the type from being judged.
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
  /// The observed share of repetitions; absent if nothing could repeat.
  public var share: Double? { trials > 0 ? Double(repeats) / Double(trials) : nil }
}

/// The measurements of one key of an activity type's `userInfo`.
public struct KeyMeasure: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The number of the measured donations that have it.
  public let donations: Int
  /// The share of the measured donations that have it, 0 to 1.
  public let share: Double
  /// The number of its values, counted per user.
  public let distinct: Int
  /// The information of a value in bits: Shannon's entropy of one user's values, averaged over
  /// users by their donations.
  public let entropy: Double
  /// The share of donations whose value that user had donated before, of those that can repeat one;
  /// absent if none can.
  public let repetition: Double?
  /// The verdict on the key.
  public let verdict: Verdict

  /// The use of a key.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Its values repeat and differ, so it tells activities apart.
    case tells
    /// It (nearly) never repeats, so with it in the identity no activity does.
    case noise
    /// It always had the same value.
    case constant
    /// There are too few donations to judge.
    case unknown
  }
}

/// A test of whether something (nearly) never repeats.
public struct RepetitionTest: Hashable, Sendable {
  /// The number that could have repeated an earlier one.
  public let trials: Int
  /// The number that did.
  public let repeats: Int

  /// Counts.
  public init(trials: Int, repeats: Int) {
    self.trials = trials
    self.repeats = repeats
  }

  /// The share of repetitions below which something (nearly) never repeats.
  ///
  /// One in five: a habit must return more often than that to be learned before it fades.
  public static let threshold = 0.2
  /// The number of standard deviations between the bounds and the observed share: 95 % on one side.
  static let deviations = 1.645
  /// The minimum number to judge: with fewer, the bound for something that never repeated is not
  /// below ``threshold``.
  public static let fewest = 12

  /// The bounds of the true share of repetitions, each with a certainty of 95 %.
  ///
  /// Wilson's score interval ("Probable inference, the law of succession, and statistical
  /// inference", 1927).
  public var bounds: ClosedRange<Double> {
    guard trials > 0 else { return 0...1 }
    let (n, z) = (Double(trials), Self.deviations)
    let share = Double(repeats) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - half)...min(1, middle + half)
  }

  /// A Boolean value that tells whether it (nearly) never repeats: the upper bound is below
  /// ``threshold``.
  public var isNoise: Bool { trials >= Self.fewest && bounds.upperBound < Self.threshold }

  /// A Boolean value that tells whether it repeats: the lower bound is at or above ``threshold``.
  public var isRepeated: Bool { bounds.lowerBound >= Self.threshold }

  /// A Boolean value that tells whether there is enough evidence for either.
  public var isKnown: Bool { trials >= Self.fewest }
}

/// A fault in the donations of a type that keeps suggestions from working, or could.
public struct LintFinding: Hashable, Sendable {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Suggestions do not work because of it.
    case problem
    /// They would work better without it.
    case advice
  }

  /// The kind of a finding.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A key of the identity (nearly) never repeats.
    case noiseKey = "noise-key"
    /// A key of the identity holds the time of the donation.
    case timestamp
    /// A key seems to hold an identifier of the occurrence, with too few donations to judge
    /// repetition.
    case identifier
    /// A key never varies.
    case constantKey = "constant-key"
    /// The text of a key repeats another key or the title.
    case displayText = "display-text"
    /// A required key has no value.
    case requiredKeyMissing = "required-key-missing"
    /// Donations of one type declare different required keys.
    case requiredKeysVary = "required-keys-vary"
    /// Other required keys would be better.
    case requiredKeys = "required-keys"
    /// There is no title.
    case titleMissing = "title-missing"
    /// Titles of the same activity (nearly) never repeat.
    case titleNoise = "title-noise"
    /// Different activities have the same title.
    case titleShared = "title-shared"
    /// A phrase is too long to say.
    case phraseLong = "phrase-long"
    /// A phrase begins with the wake word of another assistant.
    case phraseWakes = "phrase-wakes"
    /// The program cannot delete its donations by its own identifier.
    case noPersistentIdentifier = "no-persistent-identifier"
    /// There are more keys than lint measures.
    case tooManyKeys = "too-many-keys"
  }

  /// The severity of a finding.
  public let severity: Severity
  /// The kind of a finding.
  public let kind: Kind
  /// The activity type.
  public let activityType: String
  /// The key, if it is about one.
  public let key: String?
  /// The number of inspected donations.
  public let donations: Int
  /// The number of affected donations.
  public let concerned: Int
  /// Returns the report of all measurements.
  public let text: String
  /// The way to fix it.
  public let mending: String
}
