public import Suggestions

/// The result of an evaluation at moments, over all evaluated users.
public struct MomentEvaluation: Hashable, Sendable {
  /// The seconds from one moment to the next.
  public let step: Double
  /// The horizon in seconds.
  public let horizon: Double
  /// The seconds from the end of observation to the moment of the query.
  public let lead: Double
  /// The number of users with at least one moment.
  public let users: Int
  /// The number of moments.
  public let asked: Int
  /// The policy of ``Ranker/underPolicy``.
  public let policy: SuggestionPolicy
  /// One entry a ranker.
  public let rankers: [Ranker]

  /// The engine's ranker: the last one outside ``MomentRule/baselines``.
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
    /// ``brier`` divided by the smallest one of ``MomentRule/baselines``; `nil` if none was
    /// measured or made an error.
    public let ratio: Double?
    /// The sum of all probabilities over all moments: the expected number of activities.
    public let expected: Double
    /// The number of known activities that were then done, over all moments.
    public let happened: Int
    /// Expected calibration error of the highest probabilities, over ``reliability``; `nil` if none
    /// was above 0.
    public let calibrationError: Double?
    /// The predictions above each threshold, and their outcomes.
    public let interruptions: [Interruptions]
    /// The interruptions under ``MomentEvaluation/policy``, and their outcomes.
    public let underPolicy: PolicyInterruptions
    /// The highest probability at each moment against the observed share, in 15 bins of equal mass.
    ///
    /// It omits moments without a probability above 0.
    public let reliability: [ReliabilityBin]
    /// The expected and the actual activities, by day and hour.
    public let week: WeekOfMoments
  }

  /// The outcomes of announcing the most likely activity whenever it reaches a threshold.
  public struct Interruptions: Hashable, Sendable {
    /// The threshold.
    public let threshold: Double
    /// The number of moments with an announcement.
    public let said: Int
    /// The mean of ``said`` over a day of a user.
    public let perDay: Double
    /// The share of ``said`` that came true; `nil` without announcements.
    public let cameTrue: Double?
    /// The share of all moments at which another activity above the threshold was done instead of
    /// the announced one.
    public let missed: Double
  }

  /// The interruptions of a user under a policy, if the engine is asked at every moment.
  ///
  /// The most likely activity interrupts if it reaches ``SuggestionPolicy/leastToInterrupt``, was
  /// done ``SuggestionPolicy/leastDonationsToInterrupt`` times and is not in its back-off. It does
  /// not in quiet hours, above the day's budget, or too soon after the last interruption. One that
  /// comes true counts as accepted as soon as its activity is done.
  public struct PolicyInterruptions: Hashable, Sendable {
    /// The number of interruptions.
    public let said: Int
    /// The mean of ``said`` over a day of a user.
    public let perDay: Double
    /// The share of ``said`` that came true; `nil` without interruptions.
    public let cameTrue: Double?
    /// The number of times that an activity could have interrupted but did not, and was done.
    ///
    /// It was done outside quiet hours. At some moment within the horizon before, it was as likely
    /// as the policy requires, and at none of these did it interrupt.
    ///
    /// Repetitions within the horizon count as the same time.
    public let missed: Int
    /// The mean of ``missed`` over a day of a user.
    public let missedPerDay: Double
  }

  /// Adds up the tallies of users (outer), one per rule (inner).
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
  /// The mean squared error per moment; 0 without moments.
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
