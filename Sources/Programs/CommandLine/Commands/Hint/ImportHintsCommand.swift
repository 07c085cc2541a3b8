internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch hint import`.
struct ImportHintsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn the appointments of calendars into hints.",
    discussion: """
      Reads iCalendar files (.ics). Each appointment of the coming days becomes a hint with its title, location and web page, \
      relevant from three hours before its start to two hours after its end. The import replaces the program's whole list with \
      the nearest \(HintList.hints.limit) appointments, so run it daily. It skips cancelled and private appointments, and those whose title matches a rule for secrets. It drops \
      meeting addresses with long identifiers, and addresses of shared files. The newest version of an appointment counts, even across files. Times without a \
      time zone are in that of --tz or, for exceptions, of their series.

        hunch hint import calendar.ics
        hunch hint import work.ics home.ics --days 7 --dry-run
      """)
  static let sample = ["--user", "ZQuser", "events.ics", "--days", "3"]

  @Argument(help: ArgumentHelp("Read these calendars (.ics).", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Read appointments up to COUNT days ahead.", valueName: "count"), completion: .nothing)
  var days = 28

  @Option(help: ArgumentHelp("Replace the list of this program.", valueName: "name"), completion: .programs)
  var program = "calendar"

  @Flag(name: .customLong("dry-run"), help: "Replace nothing; list the appointments that would become hints.")
  var isRehearsal = false

  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days must be from 1 to 366.") }
    guard !program.isEmpty else { throw ValidationError("--program is empty; name a program.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    let calendars = try CalendarOptions.files(files)
    let end = now.milliseconds + Int64(days) * 86_400_000
    let reading = try CalendarReading(
      calendars, in: now.milliseconds..<end, HistorySettings(zone: time.zone ?? .current))
    for report in reading.reports { tell(report) }
    let events = reading.events.prefix(HintList.hints.limit)
    let hints = try events.map { event in
      try Hint(
        of: event.activity, relevance: [.date(DateRelevance(from: event.start, to: event.end))],
        role: .information, kind: .scheduled)
    }
    let further = reading.events.count - hints.count
    if isRehearsal {
      return try print(events, further: further, filtered: 0)
    }
    let log = try store.open()
    let filtered = try await log.setHints(
      hints, in: .hints, of: program, for: user.user(in: log, quiet: output.quiet))
    try print(events, further: further, filtered: filtered)
  }

  private func tell(_ report: HistoryReport) {
    let path = Formatting.plain(report.path)
    var parts = ["\(Formatting.count(report.read, "entry", "entries"))", "\(report.added) in these days"]
    for (filter, count) in report.filtered.sorted(by: { $0.key.description < $1.key.description }) {
      parts.append("\(count) \(filter)")
    }
    output.note("\(path): \(parts.joined(separator: ", "))")
    CalendarOptions.tell(problemsOf: report)
  }

  private func print(_ events: ArraySlice<CalendarEvent>, further: Int, filtered: Int) throws {
    if further > 0 {
      output.note("skipped \(further) later ones: a program may have \(HintList.hints.limit) hints")
    }
    if filtered > 0 { output.note("\(filtered) filtered by privacy rules (hunch rules)") }
    if output.json {
      return try Console.print(
        JSONText.line(
          Summary(
            dryRun: isRehearsal, program: program, set: isRehearsal ? 0 : events.count - filtered,
            leftOut: further, appointments: events.map(Summary.Appointment.init))))
    }
    guard isRehearsal else {
      return try Console.print(
        "\(Formatting.plain(program)) has \(Formatting.count(events.count - filtered, "hint")) now")
    }
    for event in events {
      try Console.print("\(event.start.rfc3339)\t\(Formatting.plain(event.activity.title ?? ""))")
    }
  }

  private struct Summary: Encodable {
    struct Appointment: Encodable {
      let title: String?
      let start: String
      let end: String
      let allDay: Bool

      init(_ event: CalendarEvent) {
        (title, allDay) = (event.activity.title, event.isAllDay)
        (start, end) = (event.start.rfc3339, event.end.rfc3339)
      }
    }

    let dryRun: Bool
    let program: String
    let set: Int
    let leftOut: Int
    let appointments: [Appointment]
  }
}
