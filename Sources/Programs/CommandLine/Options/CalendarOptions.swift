internal import Activities
internal import Answering
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers

/// The option for calendars, which provide the appointment at a moment.
struct CalendarOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read appointments from this calendar (.ics) as the context attribute event; may be repeated.",
      valueName: "file"),
    completion: .file())
  var calendar: [String] = []

  /// Reads the calendars into a question, and reports malformed entries.
  ///
  /// - Throws: `HistoryError` for a file that cannot be read, or is not a calendar.
  func read(into question: inout SuggestionQuestion, now: Instant) throws {
    try calendar.forEach(Self.checkName)
    question.calendars = calendar
    for report in try question.readCalendars(at: now) { Self.tell(problemsOf: report) }
  }

  /// Returns the appointments of calendars in a period, in milliseconds since 1970, and reports
  /// malformed entries.
  ///
  /// - Throws: `HistoryError` for a file that cannot be read, or is not a calendar.
  static func context(of paths: [String], in times: Range<Int64>, zone: TimeZone?) throws -> CalendarContext {
    let reading = try CalendarReading(files(paths), in: times, HistorySettings(zone: zone ?? .current))
    for report in reading.reports { tell(problemsOf: report) }
    return CalendarContext(reading.events)
  }

  /// Opens calendars.
  ///
  /// - Throws: `HistoryError` for a file that does not exist, or cannot be read more than once.
  static func files(_ paths: [String]) throws -> [HistoryFile] {
    try paths.map { path in
      try checkName(path)
      return try HistoryFile(path: path)
    }
  }

  private static func checkName(_ path: String) throws {
    guard !path.isEmpty else { throw Failure.emptyFileName }
    guard path != "-" else { throw HistoryError(.notARegularFile, at: "standard input") }
  }

  /// Reports the malformed entries of a calendar, with their positions.
  static func tell(problemsOf report: HistoryReport) {
    for malformed in report.malformed {
      let places = malformed.places.map(\.description).joined(separator: ", ")
      let more = malformed.count - malformed.places.count
      Console.note(
        "\(Formatting.plain(report.path)):\(places)\(more > 0 ? " and \(Formatting.grouped(more)) more" : ""): \(malformed.problem)"
      )
    }
  }
}
