internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers

/// The calendars that say which appointment takes place at a moment.
struct CalendarOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Appointments, as the context attribute event; a calendar (.ics), may be repeated.", valueName: "file"),
    completion: .file())
  var calendar: [String] = []

  /// Returns a context with the appointment of its moment, unless it says by itself what takes
  /// place.
  ///
  /// - Throws: `HistoryError` for a file that cannot be read, or is no calendar.
  func completed(_ context: Context, zone: TimeZone?) throws -> Context {
    let time = context.instant.milliseconds
    let title = try Self.context(of: calendar, in: time..<time + 1, zone: zone).title(at: time)
    guard let title, context.attributes[CalendarContext.attribute] == nil else { return context }
    var attributes = context.attributes
    attributes[CalendarContext.attribute] = .string(title)
    return try Context(at: context.instant, place: context.place, attributes: attributes)
  }

  /// Returns what calendars say of a time, in milliseconds since 1970; what makes no sense in them
  /// is told.
  ///
  /// - Throws: `HistoryError` for a file that cannot be read, or is no calendar.
  static func context(of paths: [String], in times: Range<Int64>, zone: TimeZone?) throws -> CalendarContext {
    let reading = try CalendarReading(files(paths), in: times, HistorySettings(zone: zone ?? .current))
    for report in reading.reports { tell(problemsOf: report) }
    return CalendarContext(reading.events)
  }

  /// Opens calendars.
  ///
  /// - Throws: `HistoryError` for what cannot be read more than once, or is not there.
  static func files(_ paths: [String]) throws -> [HistoryFile] {
    try paths.map { path in
      guard !path.isEmpty else { throw Failure.emptyFileName }
      guard path != "-" else { throw HistoryError(.notARegularFile, at: "standard input") }
      return try HistoryFile(path: path)
    }
  }

  /// Tells which entries of a calendar make no sense, and where they stand.
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
