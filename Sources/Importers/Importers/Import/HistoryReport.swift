package import Activities

/// The results of importing one history.
package struct HistoryReport: Sendable, Equatable {
  /// The records that are malformed for one reason.
  package struct Malformed: Sendable, Equatable {
    package let problem: HistoryProblem
    package fileprivate(set) var count = 0
    /// The positions of the first of them.
    package fileprivate(set) var places: [HistoryPosition] = []
  }

  /// The name of the importer.
  package let source: String
  /// The path of the history.
  package let path: String
  /// The number of records in it.
  package private(set) var read = 0
  /// The number of new donations, or of those that a rehearsal would add.
  package internal(set) var added = 0
  /// The number of donations that the store already had.
  package internal(set) var known = 0
  /// The number of skipped records, by rule.
  package private(set) var filtered: [HistoryFilter: Int] = [:]
  /// The effects of the store's privacy rules, by number.
  package private(set) var rules: [RuleUse] = []
  /// The number of donations that were kept without a part of them, by rule.
  package private(set) var withheld: [HistoryFilter: Int] = [:]
  /// The number of donations that are kept but not suggested, by reason: a kind of sensitive site,
  /// a rule, or ``dangerous``.
  package private(set) var unsuggested: [String: Int] = [:]
  /// The malformed records, by reason, in the order of their first occurrence.
  package private(set) var malformed: [Malformed] = []
  /// The number of donations with a known order but no time.
  package internal(set) var undated = 0
  /// The number of donations that got their place from a track.
  package internal(set) var placed = 0
  /// The number of donations that were made during an appointment.
  package internal(set) var inAppointments = 0
  /// The earliest and the latest time.
  package private(set) var times: ClosedRange<Int64>?
  /// The error that ended the reading early, if any.
  package internal(set) var failure: HistoryError?
  /// The number of donations that were forgotten because they exceeded the store's limits.
  package internal(set) var retired = 0

  /// The maximum number of positions named for one reason.
  private static let shownPlaces = 3
  /// The maximum number of reasons that are distinguished.
  private static let shownProblems = 50

  package init(source: String, path: String) {
    (self.source, self.path) = (source, path)
  }

  /// The number of skipped records.
  package var filteredCount: Int { filtered.values.reduce(0, +) }
  /// The number of malformed records.
  package var malformedCount: Int { malformed.reduce(0) { $0 + $1.count } }

  mutating func countRecord() { read += 1 }

  mutating func filter(_ filter: HistoryFilter, _ count: Int = 1) {
    if count > 0 { filtered[filter, default: 0] += count }
  }

  /// Counts what the privacy rules did to some donations.
  mutating func count(_ uses: [RuleUse]) {
    rules.add(uses)
    filter(.privacyRule, uses.reduce(0) { $0 + $1.filtered })
  }

  /// The reason of ``unsuggested`` for commands that are dangerous to repeat.
  package static let dangerous = "dangerous to repeat"

  mutating func noteUnsuggested(_ reason: String) { unsuggested[reason, default: 0] += 1 }

  mutating func withhold(_ filter: HistoryFilter) { withheld[filter, default: 0] += 1 }

  mutating func note(_ problem: HistoryProblem, at place: HistoryPosition) {
    let known = malformed.firstIndex { $0.problem == problem }
    let index = known ?? (malformed.count < Self.shownProblems ? malformed.endIndex : malformed.endIndex - 1)
    if index == malformed.endIndex { malformed.append(Malformed(problem: problem)) }
    malformed[index].count += 1
    if malformed[index].places.count < Self.shownPlaces { malformed[index].places.append(place) }
  }

  mutating func note(time: Int64) {
    times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
  }
}
