internal import Activities
internal import Features
internal import Suggestions

/// A measurement of rankers at moments; all get the same moments and donations.
struct MomentSink: ReplaySink {
  /// One entry per ranker.
  private(set) var tallies: [MomentTally]

  private var rankers: [any MomentRanker]
  private let horizon: Double
  private var rows = ActivityRows()
  /// The number of donations of each row.
  private var donations: [Int] = []

  /// Creates a measurement of rankers without any learned donation.
  ///
  /// - Parameters:
  ///   - step: The seconds from one moment to the next.
  ///   - horizon: The horizon in seconds.
  ///   - policy: The policy of interruptions.
  init(
    _ rankers: [any MomentRanker], every step: Double = 900, within horizon: Double,
    under policy: SuggestionPolicy = SuggestionPolicy()
  ) {
    self.rankers = rankers
    self.horizon = horizon
    tallies = rankers.map { _ in MomentTally(under: policy, every: step, within: horizon) }
  }

  mutating func ask(_ query: ReplayQuery) throws {
    let upcoming = query.upcoming.filter(\.hasExactTime)
    let known = upcoming.compactMap { donation in
      rows[donation.identity].map { (row: $0, instant: donation.context.instant) }
    }
    let identities = Set(upcoming.map(\.identity))
    let done = identities.compactMap { rows[$0] }
    let moment = AskedMoment(query.context, lead: query.lead)
    for index in rankers.indices {
      let probabilities = try rankers[index].probabilities(at: moment, within: horizon)
      tallies[index].count(
        probabilities, done: Set(done), novel: identities.count - done.count, identities: rows.identities)
      tallies[index].week.count(probabilities, done: identities.count, at: query.context.instant)
      tallies[index].underPolicy.count(
        probabilities, at: query.context.instant, upcoming: known, donations: donations,
        identities: rows.identities)
    }
  }

  mutating func learn(_ step: ReplayStep) throws {
    for donation in step.donations {
      let row = rows.number(of: donation.identity)
      if row == donations.count { donations.append(0) }
      donations[row] += 1
      for index in rankers.indices { try rankers[index].observe(donation, row: row) }
    }
  }
}
