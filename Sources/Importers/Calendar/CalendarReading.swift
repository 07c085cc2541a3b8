internal import Activities
internal import Foundation

/// The appointments of calendars (iCalendar, RFC 5545) in a window of time.
package struct CalendarReading: Sendable {
  /// The appointments by their start, each occurrence by itself.
  package private(set) var events: [CalendarEvent] = []
  /// What became of the entries of each file.
  package private(set) var reports: [HistoryReport] = []

  private static let source = "icalendar"
  private static let notALine = HistoryProblem("no property and value; the file is damaged")
  private static let cutOff = HistoryProblem("the file ends in the middle of it; export it again")
  /// The most entries of a file, and the most lines of one.
  private static let (mostEntries, mostLines) = (200_000, 10_000)

  /// Reads calendars.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - window: Milliseconds since 1970, half-open: an appointment counts that begins before its end and ends after its beginning.
  ///   - settings: The zone of times without one, and the rules for secrets.
  /// - Throws: ``HistoryError`` for a file that cannot be read, or is no calendar.
  package init(_ files: [HistoryFile], in window: Range<Int64>, _ settings: HistorySettings) throws {
    let dates =
      Date(
        timeIntervalSince1970: Double(window.lowerBound) / 1_000)..<Date(
        timeIntervalSince1970: Double(window.upperBound) / 1_000)
    for file in files {
      guard Self.isCalendar(file) else {
        throw HistoryError(file.size == 0 ? .empty : .noCalendar, at: file.path)
      }
      try file.readWithinBudget { try read(file, in: dates, settings) }
    }
    events.sort {
      ($0.start.milliseconds, $0.activity.identity) < ($1.start.milliseconds, $1.activity.identity)
    }
  }

  /// Returns whether a file is a calendar, by its first line.
  package static func isCalendar(_ file: HistoryFile) -> Bool {
    HistoryText.decoded(HistoryText.firstLine(of: file.head)).trimmingCharacters(in: .whitespacesAndNewlines)
      .uppercased() == "BEGIN:VCALENDAR"
  }

  private mutating func read(_ file: HistoryFile, in window: Range<Date>, _ settings: HistorySettings) throws
  {
    var report = HistoryReport(source: Self.source, path: file.path)
    var (entries, locations): ([CalendarEntry], [String: String]) = ([], [:])
    var (path, lines, first): ([String], [CalendarLine], Int) = ([], [], 0)
    var zone: String?
    try CalendarLine.forEach(in: file) { number, line in
      guard let line else { return report.note(Self.notALine, at: .line(number)) }
      switch (line.name, path.last) {
      case ("BEGIN", _):
        path.append(line.value.uppercased())
        if path.last == "VEVENT" { (lines, first) = ([], number) }
      case ("END", _):
        if path.popLast() == "VEVENT", entries.count < Self.mostEntries {
          report.countRecord()
          do throws(HistoryProblem) {
            entries.append(try CalendarEntry(lines, line: first, locations, settings))
          } catch { report.note(error, at: .line(first)) }
        }
      case (_, "VEVENT"): if lines.count < Self.mostLines { lines.append(line) }
      case ("TZID", "VTIMEZONE"): zone = line.value
      case ("X-LIC-LOCATION", "VTIMEZONE"): if let zone { locations[zone] = line.value }
      default: break
      }
    }
    if path.contains("VEVENT") {
      report.countRecord()
      report.note(Self.cutOff, at: .line(first))
    }
    var replaced: [String: Set<Date>] = [:]
    for entry in entries {
      if let identifier = entry.identifier, let date = entry.replaced {
        replaced[identifier, default: []].insert(date)
      }
    }
    for entry in entries {
      if let filter = entry.filter(settings) {
        report.filter(filter)
        continue
      }
      do throws(HistoryProblem) {
        let others = entry.identifier.flatMap { replaced[$0] } ?? []
        let starts = try entry.starts(in: window, without: others, within: file.budget)
        guard !starts.isEmpty else { continue }
        let activity = try entry.activity(settings)
        for start in starts {
          events.append(try entry.event(activity, at: start, settings))
          report.added += 1
        }
      } catch { report.note(error, at: .line(entry.line)) }
    }
    reports.append(report)
  }
}
