internal import Kernels

/// Means under resampling: how much a figure would differ among other people of the same kind (Efron: Bootstrap methods,
/// 1979).
///
/// What is drawn, with replacement, is whole users, because the queries of one are alike; queries, if there is one user.
/// All rankers are measured on the same draws, so that their means can be compared draw by draw.
struct Bootstrap {
  /// How many samples are drawn.
  static let resamples = 1_000

  /// The mean of each ranker (outer) in each resample (inner, in the order of drawing); empty, if there are no queries.
  let means: [[Double]]

  /// Resamples reciprocal ranks.
  ///
  /// - Complexity: O(resamples x units x rankers), where units are users or the queries of the only one.
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

  /// The 95 % interval of a ranker's mean; `0...0` of no queries.
  func interval(ofRanker ranker: Int) -> ClosedRange<Double> {
    means.indices.contains(ranker) ? Self.interval(of: means[ranker]) : 0...0
  }

  /// The middle 95 % of values.
  static func interval(of values: [Double]) -> ClosedRange<Double> {
    guard !values.isEmpty else { return 0...0 }
    let sorted = values.sorted()
    let cut = sorted.count / 40
    return sorted[cut]...sorted[sorted.count - 1 - cut]
  }

  /// Each query of a user as a unit of its own.
  private static func queries(_ user: [[Double]]) -> [[[Double]]] {
    (user.first ?? []).indices.map { query in user.map { [$0[query]] } }
  }
}
