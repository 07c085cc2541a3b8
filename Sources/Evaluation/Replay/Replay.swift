public import Activities

/// Replays a user's donations: ask, score, then donate.
///
/// Nothing is asked that was not known just before.
public struct Replay: Sendable {
  /// From which share of each user's donations on queries are scored, 0 to 1.
  public var scoreFrom = 0.7
  /// Whether a query knows the place of what will happen, or the last known one only.
  public var knowsPlace = false

  /// The protocol of design section 8: the last 30 %, the last known place.
  public init() {}

  /// The first donation that is scored.
  public func firstScored(of count: Int) -> Int { Self.first(scoreFrom, of: count) }

  /// How many donations make up the first share of some; every split of a log is made by this rule.
  ///
  /// Rounded up, but for what is rounding itself: 0.55 of 100 is 55, though the product is a trace above. A share below 0
  /// or not a number counts as 0, one above 1 as 1.
  public static func first(_ share: Double, of count: Int) -> Int {
    Int((Double(count) * min(1, max(0, share)) - 1e-9).rounded(.up))
  }

  /// The context in which a donation is asked for.
  public func query(for donation: Donation) throws(ActivityError) -> Context {
    guard !knowsPlace, donation.context.place != nil else { return donation.context }
    return try Context(at: donation.context.instant, attributes: donation.context.attributes)
  }

  /// Replays donations, which are in the order of time, and answers what became of each query.
  ///
  /// - Parameters:
  ///   - donations: All donations of one user.
  ///   - ranker: What is asked. It has learned nothing yet.
  ///   - stopwatch: Told to start before and to stop after each scored query.
  ///   - start: The first donation that is asked for; `nil` is the first that is scored.
  /// - Complexity: O(n x cost of a query).
  func run<Asked: Ranker>(
    _ donations: [Donation], asking ranker: inout Asked, stopwatch: inout Stopwatch, from start: Int? = nil
  ) throws -> [QueryOutcome] {
    var rows: [ActivityIdentity: Int] = [:]
    var identities: [ActivityIdentity] = []
    var outcomes: [QueryOutcome] = []
    let firstScored = firstScored(of: donations.count)
    for (index, donation) in donations.enumerated() {
      try Task.checkCancellation()
      let row = rows[donation.identity]
      if index >= start ?? firstScored {
        let context = try query(for: donation)
        stopwatch.start()
        let scores = try ranker.scores(for: context)
        if index >= firstScored { stopwatch.stop() }
        outcomes.append(Self.outcome(row: row, scores: scores, identities: identities, ranker: ranker))
      }
      if row == nil {
        rows[donation.identity] = identities.count
        identities.append(donation.identity)
      }
      try ranker.observe(donation, row: row ?? identities.count - 1)
    }
    return outcomes
  }

  /// Equal scores are ranked by identity.
  private static func outcome(
    row: Int?, scores: [Float], identities: [ActivityIdentity], ranker: some Ranker
  ) -> QueryOutcome {
    let rank = row.map { target in
      1
        + scores.indices.count { other in
          scores[other] > scores[target]
            || (scores[other] == scores[target] && identities[other] < identities[target])
        }
    }
    guard let said = (ranker as? any ProbabilisticRanker)?.probabilities else {
      return QueryOutcome(rank: rank, probability: nil, topProbability: nil)
    }
    return QueryOutcome(
      rank: rank, probability: row.map { said.rows[$0] } ?? said.novelty, topProbability: said.rows.max())
  }
}
