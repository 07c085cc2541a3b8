internal import Activities
internal import Foundation

/// Films and series watched on Netflix: the list from the page of viewing activity
/// (`NetflixViewingHistory.csv`: title and date), or the one in a copy of all data
/// (`ViewingActivity.csv`: times, durations, profiles).
///
/// - Level: the same as for everything that is played (``MediaPlay``). The maker is the series,
///   which users continue; a film is its title. The episode is also kept.
/// - Time: in the short list a day, in the format and calendar of the account's country
///   (``NumericDate``); the whole file shows the order of year, month and day. In the other list
///   the start in UTC.
/// - Skipped: trailers, plays of less than a minute or by autoplay, and all profiles except the one
///   with most records, because they belong to other people. To import another profile, keep only
///   its rows in the file.
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
  static let byItself = HistoryFilter("began by itself", words: "started by autoplay")
  static let otherProfile = HistoryFilter("another profile")
  static let strangeDate = HistoryProblem(
    "its date has an unknown form or calendar; save the list again with English as the language of the account"
  )
  private static let list = ["title", "date"]
  private static let whole: Set<String> = ["profile name", "start time", "duration", "title"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    Self.table(in: file) == nil ? .foreign : .certain
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    guard let table = Self.table(in: file) else { throw HistoryError(.damaged, at: file.path) }
    let names = table.firstFields
    let columns = NamedFields(names)
    let isList = names.count == Self.list.count
    var (profiles, order) = ([String: Int](), NumericDateOrder())
    try Self.forEachRow(of: table) { _, fields in
      guard let fields = try? fields.get() else { return }
      if isList, let date = columns.text("date", of: fields).flatMap({ NumericDate($0) }) { order.note(date) }
      profiles[columns.text("profile name", of: fields) ?? "", default: 0] += 1
    }
    // The first name of equal ones, so that the result is always the same.
    let profile = profiles.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    try Self.forEachRow(of: table) { line, fields in
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

  /// Returns one of the two tables.
  private static func table(in file: HistoryFile) -> CSVFile? {
    CSVFile(file) { fields in
      let names = fields.map { $0.lowercased() }
      return names == list || whole.isSubset(of: names)
    }
  }

  private static func forEachRow(
    of table: CSVFile, _ receive: (Int, Result<[String], HistoryProblem>) throws -> Void
  ) throws {
    var isHeader = true
    try table.forEachRecord { line, fields in
      defer { isHeader = false }
      if !isHeader { try receive(line, fields) }
    }
  }

  private static func listed(
    _ text: (String) -> String?, _ order: NumericDateOrder, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard let title = text("title") else { throw .field("Title") }
    guard let text = text("date") else { throw .field("Date") }
    guard let day = NumericDate(text).flatMap(order.day), let noon = day.date(hour: 12, in: settings.zone)
    else {
      throw strangeDate
    }
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

  /// Returns the series of an episode; `nil` for a film.
  private static func series(of title: String) -> String? { EpisodeTitle(title).series }
}
