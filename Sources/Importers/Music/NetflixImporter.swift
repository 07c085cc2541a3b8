internal import Activities
internal import Foundation

/// What was watched on Netflix: the list that can be saved from the page of viewing activity (`NetflixViewingHistory.csv`: title and date), or that in a copy of all data (`ViewingActivity.csv`: times, durations, profiles).
///
/// - Level: that of everything that is played (``MediaPlay``); who made it is the series, which is what one goes on with, and a film is its title. The episode is beside it.
/// - Time: a day in the short list, in the form of the account's country; which of day and month comes first shows in the whole file. In the other one the beginning in UTC.
/// - Left out: trailers, what was played for less than a minute or began by itself, and other profiles than the one that has most records: they are other people. Who wants another one leaves its rows
///   alone in the file.
package struct NetflixImporter: HistoryImporter {
  package let name = "netflix"
  package let summary = "films and series watched on Netflix (its viewing activity)"
  package let locations = [
    "NetflixViewingHistory.csv", "ViewingActivity.csv",
    "netflix-report/CONTENT_INTERACTION/ViewingActivity.csv",
  ]
  .flatMap { [HistoryLocation.home($0), .home("Downloads/\($0)")] }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let short = HistoryFilter("played for less than a minute")
  static let trailer = HistoryFilter("trailer")
  static let byItself = HistoryFilter("began by itself")
  static let otherProfile = HistoryFilter("another profile")
  private static let list = ["title", "date"]
  private static let whole: Set<String> = ["profile name", "start time", "duration", "title"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let names = CSVFile.firstFields(of: file).map { $0.lowercased() }
    return names == Self.list || Self.whole.isSubset(of: names) ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let names = CSVFile.firstFields(of: file)
    let columns = NamedFields(names)
    let isList = names.count == Self.list.count
    var (profiles, order) = ([String: Int](), DateOrder())
    try Self.forEachRow(of: file) { _, fields in
      guard let fields = try? fields.get() else { return }
      if isList { order.note(columns.text("date", of: fields) ?? "") }
      profiles[columns.text("profile name", of: fields) ?? "", default: 0] += 1
    }
    // The first by name of equal ones, so that it is the same each time.
    let profile = profiles.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    try Self.forEachRow(of: file) { line, fields in
      let content: HistoryRecord.Content
      do throws(HistoryProblem) {
        let fields = try fields.get()
        func text(_ name: String) -> String? { columns.text(name, of: fields) }
        content =
          isList
          ? try Self.listed(text, order, settings)
          : text("profile name") ?? "" == profile
            ? try Self.watched(text, settings) : .filtered(Self.otherProfile)
      } catch { content = .malformed(error) }
      try receive(HistoryRecord(content, at: .line(line)))
    }
  }

  private static func forEachRow(
    of file: HistoryFile, _ receive: (Int, Result<[String], HistoryProblem>) throws -> Void
  ) throws {
    var isHeader = true
    try CSVFile.forEachRecord(of: file) { line, fields in
      defer { isHeader = false }
      if !isHeader { try receive(line, fields) }
    }
  }

  private static func listed(
    _ text: (String) -> String?, _ order: DateOrder, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard let title = text("title") else { throw .field("Title") }
    guard let date = text("date").flatMap(order.date) else { throw .time }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = settings.zone
    guard
      let noon = calendar.date(
        from: DateComponents(year: date.year, month: date.month, day: date.day, hour: 12)),
      calendar.component(.day, from: noon) == date.day
    else { throw .time }
    let instant = try settings.instant(milliseconds: Int64(clamping: noon.timeIntervalSince1970 * 1_000))
    return content(of: title, at: .day(instant), duration: nil, settings)
  }

  private static func watched(
    _ text: (String) -> String?, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard let title = text("title") else { throw .field("Title") }
    guard let start = text("start time") else { throw .field("Start Time") }
    guard let instant = try? Instant(rfc3339: start.replacing(" ", with: "T") + "Z") else { throw .time }
    if text("supplemental video type") != nil { return .filtered(trailer) }
    if text("attributes")?.contains("Autoplayed: user action: None") == true { return .filtered(byItself) }
    let parts = (text("duration") ?? "").split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0...1_000).contains(hours), (0...59).contains(minutes), (0...59).contains(seconds)
    else { throw .field("Duration") }
    let duration = (hours * 60 + minutes) * 60 + seconds
    if duration < 60 { return .filtered(short) }
    return content(
      of: title, at: .exact(try settings.instant(milliseconds: instant.milliseconds)),
      duration: Double(duration), settings)
  }

  private static func content(
    of title: String, at time: HistoryTime, duration: Double?, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    MediaPlay.content(artist: series(of: title), title: title, at: time, settings) { found in
      (found.program, found.duration) = ("netflix", duration)
    }
  }

  /// Returns the series of an episode: what stands before its season, or before the first of three parts; `nil` for a film.
  ///
  /// "Dark: Season 1: Secrets" is an episode, and "Mission: Impossible" a film.
  private static func series(of title: String) -> String? {
    let parts = title.split(separator: ": ").map(String.init)
    let season = parts.dropFirst().firstIndex { part in
      let words = part.split(separator: " ")
      return seasons.contains(words.first?.lowercased() ?? "")
        && (words.count > 1 && words.last?.last?.isNumber == true)
        || part == "Limited Series" || part == "Miniseries"
    }
    if let season { return parts[..<season].joined(separator: ": ") }
    return parts.count > 2 ? parts[0] : nil
  }

  /// How Netflix calls the parts of a series, in the languages of most accounts.
  private static let seasons: Set<String> = [
    "season", "part", "volume", "series", "chapter", "book", "staffel", "teil", "saison", "partie",
    "temporada", "parte",
    "stagione", "seizoen", "sezon", "säsong", "sæson", "sesong", "kausi",
  ]
}

/// Which of year, month and day comes first in dates of numbers alone: all of a file say it together.
private struct DateOrder {
  /// A day of the calendar.
  struct Date {
    let year: Int
    let month: Int
    let day: Int
  }

  private var isDayFirst = false
  private var isKnown = false
  /// How often dates go up from row to row, if the month or the day comes first: the latest row stands first.
  private var (monthRises, dayRises) = (0, 0)
  private var last: [Int]?

  /// Takes a date into account.
  mutating func note(_ text: String) {
    guard let numbers = Self.numbers(text), numbers[0] <= 31 else { return }
    if numbers[0] > 12 || text.contains(".") { (isDayFirst, isKnown) = (true, true) }
    if numbers[1] > 12 { (isDayFirst, isKnown) = (false, true) }
    if let last, !isKnown {
      let order = { (numbers: [Int], isDayFirst: Bool) in
        (numbers[2] * 12 + numbers[isDayFirst ? 1 : 0]) * 31 + numbers[isDayFirst ? 0 : 1]
      }
      if order(numbers, false) > order(last, false) { monthRises += 1 }
      if order(numbers, true) > order(last, true) { dayRises += 1 }
    }
    last = numbers
  }

  /// Returns the day of a date; `nil` for none.
  func date(_ text: String) -> Date? {
    guard let numbers = Self.numbers(text) else { return nil }
    let isDayFirst = isKnown ? isDayFirst : dayRises < monthRises
    let (year, month, day) =
      numbers[0] > 31
      ? (numbers[0], numbers[1], numbers[2])
      : (numbers[2], numbers[isDayFirst ? 1 : 0], numbers[isDayFirst ? 0 : 1])
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return Date(year: year < 100 ? year + 2_000 : year, month: month, day: day)
  }

  private static func numbers(_ text: String) -> [Int]? {
    let numbers = text.split { "/.- ".contains($0) }.map { Int($0) }
    guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2],
      [first, second, third].allSatisfy({ (0...9_999).contains($0) })
    else { return nil }
    return [first, second, third]
  }
}
