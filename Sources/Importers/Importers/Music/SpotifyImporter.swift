package import Activities
internal import LogFormat

/// Plays on Spotify from its data export: the last year (`StreamingHistory_music_0.json`,
/// `StreamingHistory_podcast_0.json`, formerly `StreamingHistory0.json`), or everything
/// (`Streaming_History_Audio_2023_1.json`, formerly `endsong_0.json`).
///
/// The level is the same as for everything that is played (``MediaPlay``): the artist, or the
/// podcast. The exports have the end; the start is the end minus the play time, to the minute in
/// the small export. Offline plays begin at the device's time (`offline_timestamp`), because their
/// end is the time of the upload. It skips private sessions, and plays of less than 30 seconds,
/// which Spotify does not count either. Dropped: addresses, countries, devices, accounts, and the
/// reason for the end.
package struct SpotifyImporter: HistoryImporter {
  package let name = "spotify"
  package let summary = "music and podcasts played on Spotify (its data export)"
  package let locations = ["Spotify Account Data", "Spotify Extended Streaming History", "MyData"].flatMap {
    folder in
    ["", "Downloads/"].flatMap { home in
      ["StreamingHistory*.json", "Streaming_History_*.json", "endsong_*.json"].map {
        HistoryLocation.home("\(home)\(folder)/\($0)")
      }
    }
  }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let short = HistoryFilter("played for less than half a minute")
  private static let shortest: Int64 = 30_000

  /// The export of one year has the minute in which a play ended.
  package func resolution(of donation: Donation) -> Int64 {
    Self.minute(
      of: donation.context.instant.advanced(bySeconds: donation.details.duration ?? 0).milliseconds)
  }

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    let isSmall = shape.isSuperset(of: ["[].endTime", "[].msPlayed"])
    let isWhole = shape.isSuperset(of: ["[].ts", "[].ms_played"])
    return isSmall || isWhole ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try JSONStream.read(file) {
      $0.isEmpty ? .enter : .take
    } receive: { path, value in
      guard case .element(let index)? = path.last else { return }
      let content: HistoryRecord.Content
      do throws(HistoryProblem) { content = try Self.content(of: value.get(), settings) } catch {
        content = .malformed(error)
      }
      try receive(HistoryRecord(content, at: .record(index + 1)))
    }
  }

  private static func content(
    of node: JSONNode, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard let played = (node["msPlayed"] ?? node["ms_played"])?.integer, played >= 0 else {
      throw .field("ms_played")
    }
    guard let text = (node["endTime"] ?? node["ts"])?.text else { throw .field("the time") }
    if node["incognito_mode"] == .boolean(true) { return .filtered(.isPrivate) }
    if played < shortest { return .filtered(short) }
    let start = try start(of: node, endedAt: text, played: played, settings)
    return MediaPlay.content(
      artist: first(
        of: node, "artistName", "master_metadata_album_artist_name", "podcastName", "episode_show_name",
        "audiobook_title"),
      title: first(
        of: node, "trackName", "master_metadata_track_name", "episodeName", "episode_name",
        "audiobook_chapter_title"),
      album: first(of: node, "master_metadata_album_album_name"), at: .exact(start), settings
    ) { found in
      found.program = "spotify"
      found.duration = Double(played) / 1_000
    }
  }

  private static func first(of node: JSONNode, _ names: String...) -> String? {
    names.lazy.compactMap { node[$0]?.text }.first { !$0.isEmpty }
  }

  /// Returns the start of a play: the device's time if it was offline, otherwise the end minus the
  /// play time.
  private static func start(
    of node: JSONNode, endedAt text: String, played: Int64, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    let end = try end(text)
    if node["offline"] != .boolean(false), let offline = offlineStart(of: node, before: end, settings) {
      return offline
    }
    let (difference, isTooLarge) = end.subtractingReportingOverflow(played)
    guard !isTooLarge else { throw .time }
    return try settings.instant(milliseconds: difference)
  }

  /// Returns the start of an offline play; `nil` if it is invalid or after the upload.
  private static func offlineStart(of node: JSONNode, before upload: Int64, _ settings: HistorySettings)
    -> Instant?
  {
    guard let count = node["offline_timestamp"]?.integer,
      // Seconds have ten digits until the year 2286; milliseconds have had twelve since 1973.
      let start = try? settings.instant(count, count.magnitude < 100_000_000_000 ? .seconds : .milliseconds),
      start.milliseconds <= upload
    else { return nil }
    return start
  }

  /// Returns the milliseconds of `2023-01-31 12:34` in UTC, or of an RFC 3339 time.
  private static func end(_ text: String) throws(HistoryProblem) -> Int64 {
    let whole = text.count == 16 ? text.replacing(" ", with: "T") + ":00Z" : text
    guard let instant = try? Instant(rfc3339: whole) else { throw .time }
    return instant.milliseconds
  }
}
