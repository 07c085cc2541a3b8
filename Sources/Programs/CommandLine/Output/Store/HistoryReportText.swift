internal import Activities
internal import Answers
internal import Importers

/// The outcome of importing histories, for people: a line for each, followed by its details.
struct HistoryReportText {
  private let reports: [HistoryReport]
  private let rules: RuleUseText
  private let isRehearsal: Bool

  init(_ reports: [HistoryReport], rules: RuleUseText, isRehearsal: Bool) {
    (self.reports, self.rules, self.isRehearsal) = (reports, rules, isRehearsal)
  }

  var text: String { lines.joined(separator: "\n") }

  var lines: [String] { reports.flatMap { [summary(of: $0)] + details(of: $0) } }

  private func summary(of report: HistoryReport) -> String {
    var parts = [
      "read \(Formatting.grouped(report.read))",
      "\(isRehearsal ? "would add" : "added") \(Formatting.grouped(report.added))",
    ]
    if report.known > 0 { parts.append("\(Formatting.grouped(report.known)) already known") }
    if report.filteredCount > 0 {
      parts.append("\(Formatting.grouped(report.filteredCount)) skipped (\(Self.words(report.filtered)))")
    }
    if report.malformedCount > 0 { parts.append("\(Formatting.grouped(report.malformedCount)) malformed") }
    return "\(report.source) \(Formatting.plain(report.path)): \(parts.joined(separator: ", "))"
  }

  private func details(of report: HistoryReport) -> [String] {
    var lines: [String] = []
    if report.undated > 0 {
      lines.append(
        "\(Formatting.grouped(report.undated)) of them have no time; only their order is learned"
      )
    }
    // Known records do not change.
    if report.placed > 0, report.added > 0 {
      lines.append("with their place from the tracks: \(Formatting.grouped(report.placed))")
    }
    if report.inAppointments > 0, report.added > 0 {
      lines.append("done during an appointment: \(Formatting.grouped(report.inAppointments))")
    }
    let withheld = report.withheld.values.reduce(0, +)
    if withheld > 0 {
      lines.append(
        "\(Formatting.grouped(withheld)) kept without the whole line (\(Self.words(report.withheld)))")
    }
    if !report.unsuggested.isEmpty, report.added > 0 {
      let words = Self.words(report.unsuggested.map { ($0.key, $0.value) })
      lines.append(
        "kept, but not suggested: \(words)"
          + (SiteKind.allCases.contains { report.unsuggested[$0.rawValue] != nil }
            ? "; `hunch rules add --show --site-kind \(Self.firstKind(of: report))` changes that" : ""))
    }
    if let leftOut = rules.line(of: report.rules) { lines.append(leftOut) }
    if let count = report.filtered[.forgotten] {
      lines.append(
        "\(Formatting.grouped(count)) stay forgotten; --restore-forgotten restores them")
    }
    for malformed in report.malformed {
      let places = malformed.places.map(\.description).joined(separator: ", ")
      let more = malformed.count - malformed.places.count
      lines.append(
        "malformed at \(places)\(more > 0 ? " and \(Formatting.grouped(more)) more" : ""): \(malformed.problem)"
      )
    }
    if report.retired > 0 {
      lines.append(
        "\(Formatting.count(report.retired, "old donation")) beyond the retention limits forgotten")
    }
    if let failure = report.failure { lines.append("not read to its end: \(failure)") }
    return lines.map { "  " + Formatting.plain($0) }
  }

  /// Returns filters with their counts, the most frequent first.
  private static func words(_ filters: [HistoryFilter: Int]) -> String {
    words(filters.map { ($0.key.words, $0.value) })
  }

  private static func firstKind(of report: HistoryReport) -> String {
    SiteKind.allCases.map(\.rawValue).max {
      report.unsuggested[$0, default: 0] < report.unsuggested[$1, default: 0]
    } ?? ""
  }

  private static func words(_ counts: [(name: String, count: Int)]) -> String {
    counts
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .map { "\(Formatting.grouped($0.count)) \($0.name)" }.joined(separator: ", ")
  }
}

/// The outcome of importing histories, for programs.
struct HistoryImportSummary: Encodable {
  private struct Source: Encodable {
    struct Malformed: Encodable {
      let reason: String
      let count: Int
      let places: [String]
    }

    let source: String
    let path: String
    let read: Int
    let added: Int
    let known: Int
    let filtered: [String: Int]
    let rules: [RuleUseReport]
    let withheld: [String: Int]
    let unsuggested: [String: Int]
    let malformed: [Malformed]
    let undated: Int
    let placed: Int
    let inAppointments: Int
    let first: String?
    let last: String?
    let error: String?

    init(_ report: HistoryReport) {
      (source, path) = (report.source, report.path)
      (read, added, known, undated) = (report.read, report.added, report.known, report.undated)
      (placed, inAppointments) = (report.placed, report.inAppointments)
      filtered = Self.named(report.filtered)
      rules = report.rules.map(RuleUseReport.init)
      withheld = Self.named(report.withheld)
      unsuggested = report.unsuggested
      malformed = report.malformed.map {
        Malformed(reason: $0.problem.description, count: $0.count, places: $0.places.map(\.description))
      }
      first = report.times.flatMap { try? Instant(milliseconds: $0.lowerBound).rfc3339 }
      last = report.times.flatMap { try? Instant(milliseconds: $0.upperBound).rfc3339 }
      error = report.failure.map(\.description)
    }

    private static func named(_ filters: [HistoryFilter: Int]) -> [String: Int] {
      Dictionary(filters.map { ($0.key.description, $0.value) }, uniquingKeysWith: +)
    }
  }

  private let dryRun: Bool
  private let added: Int
  private let known: Int
  /// The number of sources that were not read because they have not changed.
  private let unchanged: Int?
  private let sources: [Source]

  init(_ reports: [HistoryReport], isRehearsal: Bool, unchanged: Int? = nil) {
    dryRun = isRehearsal
    self.unchanged = unchanged
    added = reports.reduce(0) { $0 + $1.added }
    known = reports.reduce(0) { $0 + $1.known }
    sources = reports.map(Source.init)
  }
}
