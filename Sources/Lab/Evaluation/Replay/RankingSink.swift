internal import Activities

/// A measurement of rankers in a replay; all get the same queries and donations.
struct RankingSink: ReplaySink {
  private(set) var rankers: [any Ranker]
  /// One array per ranker, with an outcome per query.
  private(set) var outcomes: [[QueryOutcome]]
  /// The time that each ranker took for the scored queries.
  private(set) var stopwatches: [Stopwatch]
  /// The queries that were asked.
  private(set) var queries: [ReplayedUser.Query] = []
  /// The activity done at each query, and the first ranker's first one; empty unless kept.
  private(set) var predictions: [ReplayedUser.Prediction] = []
  /// The newest donation's activity of each identity; empty unless predictions are kept.
  private(set) var activities: [ActivityIdentity: UserActivity] = [:]

  private let start: Int
  private let firstScored: Int
  private let keepsPredictions: Bool
  private var rows = ActivityRows()

  /// Creates a measurement of rankers without any learned donation.
  ///
  /// - Parameters:
  ///   - start: The first donation with a query.
  ///   - firstScored: The first donation with a timed query.
  ///   - keepsPredictions: Whether to keep the activity done and the first ranker's first one.
  init(
    _ rankers: [any Ranker], from start: Int, firstScored: Int, keepsPredictions: Bool = false,
    nanoseconds: (@Sendable () -> UInt64)? = nil
  ) {
    self.rankers = rankers
    self.start = start
    self.firstScored = firstScored
    self.keepsPredictions = keepsPredictions
    outcomes = rankers.map { _ in [] }
    stopwatches = rankers.map { _ in Stopwatch(nanoseconds: nanoseconds) }
  }

  mutating func ask(_ query: ReplayQuery) throws {
    guard query.number >= start, let donation = query.upcoming.first else { return }
    let row = rows[donation.identity]
    queries.append(
      ReplayedUser.Query(
        donationsSeen: query.number,
        hour: donation.hasExactTime ? Int(donation.context.instant.localHour) : nil))
    for index in rankers.indices {
      stopwatches[index].start()
      let scores = try rankers[index].scores(
        for: query.context, precision: donation.details.timePrecision)
      if query.number >= firstScored { stopwatches[index].stop() }
      outcomes[index].append(outcome(row: row, scores: scores, ranker: rankers[index]))
      if keepsPredictions, index == 0 {
        predictions.append(ReplayedUser.Prediction(done: donation.identity, first: first(by: scores)))
      }
    }
  }

  mutating func learn(_ step: ReplayStep) throws {
    for donation in step.donations {
      let row = rows.number(of: donation.identity)
      for index in rankers.indices { try rankers[index].observe(donation, row: row) }
      if keepsPredictions { activities[donation.identity] = donation.activity }
    }
  }

  /// Returns the activity ranked first, by lowest identity for equal scores; `nil` without
  /// activities.
  private func first(by scores: [Float]) -> ActivityIdentity? {
    let identities = rows.identities
    return scores.indices.min {
      scores[$0] > scores[$1] || (scores[$0] == scores[$1] && identities[$0] < identities[$1])
    }.map { identities[$0] }
  }

  /// Returns the outcome of a query; equal scores are ranked by identity.
  private func outcome(row: Int?, scores: [Float], ranker: any Ranker) -> QueryOutcome {
    let identities = rows.identities
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

/// The outcomes of one user's queries with every ranker, the source of all figures.
public struct ReplayedUser: Sendable {
  /// The circumstances of a query.
  struct Query: Hashable {
    /// The number of donations of this user that came before.
    let donationsSeen: Int
    /// The hour of the local day, 0 to 23; `nil` if unknown.
    let hour: Int?
  }

  /// The activity done at a query, and the one that the engine ranked first.
  struct Prediction: Hashable {
    let done: ActivityIdentity
    /// The activity ranked first; `nil` if none was known.
    let first: ActivityIdentity?
  }

  /// The queries that were asked, in the order of time.
  let queries: [Query]
  /// One array per ranker, the engine first, with an outcome per query.
  let outcomes: [[QueryOutcome]]
  /// The index of the first scored query in ``queries``; earlier ones are only for the cold start.
  let firstScored: Int
  /// The time that each ranker took.
  let stopwatches: [Stopwatch]
  /// One entry per query if they were kept, or else empty.
  var predictions: [Prediction] = []
  /// The newest form of each activity with predictions.
  var activities: [ActivityIdentity: UserActivity] = [:]

  /// The queries that are scored.
  var scored: Range<Int> { firstScored..<queries.count }

  /// Returns the outcomes of a ranker's scored queries.
  func scoredOutcomes(ofRanker ranker: Int) -> [QueryOutcome] { Array(outcomes[ranker][scored]) }

  /// Returns the queries with an activity that was new to this user; no ranker can predict them.
  func novelCount(among indices: [Int]) -> Int {
    indices.count { outcomes[0][$0].rank == nil }
  }
}

/// The total time of queries, by the caller's clock in nanoseconds since any fixed moment.
struct Stopwatch {
  let nanoseconds: (@Sendable () -> UInt64)?
  private var started: UInt64 = 0
  private(set) var total: UInt64 = 0
  private(set) var laps = 0

  init(nanoseconds: (@Sendable () -> UInt64)?) {
    self.nanoseconds = nanoseconds
  }

  mutating func start() { started = nanoseconds?() ?? 0 }

  mutating func stop() {
    total += (nanoseconds?() ?? 0) &- started
    laps += 1
  }
}
