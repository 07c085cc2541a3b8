/// A slice of the queries, by hour or by number of donations seen, with each ranker's figures.
public struct QuerySlice: Hashable, Sendable {
  /// The first number of the slice: donations seen, or an hour.
  public let lowest: Int
  /// The last number of the slice; `nil` if it is open.
  public let highest: Int?
  /// The number of users that have queries in it.
  public let users: Int
  /// The number of queries in it.
  public let queries: Int
  /// The share of queries with an activity that was new to the user: a miss for every ranker.
  ///
  /// The mean reciprocal rank over the others is that over all, divided by one minus this, so both
  /// rank the rankers in the same order.
  public let novelShare: Double
  /// One entry a ranker, the engine first.
  public let figures: [Figure]
  /// The engine against the best rule of this slice; `nil` if no rules were measured.
  ///
  /// The best rule is chosen on the same queries that measure it, which favours the rule.
  public let lead: PairedDifference?

  /// The figures of one ranker.
  public struct Figure: Hashable, Sendable {
    /// `hunch`, or the name of a ``Baseline``.
    public let name: String
    /// The mean over the slice's queries, so users with more of them count more; a new activity
    /// counts 0.
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

  /// Measures the queries with a number in a range; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - number: Returns the number to slice queries by.
  ///   - indices: Returns the queries of a user to include.
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
    // The smallest lead is over the best rule; of equal ones, take the first.
    lead = PairedDifference.all(ranks, bootstrap, names: names).min { $0.mean < $1.mean }
  }
}

extension [QuerySlice] {
  /// The numbers of donations seen at the points of the cold-start curve: the first of each bin.
  static let coldStartBins = [1, 2, 3, 5, 10, 20, 50, 100, 200]

  /// The numbers of donations seen at the points of the cold-start curve, in words:
  /// `1, 2, 3` and so on, with `and` before the last.
  public static var coldStartPoints: String {
    let numbers = coldStartBins.map(String.init)
    return numbers.dropLast().joined(separator: ", ") + numbers.suffix(1).map { " and \($0)" }.joined()
  }

  /// Returns the curve over the number of donations seen of a user, over all queries but each
  /// user's first, before which nothing is known.
  ///
  /// - Complexity: O(queries x rankers), plus resamples.
  static func coldStart(of users: [ReplayedUser], names: [String], seed: UInt64) -> [QuerySlice] {
    let ends = coldStartBins.dropFirst().map { $0 - 1 } + [nil]
    return zip(coldStartBins, ends).compactMap { lowest, highest in
      QuerySlice(
        lowest, highest, of: users, names: names, seed: seed, by: \.donationsSeen, among: \.queries.indices)
    }
  }

  /// Returns the scored queries by the hour of the local day.
  ///
  /// - Complexity: O(queries x rankers), plus resamples.
  static func hours(of users: [ReplayedUser], names: [String], seed: UInt64) -> [QuerySlice] {
    (0..<24).compactMap { hour in
      QuerySlice(hour, hour, of: users, names: names, seed: seed, by: { $0.hour ?? -1 }, among: \.scored)
    }
  }
}
