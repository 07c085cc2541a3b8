internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Importers
internal import SQLiteStorage
internal import Suggestions

/// `hunch hint import`.
struct ImportHintsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make hints of the appointments in calendars.",
    discussion: """
      Reads iCalendar files (.ics). Each appointment of the coming days becomes a hint that is relevant from three hours before its start to \
      two hours after its end, with its title, location and web page. It takes the place of the program's whole list, so run it daily: at \
      most \(HintList.hints.limit) appointments, the nearest ones. Cancelled and private ones are left out, and so are those whose title a rule for secrets hits. Addresses of meetings by a long identifier and \
      of shared files are not kept. Of several versions of an appointment, also in several files, the newest counts. Times without a \
      time zone are those of --tz, or, in exceptions, of their series.

        hunch hint import calendar.ics
        hunch hint import work.ics home.ics --days 7 --dry-run
      """)
  static let sample = ["--user", "ZQuser", "events.ics", "--days", "3"]

  @Argument(help: ArgumentHelp("The calendars.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("How far ahead.", valueName: "count"), completion: .nothing)
  var days = 28

  @Option(help: ArgumentHelp("Whose list it becomes.", valueName: "name"), completion: .programs)
  var program = "calendar"

  @Flag(name: .customLong("dry-run"), help: "Replace nothing; list what would be hints.")
  var isRehearsal = false

  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days has to be from 1 to 366.") }
    guard !program.isEmpty else { throw ValidationError("--program has to name one.") }
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
      output.note("\(further) later ones are left out: a program may have \(HintList.hints.limit) hints")
    }
    if filtered > 0 { output.note("\(filtered) kept out by privacy rules (hunch rules)") }
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
