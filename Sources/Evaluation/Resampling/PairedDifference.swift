/// By how much the engine is ahead of a rule on the very same queries.
public struct PairedDifference: Hashable, Sendable {
  /// The rule.
  public let baseline: String
  /// The engine's mean reciprocal rank minus the rule's.
  public let mean: Double
  /// The 95 % bootstrap interval of ``mean``; each resample is the same for both.
  public let interval: ClosedRange<Double>
  /// The share of resamples in which the engine is ahead; a tie is none.
  public let winShare: Double

  /// Compares the first ranker with each other one.
  ///
  /// - Parameter names: Of the rankers, the engine's first.
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
