internal import Activities

/// Measures rankers in a replay: all are put the same queries, and told the same donations.
struct RankingSink: ReplaySink {
  private(set) var rankers: [any Ranker]
  /// One array a ranker, with an outcome a query.
  private(set) var outcomes: [[QueryOutcome]]
  /// The time that each ranker took for the scored queries.
  private(set) var stopwatches: [Stopwatch]
  /// The queries that were asked.
  private(set) var queries: [ReplayedUser.Query] = []
  /// What was done at each query, and what the first ranker put first; empty unless it is kept.
  private(set) var predictions: [ReplayedUser.Prediction] = []
  /// The newest donation's activity of each identity; empty unless predictions are kept.
  private(set) var activities: [ActivityIdentity: UserActivity] = [:]

  private let start: Int
  private let firstScored: Int
  private let keepsPredictions: Bool
  private var rows = ActivityRows()

  /// Measures rankers that have learned nothing yet.
  ///
  /// - Parameters:
  ///   - start: The first donation that is asked for.
  ///   - firstScored: The first that is timed.
  ///   - keepsPredictions: Whether it is kept what was done and what the first ranker put first.
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

  /// Returns the activity that is ranked first, of equal scores the one with the lowest identity;
  /// `nil` of none.
  private func first(by scores: [Float]) -> ActivityIdentity? {
    let identities = rows.identities
    return scores.indices.min {
      scores[$0] > scores[$1] || (scores[$0] == scores[$1] && identities[$0] < identities[$1])
    }.map { identities[$0] }
  }

  /// The outcome of a query; equal scores are ranked by identity.
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

/// The outcomes of one user's queries with every ranker: what all figures are computed from.
public struct ReplayedUser: Sendable {
  /// The circumstances of a query.
  struct Query: Hashable {
    /// The number of donations of this user that came before.
    let donationsSeen: Int
    /// The hour of the local day, 0 to 23; `nil` if it is not known.
    let hour: Int?
  }

  /// What was done at a query, and what the engine ranked first.
  struct Prediction: Hashable {
    let done: ActivityIdentity
    /// `nil` if nothing was known to rank.
    let first: ActivityIdentity?
  }

  /// The queries that were asked, in the order of time.
  let queries: [Query]
  /// One array a ranker, the engine first, with an outcome a query.
  let outcomes: [[QueryOutcome]]
  /// The first of ``queries`` that is scored; those before it are for the cold start only.
  let firstScored: Int
  /// The time that each ranker took.
  let stopwatches: [Stopwatch]
  /// One entry a query if they were kept, else empty.
  var predictions: [Prediction] = []
  /// The activities as they were donated last, of which there are predictions.
  var activities: [ActivityIdentity: UserActivity] = [:]

  /// The queries that are scored.
  var scored: Range<Int> { firstScored..<queries.count }

  /// The outcomes of a ranker's scored queries.
  func scoredOutcomes(ofRanker ranker: Int) -> [QueryOutcome] { Array(outcomes[ranker][scored]) }

  /// The queries among some whose answer was an activity that this user had never done; no ranker
  /// can foresee them.
  func novelCount(among indices: [Int]) -> Int {
    indices.count { outcomes[0][$0].rank == nil }
  }
}

/// Adds up the time that queries take, by a clock that the caller hands in: nanoseconds since any
/// fixed moment.
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
