internal import Activities
internal import Foundation
internal import LogFormat

/// What was scrobbled to Last.fm, as the common exporters write it: CSV with the columns `uts`, `artist`, `album` and `track`; CSV without names, with artist, album, track and a date; and JSON as Last.fm's own
/// interface has it, a list of tracks, one page or a list of pages.
///
/// The level is that of everything that is played (``MediaPlay``). Times are the beginning in UTC: seconds, or minutes where the file has dates. A track that was still playing has no time, and is left out.
package struct LastFMImporter: HistoryImporter {
  package let name = "lastfm"
  package let summary = "music scrobbled to Last.fm (CSV or JSON of its exporters)"
  package let locations = ["lastfm.csv", "Downloads/lastfm.csv", "lastfm.json", "Downloads/lastfm.json"].map {
    HistoryLocation.home($0)
  }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let stillPlaying = HistoryFilter("still playing")
  private static let columns: Set<String> = ["uts", "artist", "track"]
  private static let pages =
    ["", "recenttracks.", "[].", "[].recenttracks."].map { $0 + "track.[]" } + ["[]", "[].[]"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    if Self.pages.contains(where: {
      shape.isSuperset(of: ["\($0).artist", "\($0).name"])
        && (shape.contains("\($0).date") || shape.contains("\($0).mbid"))
    }) {
      return .certain
    }
    let fields = CSVFile.firstFields(of: file)
    if Self.columns.isSubset(of: fields.map { $0.lowercased() }) { return .certain }
    return fields.count == 4 && Self.milliseconds(ofDate: fields[3]) != nil ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.shape.isEmpty ? readTable(file, settings, receive) : readTracks(file, settings, receive)
  }

  // MARK: CSV

  private func readTable(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    var columns: NamedFields?
    var isFirst = true
    try CSVFile.forEachRecord(of: file) { line, fields in
      defer { isFirst = false }
      if isFirst, let names = try? fields.get(), Self.columns.isSubset(of: names.map { $0.lowercased() }) {
        columns = NamedFields(names)
        return
      }
      let content: HistoryRecord.Content
      do throws(HistoryProblem) { content = try Self.content(of: fields.get(), columns, settings) } catch {
        content = .malformed(error)
      }
      try receive(HistoryRecord(content, at: .line(line)))
    }
  }

  private static func content(
    of fields: [String], _ columns: NamedFields?, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    let columns = columns ?? NamedFields(["artist", "album", "track", "date"])
    func text(_ name: String) -> String? { columns.text(name, of: fields) }
    let time: Int64
    if let seconds = text("uts") {
      guard let seconds = Int64(seconds) else { throw .time }
      time = try settings.instant(seconds, .seconds).milliseconds
    } else {
      guard let date = text("date") else { throw .field("the time") }
      guard let milliseconds = milliseconds(ofDate: date) else { throw .time }
      time = milliseconds
    }
    return try content(artist: text("artist"), track: text("track"), album: text("album"), at: time, settings)
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

  /// Returns the milliseconds of `31 Jan 2018 22:54`, with or without a comma, in UTC; `nil` if it is none.
  private static func milliseconds(ofDate text: String) -> Int64? {
    guard let utc = TimeZone(secondsFromGMT: 0), let date = try? GoogleDate(text) else { return nil }
    return try? date.instant(HistorySettings(zone: utc)).milliseconds
  }
}
