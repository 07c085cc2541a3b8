/// The findings in the donations of one activity type.
public struct TypeLint: Hashable, Sendable {
  /// The type.
  public let activityType: String
  /// The number of its donations.
  public let donations: Int
  /// The number that were measured: the first 20,000.
  public let measured: Int
  /// The number of their users.
  public let users: Int
  /// The measurements of each key, in order of their names.
  public let keys: [KeyMeasure]
  /// The keys that make the identity in at least half of the donations that have them.
  public let declaredKeys: [String]
  /// The keys that the donations speak for; absent if there are too few to tell.
  public let proposedKeys: [String]?
  /// The share of donations that repeat an activity of their user as it is declared; absent if none
  /// can.
  public let repetition: Double?
  /// The same with the proposed keys.
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

/// The measurements of one key of an activity type's `userInfo`.
public struct KeyMeasure: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The number of the measured donations that have it.
  public let donations: Int
  /// The share of the measured donations that have it, 0 to 1.
  public let share: Double
  /// The number of values that it had, those of each user apart.
  public let distinct: Int
  /// The bits that a value tells: Shannon's entropy of the values of one user, averaged over users
  /// by their donations.
  public let entropy: Double
  /// The share of donations whose value that user had donated before, of those that can repeat one;
  /// absent if none can.
  public let repetition: Double?
  /// The verdict on the key.
  public let verdict: Verdict

  /// The use that a key has.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Its values repeat, and differ: it tells activities apart.
    case tells
    /// It (nearly) never repeats: with it in the identity nothing is ever the same again.
    case noise
    /// It always had the same value.
    case constant
    /// Too few donations to tell.
    case unknown
  }
}

/// A test of whether something (nearly) never repeats.
public struct RepetitionTest: Hashable, Sendable {
  /// The number that could have repeated what was there before.
  public let trials: Int
  /// The number that did.
  public let repeats: Int

  /// Counts.
  public init(trials: Int, repeats: Int) {
    self.trials = trials
    self.repeats = repeats
  }

  /// Below this share of repetitions something (nearly) never repeats.
  ///
  /// One in five: a habit has to come back more often to be learned before it has faded.
  public static let threshold = 0.2
  /// The number of standard deviations between the bounds and what was seen: 95 % on one side.
  static let deviations = 1.645
  /// Below this number nothing is said: fewer do not bound the share of what never repeated below
  /// ``threshold``.
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

  /// A Boolean value that tells whether it (nearly) never repeats: the upper bound lies below
  /// ``threshold``.
  public var isNoise: Bool { trials >= Self.fewest && bounds.upperBound < Self.threshold }

  /// A Boolean value that tells whether it repeats: the lower bound lies at or above ``threshold``.
  public var isRepeated: Bool { bounds.lowerBound >= Self.threshold }

  /// A Boolean value that tells whether enough is known to say that it does not repeat, or that it
  /// does.
  public var isKnown: Bool { trials >= Self.fewest }
}

/// One thing in the donations of a type that keeps suggestions from working, or could.
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
    /// A key holds what looks like an identifier of the occurrence, and there is too little to tell
    /// whether it repeats.
    case identifier
    /// A key never varies.
    case constantKey = "constant-key"
    /// A key says in words what another key, or the title, says.
    case displayText = "display-text"
    /// A required key has no value.
    case requiredKeyMissing = "required-key-missing"
    /// Donations of one type declare different required keys.
    case requiredKeysVary = "required-keys-vary"
    /// Other required keys would do better.
    case requiredKeys = "required-keys"
    /// There is no title.
    case titleMissing = "title-missing"
    /// Titles of one and the same activity (nearly) never repeat.
    case titleNoise = "title-noise"
    /// Different activities have the same title.
    case titleShared = "title-shared"
    /// A phrase is too long to say.
    case phraseLong = "phrase-long"
    /// A phrase begins with what wakes another assistant.
    case phraseWakes = "phrase-wakes"
    /// The program cannot delete what it donated by a name of its own.
    case noPersistentIdentifier = "no-persistent-identifier"
    /// There are more keys than are measured.
    case tooManyKeys = "too-many-keys"
  }

  /// The severity of a finding.
  public let severity: Severity
  /// The kind of a finding.
  public let kind: Kind
  /// Whose donations.
  public let activityType: String
  /// The key, if it is about one.
  public let key: String?
  /// The number of donations that were looked at.
  public let donations: Int
  /// The number of them that it concerns.
  public let concerned: Int
  /// Returns the report of all that was measured.
  public let text: String
  /// The way to mend it.
  public let mending: String
}
