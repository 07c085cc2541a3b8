internal import Activities

/// What every ranker made of one user's queries: what all figures are computed from.
public struct ReplayedUser: Sendable {
  /// The circumstances of a query.
  struct Query: Hashable {
    /// How many donations of this user came before.
    let donationsSeen: Int
    /// The hour of the local day, 0 to 23.
    let hour: Int
  }

  /// The queries that were asked, in the order of time.
  let queries: [Query]
  /// One array a ranker, the engine first, with an outcome a query.
  let outcomes: [[QueryOutcome]]
  /// The first of ``queries`` that is scored; those before it are for the cold start only.
  let firstScored: Int
  /// How long each ranker took.
  let stopwatches: [Stopwatch]

  /// The queries that are scored.
  var scored: Range<Int> { firstScored..<queries.count }

  /// The outcomes of a ranker's scored queries.
  func scoredOutcomes(ofRanker ranker: Int) -> [QueryOutcome] { Array(outcomes[ranker][scored]) }

  /// The queries among some whose answer was an activity that this user had never done; no ranker can foresee them.
  func novelCount(among indices: [Int]) -> Int {
    indices.count { outcomes[0][$0].rank == nil }
  }
}
