/// Whether what was said came true: one point of a reliability diagram, queries whose first suggestion was about as sure.
public struct ReliabilityBin: Hashable, Sendable {
  /// How many queries there are in it.
  public let queries: Int
  /// The mean probability of the first suggestion.
  public let said: Double
  /// The share of first suggestions that were right; a new activity counts as wrong.
  public let met: Double

  /// Sorts queries by the probability of the first suggestion into bins of equal mass.
  ///
  /// Queries without a suggestion are left out, and bins that nothing falls into, because there are fewer queries than bins.
  ///
  /// - Complexity: O(n log n) for n outcomes.
  public static func bins(_ outcomes: [QueryOutcome], count: Int = 15) -> [ReliabilityBin] {
    let sorted = outcomes.compactMap { outcome in
      outcome.topProbability.map { (said: Double($0), hit: outcome.isHit) }
    }
    // Equal probabilities stay in the order of the queries: sorted by outcome, one bin would hold their misses, another
    // their hits, and a perfectly calibrated constant would look wrong.
    .enumerated().sorted { ($0.element.said, $0.offset) < ($1.element.said, $1.offset) }.map(\.element)
    return (0..<max(0, count)).compactMap { bin in
      let members = sorted[bin * sorted.count / count..<(bin + 1) * sorted.count / count]
      guard !members.isEmpty else { return nil }
      return ReliabilityBin(
        queries: members.count,
        said: members.reduce(0) { $0 + $1.said } / Double(members.count),
        met: Double(members.count { $0.hit }) / Double(members.count))
    }
  }

  /// The expected calibration error: the mean distance between said and met, weighted by queries (Naeini, Cooper,
  /// Hauskrecht: Obtaining well calibrated probabilities, 2015); `nil` of no bins.
  public static func calibrationError(_ bins: [ReliabilityBin]) -> Double? {
    guard !bins.isEmpty else { return nil }
    let queries = bins.reduce(0) { $0 + $1.queries }
    return bins.reduce(0) { $0 + Double($1.queries) * abs($1.said - $1.met) } / Double(queries)
  }
}
