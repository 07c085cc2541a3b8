internal import Activities
internal import Answers

extension HintReport {
  /// The table for people and scripts: the most relevant first; ties are in the order of time.
  var table: Table {
    var table = Table(
      header: isCatalogue ? ["program", "activity"] : ["relevance", "program", "activity", "because"])
    table.words = isCatalogue ? [0, 1] : [1, 2, 3]
    table.dispensable = isCatalogue ? [0] : [1]
    table.rows = sorted.map { hint in
      let name = [hint.program, hint.title ?? hint.activityType]
      guard let relevance = hint.relevance else { return name.map(Formatting.plain) }
      let because =
        hint.providers.isEmpty ? "nothing" : hint.providers.map { $0.words(now: now) }.joined(separator: ", ")
      return [Formatting.fixed(relevance, 2)] + (name + [because]).map(Formatting.plain)
    }
    return table
  }

  var sorted: [Entry] {
    func key(_ place: Int) -> (Double, Int64, Int) {
      let entry = hints[place]
      // Rounded as it is printed.
      return (-((entry.relevance ?? 0) * 100).rounded(), entry.start?.milliseconds ?? .max, place)
    }
    return hints.indices.sorted { key($0) < key($1) }.map { hints[$0] }
  }
}

extension HintReport.Provider {
  fileprivate func words(now: Instant) -> String {
    start.map { "\(words) (\(InstantText.words(for: $0, now: now)))" } ?? words
  }
}
