public import Suggestions

/// The result of an evaluation at moments, over all users who were asked.
public struct MomentEvaluation: Hashable, Sendable {
  /// The seconds from one moment to the next.
  public let step: Double
  /// The seconds within which an activity was to be done.
  public let horizon: Double
  /// The seconds from the moment until which a user was observed to the one that was asked about.
  public let lead: Double
  /// The number of users who were asked at least once.
  public let users: Int
  /// The number of moments.
  public let asked: Int
  /// The policy of ``Ranker/underPolicy``.
  public let policy: SuggestionPolicy
  /// One entry a ranker.
  public let rankers: [Ranker]

  /// The ranker that is the engine's: the last one that is none of ``MomentRule/baselines``.
  public var engine: Ranker? {
    rankers.last { ranker in !MomentRule.baselines.contains { $0.rawValue == ranker.name } }
  }

  /// The figures of one ranker.
  public struct Ranker: Hashable, Sendable {
    /// The name of a ``MomentRule``.
    public let name: String
    /// The Brier score: the mean over moments of the squared errors of all probabilities, summed
    /// over the known activities, and 1 for each activity that was done for the first time (Brier:
    /// Verification of forecasts, 1950).
    public let brier: Double
    /// ``brier`` divided by the least one of ``MomentRule/baselines``; `nil` if none of these was
    /// measured, or made an error.
    public let ratio: Double?
    /// The sum of all probabilities over all moments: the number of activities that were expected.
    public let expected: Double
    /// The number of known activities that were then done, over all moments.
    public let happened: Int
    /// Expected calibration error of the highest probabilities, over ``reliability``; `nil` if none
    /// was above 0.
    public let calibrationError: Double?
    /// What would have been said, and what came of it, one entry a threshold.
    public let interruptions: [Interruptions]
    /// What a person would have been interrupted with under ``MomentEvaluation/policy``, and what
    /// came of it.
    public let underPolicy: PolicyInterruptions
    /// The highest probability at each moment against what came true, in 15 bins of equal mass.
    ///
    /// Moments are left out at which no activity has a probability above 0.
    public let reliability: [ReliabilityBin]
    /// What was expected and what happened, by day and hour.
    public let week: WeekOfMoments
  }

  /// What is said by those who say the likeliest activity whenever it is likely enough.
  public struct Interruptions: Hashable, Sendable {
    /// The probability from which on it is said.
    public let threshold: Double
    /// The number of moments at which something was said.
    public let said: Int
    /// The mean of ``said`` over a day of a user.
    public let perDay: Double
    /// The share of ``said`` at which that was then done; `nil` if nothing was said.
    public let cameTrue: Double?
    /// The share of all moments at which an activity was then done that was as likely as the
    /// threshold asks, and was not said, because another was.
    public let missed: Double
  }

  /// What a person is interrupted with who is asked about at every moment, under a policy.
  ///
  /// The likeliest activity is said that is as likely as ``SuggestionPolicy/leastToInterrupt``, was
  /// done ``SuggestionPolicy/leastDonationsToInterrupt`` times and need not rest, but not in quiet
  /// hours, not above the day's budget and not too soon after the last interruption. One that comes
  /// true is taken for accepted as soon as its activity is done.
  public struct PolicyInterruptions: Hashable, Sendable {
    /// The number of interruptions.
    public let said: Int
    /// The mean of ``said`` over a day of a user.
    public let perDay: Double
    /// The share of ``said`` whose activity was then done; `nil` if nothing was said.
    public let cameTrue: Double?
    /// The number of times that an activity was done outside of quiet hours which was as likely as
    /// the policy asks at some moment within the horizon before, and was said at none of these.
    ///
    /// Being done again within the horizon after that is the same time.
    public let missed: Int
    /// The mean of ``missed`` over a day of a user.
    public let missedPerDay: Double
  }

  /// Adds up the tallies of users (outer), one a rule (inner).
  init(
    of users: [[MomentTally]], rules: [MomentRule], step: Double, horizon: Double, lead: Double = 0,
    policy: SuggestionPolicy = SuggestionPolicy()
  ) {
    let totals = rules.indices.map { rule in
      users.reduce(into: MomentTally()) { $0.add($1[rule]) }
    }
    let simple = zip(rules, totals).filter { MomentRule.baselines.contains($0.0) }.map(\.1.brier).min()
    self.step = step
    self.horizon = horizon
    self.lead = lead
    self.users = users.count { $0.first?.moments ?? 0 > 0 }
    asked = totals.first?.moments ?? 0
    self.policy = policy
    rankers = zip(rules, totals).map { rule, total in
      let bins = ReliabilityBin.bins(total.highest)
      let days = Double(total.moments) * step / 86_400
      return Ranker(
        name: rule.rawValue, brier: total.brier,
        ratio: simple.flatMap { $0 > 0 ? total.brier / $0 : nil },
        expected: total.expected, happened: total.happened,
        calibrationError: ReliabilityBin.calibrationError(bins),
        interruptions: total.interruptions(days: days), underPolicy: total.underPolicy.figures(days: days),
        reliability: bins, week: total.week)
    }
  }
}

extension MomentTally {
  /// The mean squared error of a moment; 0 of no moments.
  fileprivate var brier: Double { squaredError / Double(max(1, moments)) }

  fileprivate func interruptions(days: Double) -> [MomentEvaluation.Interruptions] {
    Self.thresholds.indices.map { index in
      MomentEvaluation.Interruptions(
        threshold: Self.thresholds[index], said: said[index],
        perDay: days > 0 ? Double(said[index]) / days : 0,
        cameTrue: said[index] > 0 ? Double(cameTrue[index]) / Double(said[index]) : nil,
        missed: Double(missed[index]) / Double(max(1, moments)))
    }
  }
}

extension InterruptionTally {
  fileprivate func figures(days: Double) -> MomentEvaluation.PolicyInterruptions {
    MomentEvaluation.PolicyInterruptions(
      said: said, perDay: days > 0 ? Double(said) / days : 0,
      cameTrue: said > 0 ? Double(cameTrue) / Double(said) : nil, missed: missed,
      missedPerDay: days > 0 ? Double(missed) / days : 0)
  }
}
