internal import Activities

/// An evaluation in one sentence, for people who do not read tables.
public struct EvaluationSummary: Sendable {
  /// The sentence; `nil` if no rule was measured.
  ///
  /// For example, "the first suggestion was right 70 times in 100; the best simple rule (naive
  /// Bayes) 63".
  public let sentence: String?

  /// Sums up an evaluation.
  public init(_ evaluation: Evaluation) {
    let first = evaluation.rankers.map { (name: $0.name, share: $0.metrics.hitRate.first ?? 0) }
    let rules = first.compactMap { ranker in
      Baseline(rawValue: ranker.name).map { (words: $0.words, share: ranker.share) }
    }
    // The first of equally good rules.
    guard let engine = first.first(where: { Baseline(rawValue: $0.name) == nil }),
      let best = rules.reversed().max(by: { $0.share < $1.share })
    else {
      sentence = nil
      return
    }
    func times(_ share: Double) -> Int { Int(clamping: (share * 100).rounded()) }
    let own = times(engine.share)
    sentence =
      "the first suggestion was right \(own) \(own == 1 ? "time" : "times") in 100; "
      + "the best simple rule (\(best.words)) \(times(best.share))"
  }
}

extension Baseline {
  /// Its name for people.
  fileprivate var words: String {
    switch self {
    case .mostFrequent: "the most frequent"
    case .mostRecent: "the most recent"
    case .frecency: "frecency"
    case .hourOfDay: "hour of day"
    case .markov1: "what came after the last activity"
    case .markov2: "what came after the last two activities"
    case .naiveBayes: "naive Bayes"
    }
  }
}
