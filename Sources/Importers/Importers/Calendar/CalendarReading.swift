internal import Activities
internal import Foundation

/// The appointments of calendars (iCalendar, RFC 5545) in a window of time.
package struct CalendarReading: Sendable {
  /// The appointments by start, with each occurrence separate.
  package private(set) var events: [CalendarEvent] = []
  /// The results of reading each file.
  package private(set) var reports: [HistoryReport] = []

  /// Reads calendars.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - window: Milliseconds since 1970, half-open. An appointment counts if it begins before the
  ///     window's end and ends after its start.
  ///   - settings: The zone of times without one, and the rules for secrets.
  /// - Throws: ``HistoryError`` for a file that cannot be read, or is not a calendar.
  package init(_ files: [HistoryFile], in window: Range<Int64>, _ settings: HistorySettings) throws {
    let dates =
      Date(
        timeIntervalSince1970: Double(window.lowerBound) / 1_000)..<Date(
        timeIntervalSince1970: Double(window.upperBound) / 1_000)
    var entries: [CalendarEntry] = []
    for file in files {
      guard Self.isCalendar(file) else {
        throw HistoryError(file.size == 0 ? .empty : .noCalendar, at: file.path)
      }
      try file.readWithinBudget {
        let calendar = try CalendarFile(
          file, number: reports.count, after: entries.count, until: dates.upperBound, settings)
        entries += calendar.entries
        reports.append(calendar.report)
      }
    }
    var taken: Set<Appointment> = []
    for series in Self.series(of: entries) { add(series, of: files, in: dates, &taken, settings) }
    events.sort {
      ($0.start.milliseconds, $0.activity.identity) < ($1.start.milliseconds, $1.activity.identity)
    }
  }

  /// Returns whether a file is a calendar, by its first line.
  package static func isCalendar(_ file: HistoryFile) -> Bool {
    HistoryText.decoded(HistoryText.firstLine(of: file.head)).trimmingCharacters(in: .whitespacesAndNewlines)
      .uppercased() == "BEGIN:VCALENDAR"
  }

  /// Returns the appointments of entries; entries with one identifier are one appointment, even in
  /// different files.
  private static func series(of entries: [CalendarEntry]) -> [CalendarSeries] {
    var groups: [[CalendarEntry]] = []
    var numbers: [String: Int] = [:]
    for entry in entries {
      let identifier = entry.isVersion ? entry.identifier : nil
      if let number = identifier.flatMap({ numbers[$0] }) {
        groups[number].append(entry)
      } else {
        if let identifier { numbers[identifier] = groups.count }
        groups.append([entry])
      }
    }
    return groups.map(CalendarSeries.init)
  }

  /// The key by which two appointments are the same.
  private struct Appointment: Hashable {
    let identity: ActivityIdentity
    let start: Int64
    let end: Int64
  }

  /// Adds the occurrences of an appointment in a window.
  ///
  /// - Parameter taken: The appointments added so far, because entries without an identifier may
  ///   also occur twice.
  private mutating func add(
    _ series: CalendarSeries, of files: [HistoryFile], in window: Range<Date>,
    _ taken: inout Set<Appointment>,
    _ settings: HistorySettings
  ) {
    for entry in series.outdated { reports[entry.file].filter(CalendarSeries.outdated) }
    var left: Set<Int> = []
    for entry in series.entries {
      guard let filter = entry.filter(settings) else { continue }
      reports[entry.file].filter(filter)
      left.insert(entry.place)
    }
    let occurrences = series.occurrences(
      in: window, of: { !left.contains($0.place) }, within: { files[$0].budget }
    ) { problem, entry in reports[entry.file].note(problem, at: .line(entry.line)) }
    var activities: [Int: UserActivity] = [:]
    for (entry, start) in occurrences where !left.contains(entry.place) {
      do throws(HistoryProblem) {
        let known = activities[entry.place]
        let activity = if let known { known } else { try entry.activity(settings) }
        activities[entry.place] = activity
        let event = try entry.event(activity, at: start, settings)
        let appointment = Appointment(
          identity: activity.identity, start: event.start.milliseconds, end: event.end.milliseconds)
        guard taken.insert(appointment).inserted else {
          left.insert(entry.place)
          reports[entry.file].filter(CalendarSeries.outdated)
          continue
        }
        events.append(event)
        reports[entry.file].added += 1
      } catch {
        left.insert(entry.place)
        reports[entry.file].note(error, at: .line(entry.line))
      }
    }
  }
}
