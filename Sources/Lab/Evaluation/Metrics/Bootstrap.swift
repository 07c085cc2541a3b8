internal import Kernels

/// Means under resampling: how much a figure would differ among other people of the same kind
/// (Efron: Bootstrap methods, 1979).
///
/// It draws whole users with replacement, because one user's queries are alike; for a single user,
/// it draws queries. All rankers are measured on the same draws, so that their means can be
/// compared draw by draw.
struct Bootstrap {
  /// The number of resamples.
  static let resamples = 1_000

  /// The mean of each ranker (outer) in each resample (inner, in the order of drawing); empty, if
  /// there are no queries.
  let means: [[Double]]

  /// Resamples reciprocal ranks.
  ///
  /// - Complexity: O(resamples x units x rankers), where units are users or the queries of the only
  ///   one.
  init(_ ranks: ReciprocalRanks, seed: UInt64) {
    let units = ranks.byUser.count > 1 ? ranks.byUser : ranks.byUser.flatMap(Self.queries)
    let counts = units.map { Double($0.first?.count ?? 0) }
    let sums = units.flatMap { unit in unit.map { $0.reduce(0, +) } }
    let rankers = units.first?.count ?? 0
    var means = [[Double]](repeating: [], count: rankers)
    var random = SeededRandom(seed: seed)
    for _ in 0..<(units.isEmpty ? 0 : Self.resamples) {
      var totals = [Double](repeating: 0, count: rankers)
      var queries = 0.0
      for _ in units {
        let drawn = random.integer(below: units.count)
        queries += counts[drawn]
        for ranker in totals.indices { totals[ranker] += sums[drawn * rankers + ranker] }
      }
      for ranker in totals.indices { means[ranker].append(totals[ranker] / queries) }
    }
    self.means = means
  }

  /// Returns the 95 % interval of a ranker's mean; `0...0` without queries.
  func interval(ofRanker ranker: Int) -> ClosedRange<Double> {
    means.indices.contains(ranker) ? Self.interval(of: means[ranker]) : 0...0
  }

  /// Returns the middle 95 % of values.
  static func interval(of values: [Double]) -> ClosedRange<Double> {
    guard !values.isEmpty else { return 0...0 }
    let sorted = values.sorted()
    let cut = sorted.count / 40
    return sorted[cut]...sorted[sorted.count - 1 - cut]
  }

  /// Returns each query of a user as a separate unit.
  private static func queries(_ user: [[Double]]) -> [[[Double]]] {
    (user.first ?? []).indices.map { query in user.map { [$0[query]] } }
  }
}

/// The reciprocal ranks of some queries, in the order of resampling: user, then ranker, then query.
///
/// Users without queries are omitted.
struct ReciprocalRanks {
  let byUser: [[[Double]]]

  /// The number of queries.
  var queries: Int { byUser.reduce(0) { $0 + ($1.first?.count ?? 0) } }

  /// Returns the reciprocal ranks of one ranker.
  init(outcomesByUser: [[QueryOutcome]]) {
    byUser = outcomesByUser.filter { !$0.isEmpty }.map { [$0.map(\.reciprocalRank)] }
  }

  /// Collects the reciprocal ranks of all rankers, for the chosen queries of each user.
  ///
  /// - Parameter chosen: The queries of a user, as indices into ``ReplayedUser/queries``.
  init(of users: [ReplayedUser], _ chosen: (ReplayedUser) -> [Int]) {
    byUser = users.compactMap { user in
      let indices = chosen(user)
      guard !indices.isEmpty else { return nil }
      return user.outcomes.map { outcomes in indices.map { outcomes[$0].reciprocalRank } }
    }
  }

  /// Returns the mean of one ranker over all queries; 0 without queries.
  func mean(ofRanker ranker: Int) -> Double {
    byUser.reduce(0) { $0 + $1[ranker].reduce(0, +) } / Double(max(1, queries))
  }
}

/// The lead of the engine over a rule on the same queries.
public struct PairedDifference: Hashable, Sendable {
  /// The rule.
  public let baseline: String
  /// The engine's mean reciprocal rank minus the rule's.
  public let mean: Double
  /// The 95 % bootstrap interval of ``mean``; each resample is the same for both.
  public let interval: ClosedRange<Double>
  /// The share of resamples in which the engine is ahead; ties do not count.
  public let winShare: Double

  /// Compares the first ranker with each other one.
  ///
  /// - Parameter names: The rankers' names, the engine's first.
  static func all(_ ranks: ReciprocalRanks, _ bootstrap: Bootstrap, names: [String]) -> [PairedDifference] {
    guard ranks.queries > 0 else { return [] }
    let engine = ranks.mean(ofRanker: 0)
    return names.indices.dropFirst().map { rule in
      let differences = zip(bootstrap.means[0], bootstrap.means[rule]).map { $0 - $1 }
      return PairedDifference(
        baseline: names[rule], mean: engine - ranks.mean(ofRanker: rule),
        interval: Bootstrap.interval(of: differences),
        winShare: Double(differences.count { $0 > 0 }) / Double(differences.count))
    }
  }
}
