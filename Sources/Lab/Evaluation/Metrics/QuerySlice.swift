/// Some of the queries, and how good each ranker was on them: those at one hour, or after so many
/// donations.
public struct QuerySlice: Hashable, Sendable {
  /// The first number of the slice: of donations seen, or an hour.
  public let lowest: Int
  /// The last such number that belongs to it; `nil` if there is no last one.
  public let highest: Int?
  /// The number of users that have queries in it.
  public let users: Int
  /// The number of queries in it.
  public let queries: Int
  /// The share of queries whose answer was an activity that their user had never done: a miss for
  /// every ranker.
  ///
  /// The mean reciprocal rank over the others is that over all, divided by one minus this; so they
  /// put rankers in the same order.
  public let novelShare: Double
  /// One entry a ranker, the engine first.
  public let figures: [Figure]
  /// The engine against the best rule of this slice; `nil` if no rules were measured.
  ///
  /// The best is chosen by the very queries that it is measured on, which is to its favour.
  public let lead: PairedDifference?

  /// The figures of one ranker.
  public struct Figure: Hashable, Sendable {
    /// `hunch`, or the name of a ``Baseline``.
    public let name: String
    /// The mean over the slice's queries, so users with more of them weigh more; 0 for a new
    /// activity.
    public let meanReciprocalRank: Double
    /// Its 95 % bootstrap interval, resampling users (queries, if there is one user).
    public let interval: ClosedRange<Double>
  }

  /// The figures of the best rule.
  public var bestBaseline: Figure? { lead.flatMap { lead in figures.first { $0.name == lead.baseline } } }

  /// The slice's numbers in words: `5–9`, `200+`, `1`.
  public var label: String {
    guard let highest else { return "\(lowest)+" }
    return lowest == highest ? "\(lowest)" : "\(lowest)–\(highest)"
  }

  /// Measures the queries whose number lies in a range; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - number: What queries are sliced by.
  ///   - indices: Which of a user's queries are looked at.
  init?(
    _ lowest: Int, _ highest: Int?, of users: [ReplayedUser], names: [String], seed: UInt64,
    by number: (ReplayedUser.Query) -> Int, among indices: (ReplayedUser) -> Range<Int>
  ) {
    func chosen(_ user: ReplayedUser) -> [Int] {
      indices(user).filter { (lowest...(highest ?? .max)).contains(number(user.queries[$0])) }
    }
    let ranks = ReciprocalRanks(of: users, chosen)
    guard ranks.queries > 0 else { return nil }
    let bootstrap = Bootstrap(ranks, seed: seed)
    self.lowest = lowest
    self.highest = highest
    self.users = ranks.byUser.count
    queries = ranks.queries
    let novel = users.reduce(0) { $0 + $1.novelCount(among: chosen($1)) }
    novelShare = Double(novel) / Double(queries)
    figures = names.indices.map { ranker in
      Figure(
        name: names[ranker], meanReciprocalRank: ranks.mean(ofRanker: ranker),
        interval: bootstrap.interval(ofRanker: ranker))
    }
    // The least lead is that over the best rule; of equal ones the first.
    lead = PairedDifference.all(ranks, bootstrap, names: names).min { $0.mean < $1.mean }
  }
}

extension [QuerySlice] {
  /// The numbers of donations seen at which the cold-start curve has its points: the first of each
  /// bin.
  static let coldStartBins = [1, 2, 3, 5, 10, 20, 50, 100, 200]

  /// The numbers of donations seen at which the cold-start curve has its points, in words:
  /// `1, 2, 3` and so on, with `and` before the last.
  public static var coldStartPoints: String {
    let numbers = coldStartBins.map(String.init)
    return numbers.dropLast().joined(separator: ", ") + numbers.suffix(1).map { " and \($0)" }.joined()
  }

  /// The curve over the number of donations that were seen of a user: over all of their queries but
  /// the first, before which nothing is known.
  ///
  /// - Complexity: O(queries x rankers), plus resamples.
  static func coldStart(of users: [ReplayedUser], names: [String], seed: UInt64) -> [QuerySlice] {
    let ends = coldStartBins.dropFirst().map { $0 - 1 } + [nil]
    return zip(coldStartBins, ends).compactMap { lowest, highest in
      QuerySlice(
        lowest, highest, of: users, names: names, seed: seed, by: \.donationsSeen, among: \.queries.indices)
    }
  }

  /// The scored queries by the hour of the local day.
  ///
  /// - Complexity: O(queries x rankers), plus resamples.
  static func hours(of users: [ReplayedUser], names: [String], seed: UInt64) -> [QuerySlice] {
    (0..<24).compactMap { hour in
      QuerySlice(hour, hour, of: users, names: names, seed: seed, by: { $0.hour ?? -1 }, among: \.scored)
    }
  }
}
