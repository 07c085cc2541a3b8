internal import Activities
package import Suggestions

/// The number of suggestions that were shown, taken and ignored, and whether their probabilities
/// came true, as JSON.
package struct SuggestionStatisticsReport: Encodable {
  package let lists: Int
  package let shown: Int
  package let taken: Int
  /// The number of suggestions that were shown and not taken.
  package let ignored: Int
  /// One entry per surface; null is for feedback that does not name one.
  package let surfaces: [Row]
  /// One entry per week and surface, newest first.
  package let weeks: [Row]
  package let probabilities: Probabilities

  /// The numbers of a surface or a week.
  package struct Row: Encodable {
    /// The week of ISO 8601; absent for all weeks.
    package let week: String?
    package let surface: NullableMember<String>
    package let lists: Int
    package let shown: Int
    package let taken: Int
    package let ignored: Int
  }

  /// The stated probabilities and their outcomes.
  package struct Probabilities: Encodable {
    /// One entry per tenth with a suggestion whose outcome is known.
    package let bins: [Bin]
    /// The number of suggestions with a probability whose outcome is not known, or not known yet.
    package let undecided: Int
    /// The number of suggestions for which the log has no probability.
    package let unstated: Int
  }

  /// The suggestions with about the same stated probability.
  package struct Bin: Encodable {
    package let from: Double
    package let to: Double
    package let suggestions: Int
    /// The mean of the stated probabilities.
    package let said: Double
    /// The number of suggestions that came true.
    package let done: Int
    /// The share of suggestions that came true.
    package let cameTrue: Double
  }

  /// - Parameter top: The maximum number of entries of ``weeks``.
  package init(_ statistics: SuggestionStatistics, top: Int) {
    (lists, shown) = (statistics.total.lists, statistics.total.shown)
    (taken, ignored) = (statistics.total.taken, statistics.total.ignored)
    surfaces = statistics.surfaces.map { Row(week: nil, surface: $0.key, $0.value) }
      .sorted { ($0.surface.value ?? "~") < ($1.surface.value ?? "~") }
    let weeks = statistics.weeks.map { Row(week: $0.key.name, surface: $0.key.surface, $0.value) }
      .sorted { left, right in
        left.week == right.week
          ? (left.surface.value ?? "~") < (right.surface.value ?? "~")
          : (left.week ?? "") > (right.week ?? "")
      }
    self.weeks = Array(weeks.prefix(top))
    let width = Double(SuggestionStatistics.binCount)
    probabilities = Probabilities(
      bins: statistics.bins.enumerated().filter { $0.element.suggestions > 0 }.map { index, bin in
        Bin(
          from: Double(index) / width, to: Double(index + 1) / width, suggestions: bin.suggestions,
          said: bin.said / Double(bin.suggestions), done: bin.done,
          cameTrue: Double(bin.done) / Double(bin.suggestions))
      }, undecided: statistics.undecided, unstated: statistics.unstated)
  }
}

extension SuggestionStatisticsReport.Row {
  fileprivate init(week: String?, surface: Surface?, _ count: SuggestionStatistics.Count) {
    self.init(
      week: week, surface: NullableMember(surface?.rawValue), lists: count.lists, shown: count.shown,
      taken: count.taken, ignored: count.ignored)
  }
}
