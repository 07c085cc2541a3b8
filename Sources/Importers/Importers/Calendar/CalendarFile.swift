internal import Foundation

/// The entries of one file, which may hold several calendars.
struct CalendarFile {
  private static let source = "icalendar"
  private static let notALine = HistoryProblem("not a property with a value; the file is damaged")
  private static let cutOff = HistoryProblem("the file ends in the middle of it; export it again")
  /// The maximum number of entries in a file, and of lines in a component.
  private static let (mostEntries, mostLines) = (200_000, 10_000)

  private(set) var entries: [CalendarEntry] = []
  private(set) var report: HistoryReport

  private let file: HistoryFile
  private let number: Int
  private let place: Int
  private let settings: HistorySettings
  private var zones: CalendarZones

  /// The names of the open components, and the lines of those that are read.
  private var path: [String] = []
  private var event: (first: Int, lines: [CalendarLine]) = (0, [])
  private var zone: (lines: [CalendarLine], components: [[CalendarLine]]) = ([], [])
  /// The method and the entries of the open calendar; entries wait for its zones, which may follow
  /// them.
  private var (method, waiting): (String?, [(first: Int, lines: [CalendarLine])]) = (nil, [])

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - number: Its number among the files read together.
  ///   - place: The number of entries read earlier.
  ///   - end: The end of the time of interest.
  ///   - settings: The zone of times without one.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end.
  init(
    _ file: HistoryFile, number: Int, after place: Int, until end: Date, _ settings: HistorySettings
  ) throws {
    (self.file, self.number, self.place, self.settings) = (file, number, place, settings)
    report = HistoryReport(source: Self.source, path: file.path)
    zones = CalendarZones(until: end, within: file.budget)
    try CalendarLine.forEach(in: file) { number, line in
      if let line { take(line, number) } else { report.note(Self.notALine, at: .line(number)) }
    }
    if path.contains("VEVENT") {
      report.countRecord()
      report.note(Self.cutOff, at: .line(event.first))
    }
    finish()
  }

  private mutating func take(_ line: CalendarLine, _ number: Int) {
    switch (line.name, path.last) {
    case ("BEGIN", let outer):
      let name = line.value.trimmingCharacters(in: .whitespaces).uppercased()
      path.append(name)
      if name == "VEVENT" { event = (number, []) }
      if name == "VTIMEZONE" { zone = ([], []) }
      if outer == "VTIMEZONE", zone.components.count < Self.mostLines { zone.components.append([]) }
    case ("END", _):
      switch path.popLast() {
      case "VEVENT": if entries.count + waiting.count < Self.mostEntries { waiting.append(event) }
      case "VTIMEZONE": zones.define(zone.lines, zone.components)
      case "VCALENDAR": finish()
      default: break
      }
    case (_, "VEVENT"): if event.lines.count < Self.mostLines { event.lines.append(line) }
    case (_, "VTIMEZONE"): if zone.lines.count < Self.mostLines { zone.lines.append(line) }
    case (_, "STANDARD"), (_, "DAYLIGHT"):
      if let last = zone.components.indices.last, zone.components[last].count < Self.mostLines {
        zone.components[last].append(line)
      }
    case ("METHOD", "VCALENDAR"): method = line.value
    case ("X-WR-TIMEZONE", "VCALENDAR"): zones.usual = line.text
    default: break
    }
  }

  /// Reads the entries of the calendar that has ended.
  private mutating func finish() {
    let purpose = CalendarEntry.Purpose(method: method)
    for index in waiting.indices {
      let (first, lines) = waiting[index]
      waiting[index].lines = []
      report.countRecord()
      do throws(HistoryProblem) {
        entries.append(
          try CalendarEntry(
            lines, line: first, in: number, after: place + entries.count, for: purpose, &zones, settings))
      } catch { report.note(error, at: .line(first)) }
    }
    (method, waiting) = (nil, [])
    zones.usual = nil
  }
}
