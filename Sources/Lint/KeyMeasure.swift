/// What was measured of one key of an activity type's `userInfo`.
public struct KeyMeasure: Hashable, Sendable {
  /// The key.
  public let key: String
  /// How many of the measured donations have it.
  public let donations: Int
  /// The share of the measured donations that have it, 0 to 1.
  public let share: Double
  /// How many values it had, those of each user apart.
  public let distinct: Int
  /// How much a value tells, in bits: Shannon's entropy of the values of one user, averaged over users by their donations.
  public let entropy: Double
  /// The share of donations whose value that user had donated before, of those that can repeat one; absent if none can.
  public let repetition: Double?
  /// What follows.
  public let verdict: Verdict

  /// What a key is good for.
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

/// Whether something (nearly) never repeats.
public struct RepetitionTest: Hashable, Sendable {
  /// How many could have repeated what was there before.
  public let trials: Int
  /// How many did.
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
  /// How many standard deviations the bounds lie from what was seen: 95 % on one side.
  static let deviations = 1.645
  /// Below this number nothing is said: fewer do not bound the share of what never repeated below ``threshold``.
  public static let fewest = 12

  /// The bounds of the true share of repetitions, each with a certainty of 95 %.
  ///
  /// Wilson's score interval ("Probable inference, the law of succession, and statistical inference", 1927).
  public var bounds: ClosedRange<Double> {
    guard trials > 0 else { return 0...1 }
    let (n, z) = (Double(trials), Self.deviations)
    let share = Double(repeats) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - half)...min(1, middle + half)
  }

  /// Whether it (nearly) never repeats: the upper bound lies below ``threshold``.
  public var isNoise: Bool { trials >= Self.fewest && bounds.upperBound < Self.threshold }

  /// Whether it repeats: the lower bound lies at or above ``threshold``.
  public var isRepeated: Bool { bounds.lowerBound >= Self.threshold }

  /// Whether enough is known to say that it does not repeat, or that it does.
  public var isKnown: Bool { trials >= Self.fewest }
}
