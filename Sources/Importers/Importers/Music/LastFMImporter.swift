package import Activities
internal import Foundation
internal import LogFormat

/// Scrobbles from Last.fm in the formats of common exporters.
///
/// These are tables with commas or tabs and the columns `uts`, `artist`, `album` and `track`, or
/// `Title`, `Artist`, `Album`, `Date` and `Timestamp`; CSV without column names, with artist,
/// album, track and a date; and JSON of Last.fm's own interface, as a list of tracks, one page or a
/// list of pages.
///
/// The level is the same as for everything that is played (``MediaPlay``). Times are the start in
/// UTC, in seconds, or in minutes in files with dates. Dates are in English or in numbers; the
/// whole file shows the order of the numbers. A track that was still playing has no time, and is
/// skipped.
package struct LastFMImporter: HistoryImporter {
  package let name = "lastfm"
  package var aliases: [String: any HistoryImporter] { ["last.fm": self] }
  package let summary = "music scrobbled to Last.fm (CSV or JSON of its exporters)"
  package let locations = ["lastfm.csv", "Downloads/lastfm.csv", "lastfm.json", "Downloads/lastfm.json"].map {
    HistoryLocation.home($0)
  }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let stillPlaying = HistoryFilter("still playing")
  /// The exporters' names of a column, by the name used here.
  private static let columns: [String: [String]] = [
    "uts": ["uts", "timestamp", "unix_timestamp", "date_uts"],
    "date": ["date", "utc_time", "datetime", "time"],
    "artist": ["artist", "artist_name", "artist name"],
    "track": ["track", "title", "track_name", "track name"],
    "album": ["album", "album_name", "album name", "release"],
  ]
  private static let pages =
    ["", "recenttracks.", "[].", "[].recenttracks."].map { $0 + "track.[]" } + ["[]", "[].[]"]

  /// Some exporters write minutes.
  package func resolution(of donation: Donation) -> Int64 {
    Self.minute(of: donation.context.instant.milliseconds)
  }

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    if Self.pages.contains(where: {
      shape.isSuperset(of: ["\($0).artist", "\($0).name"])
        && (shape.contains("\($0).date") || shape.contains("\($0).mbid"))
    }) {
      return .certain
    }
    guard let fields = Self.table(in: file)?.firstFields else { return .foreign }
    // Other tables may have the same names, and dates as numbers.
    if let columns = Self.header(fields) { return columns.has("uts") ? .certain : .possible }
    if case .numbers? = Date(fields[3]) { return .possible }
    return .certain
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.shape.isEmpty ? readTable(file, settings, receive) : readTracks(file, settings, receive)
  }

  // MARK: Tables

  /// Returns a table with column names, or with four columns whose last one is a date.
  private static func table(in file: HistoryFile) -> CSVFile? {
    CSVFile(file) { fields in
      header(fields) != nil || (fields.count == 4 && Date(fields[3]) != nil)
    }
  }

  /// Returns the columns in a first record; `nil` if artist, track and time are not among them.
  private static func header(_ fields: [String]) -> NamedFields? {
    let names = fields.map { $0.lowercased() }
    let known = names.map { name in columns.first { $0.value.contains(name) }?.key ?? name }
    let found = NamedFields(known)
    return found.has("artist") && found.has("track") && (found.has("uts") || found.has("date")) ? found : nil
  }

  private func readTable(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    guard let table = Self.table(in: file) else { throw HistoryError(.damaged, at: file.path) }
    let header = Self.header(table.firstFields)
    let columns = header ?? NamedFields(["artist", "album", "track", "date"])
    var order = NumericDateOrder()
    if !columns.has("uts") {
      try table.forEachRecord { _, fields in
        guard let fields = try? fields.get(), let date = columns.text("date", of: fields) else { return }
        if case .numbers(let moment)? = Date(date) { order.note(moment.date) }
      }
    }
    var isHeader = header != nil
    try table.forEachRecord { line, fields in
      if isHeader {
        isHeader = false
        return
      }
      let content: HistoryRecord.Content
      do throws(HistoryProblem) {
        content = try Self.content(of: fields.get(), columns, order, settings)
      } catch {
        content = .malformed(error)
      }
      try receive(HistoryRecord(content, at: .line(line)))
    }
  }

  private static func content(
    of fields: [String], _ columns: NamedFields, _ order: NumericDateOrder, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    func text(_ name: String) -> String? { columns.text(name, of: fields) }
    let time: Int64
    if let seconds = text("uts").flatMap({ Int64($0) }) {
      time = try settings.instant(seconds, .seconds).milliseconds
    } else {
      guard let date = text("date") ?? text("uts") else { throw .field("the time") }
      guard let date = Date(date) else { throw .time }
      time = try date.milliseconds(order)
    }
    return try content(artist: text("artist"), track: text("track"), album: text("album"), at: time, settings)
  }

  /// A date in a table, in UTC by default.
  private enum Date {
    /// `31 Jan 2018 22:54`, with or without a comma.
    case words(GoogleDate)
    /// `31.01.2018 22:54:50 +00:00`.
    case numbers(NumericMoment)

    init?(_ text: String) {
      if let date = try? GoogleDate(text) {
        self = .words(date)
      } else if let moment = NumericMoment(text) {
        self = .numbers(moment)
      } else {
        return nil
      }
    }

    func milliseconds(_ order: NumericDateOrder) throws(HistoryProblem) -> Int64 {
      let settings = HistorySettings(zone: .gmt)
      return switch self {
      case .words(let date): try date.instant(settings).milliseconds
      case .numbers(let moment): try moment.instant(order, in: .gmt, settings).milliseconds
      }
    }
  }

  // MARK: JSON

  private func readTracks(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    var number = 0
    func take(_ node: JSONNode) throws {
      if let tracks = node.elements ?? node["track"]?.elements ?? node["recenttracks"]?["track"]?.elements {
        for track in tracks { try take(track) }
        return
      }
      number += 1
      let content: HistoryRecord.Content
      do throws(HistoryProblem) { content = try Self.content(of: node, settings) } catch {
        content = .malformed(error)
      }
      try receive(HistoryRecord(content, at: .record(number)))
    }
    try JSONStream.read(file) { path in
      switch path.last {
      case nil: .enter
      case .element: .take
      case .member(let name): name == "track" || name == "recenttracks" ? .enter : .skip
      }
    } receive: { _, value in
      switch value {
      case .success(let node): try take(node)
      case .failure(let problem):
        number += 1
        try receive(HistoryRecord(.malformed(problem), at: .record(number)))
      }
    }
  }

  private static func content(
    of track: JSONNode, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    func text(_ name: String) -> String? {
      track[name].flatMap { ($0["#text"] ?? $0["name"] ?? $0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }
    if track["@attr"]?["nowplaying"]?.text == "true" { return .filtered(stillPlaying) }
    guard let seconds = (track["date"]?["uts"] ?? track["date"])?.integer else { throw .field("the time") }
    let time = try settings.instant(seconds, .seconds).milliseconds
    return try content(artist: text("artist"), track: text("name"), album: text("album"), at: time, settings)
  }

  private static func content(
    artist: String?, track: String?, album: String?, at milliseconds: Int64, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard let artist, let track else { throw .field("artist or track") }
    return MediaPlay.content(
      artist: artist, title: track, album: album,
      at: .exact(try settings.instant(milliseconds: milliseconds)), settings
    ) { $0.program = "lastfm" }
  }
}
