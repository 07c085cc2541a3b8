internal import Activities

/// Measures rankers at moments: all are put the same moments, and told the same donations.
struct MomentSink: ReplaySink {
  /// One entry a ranker.
  private(set) var tallies: [MomentTally]

  private var rankers: [any MomentRanker]
  private let horizon: Double
  private var rows = ActivityRows()

  /// Measures rankers that have learned nothing yet.
  ///
  /// - Parameter horizon: The seconds within which an activity is to be done.
  init(_ rankers: [any MomentRanker], within horizon: Double) {
    self.rankers = rankers
    self.horizon = horizon
    tallies = rankers.map { _ in MomentTally() }
  }

  mutating func ask(_ query: ReplayQuery) throws {
    let identities = Set(query.upcoming.map(\.identity))
    let done = identities.compactMap { rows[$0] }
    for index in rankers.indices {
      let probabilities = try rankers[index].probabilities(at: query.context, within: horizon)
      tallies[index].count(
        probabilities, done: Set(done), novel: identities.count - done.count, identities: rows.identities)
    }
  }

  mutating func learn(_ step: ReplayStep) throws {
    for donation in step.donations {
      let row = rows.number(of: donation.identity)
      for index in rankers.indices { try rankers[index].observe(donation, row: row) }
    }
  }
}
