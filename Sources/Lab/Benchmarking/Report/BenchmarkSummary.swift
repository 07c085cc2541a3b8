extension BenchmarkReport {
  /// The most informative case for people who do not read tables.
  private struct Headline {
    let subject: String
    /// The series of the case, or the beginning of its name.
    let name: String
    /// The usual size; the summary reports the largest case up to it.
    let usualSize: Int
    /// Returns the words for the timed work of a size.
    let words: @Sendable (String) -> String
  }

  private static let headlines = [
    Headline(subject: "ranking", name: "query, by activities", usualSize: BenchmarkPlan.usualActivities) {
      "a suggestion among \($0) activities takes"
    },
    Headline(subject: "continuation", name: "build and publish", usualSize: .max) { _ in
      "publishing an activity takes"
    },
    Headline(subject: "store", name: "append at once, durable", usualSize: 1) { _ in
      "storing a donation safely takes"
    },
  ]

  /// The figures in one sentence; `nil` if the case for that was not measured.
  public var sentence: String? {
    for headline in Self.headlines where headline.subject == subject {
      let sized = results.flatMap { result in
        result.series.filter { $0.name == headline.name }.map { (size: $0.size, result) }
      }.sorted { $0.size < $1.size }
      let named = results.first { $0.name.hasPrefix(headline.name) }
      guard
        let found = (sized.last { $0.size <= headline.usualSize } ?? sized.first) ?? named.map({ (0, $0) })
      else { continue }
      return "\(headline.words(Benchmarks.amount(found.size))) \(Self.duration(found.1.timing.median)) here"
    }
    return nil
  }
}
