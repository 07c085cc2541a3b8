internal import Activities
internal import LogFormat

/// Google's "My Activity", and the history of YouTube, exported by Takeout in JSON:
/// `MyActivity.json`, `watch-history.json`, `search-history.json`.
///
/// The level is shared by both forms (``GoogleActivity``). Words in the language of the account
/// matter only where nothing else tells the action: advertisements, plays (``PlayPhrases``), and
/// the title of a page, which is recognised in English only. Records from before 2017 have their
/// time and title in a snippet.
package struct GoogleActivityImporter: HistoryImporter {
  package let name = "google-activity"
  package var aliases: [String: any HistoryImporter] { ["youtube": self, "youtube-music": self] }
  package let summary = "Google's My Activity and the history of YouTube (Takeout, in JSON)"
  package let locations = GoogleTakeout.locations(
    "My Activity/*/MyActivity.json", "YouTube and YouTube Music/history/watch-history.json",
    "YouTube and YouTube Music/history/search-history.json")
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    let hasTitle = shape.contains("[].title") && shape.contains("[].time")
    let isGoogles = ["header", "products", "titleUrl", "activityControls"].contains {
      shape.contains("[].\($0)")
    }
    return (hasTitle && isGoogles) || shape.contains("[].snippet.publishedAt") ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try GoogleActivity.read(
      settings,
      { receive in
        try JSONStream.read(file) {
          $0.isEmpty ? .enter : .take
        } receive: { path, value in
          guard case .element(let index)? = path.last else { return }
          let position = HistoryPosition.record(index + 1)
          try receive(
            value.flatMap { node in
              guard let record = Self.record(node, at: position, settings) else {
                return .failure(.field("title"))
              }
              return .success(record)
            }.mapError { GoogleActivity.Unreadable(position: position, problem: $0) })
        }
      }, receive: receive)
  }

  private static func record(
    _ node: JSONNode, at position: HistoryPosition, _ settings: HistorySettings
  ) -> GoogleActivity? {
    guard let title = node["title"]?.text ?? node["snippet"]?["title"]?.text else { return nil }
    let product = node["header"]?.text ?? node["products"]?.elements?.first?.text ?? ""
    var record = GoogleActivity(
      position: position,
      time: GoogleTakeout.instant(node["time"] ?? node["snippet"]?["publishedAt"], settings),
      title: title, address: node["titleUrl"]?.text, product: product)
    let subtitles = node["subtitles"]?.elements ?? []
    record.channel = subtitles.first { $0["url"] != nil }?["name"]?.text
    let details = (node["details"]?.elements ?? []).filter { $0["url"] == nil }.compactMap {
      $0["name"]?.text
    }
    record.isAdvertisement = GoogleActivity.isAdvertisement(
      details, ofVideo: product.hasPrefix(GoogleActivity.youTube))
    record.place =
      (node["locationInfos"]?.elements ?? []).lazy
      .compactMap { $0["url"]?.text }.compactMap(GoogleActivity.place).first
    return record
  }
}

/// The common parts of exports from Google's Takeout.
enum GoogleTakeout {
  /// Returns the locations of files in a Takeout that was unpacked in the home folder or the
  /// downloads folder.
  static func locations(_ paths: String...) -> [HistoryLocation] {
    ["Takeout", "Downloads/Takeout"].flatMap { folder in paths.map { .home("\(folder)/\($0)") } }
  }

  /// Returns the instant of a time in any of Google's forms: RFC 3339, the same with blanks, or
  /// seconds or milliseconds since 1970, usually as text.
  ///
  /// A time in UTC gets the offset of the user's zone; any other offset is the device's.
  static func instant(_ value: JSONNode?, _ settings: HistorySettings) -> Result<Instant, HistoryProblem> {
    Result { () throws(HistoryProblem) in
      guard let value else { throw HistoryProblem.field("the time") }
      if let count = value.integer {
        // Seconds have ten digits until the year 2286; milliseconds have had twelve since 1973.
        return try settings.instant(count, count.magnitude < 100_000_000_000 ? .seconds : .milliseconds)
      }
      guard let text = value.text, let instant = try? Instant(rfc3339: rfc3339(text)) else { throw .time }
      return instant.offsetMinutes == 0 ? try settings.instant(milliseconds: instant.milliseconds) : instant
    }
  }

  /// Returns `2025-03-24 20:07:24 +0100` in the form of RFC 3339.
  private static func rfc3339(_ text: String) -> String {
    let parts = text.split(separator: " ")
    guard parts.count == 3, parts[2].count == 5 else { return text }
    return "\(parts[0])T\(parts[1])\(parts[2].prefix(3)):\(parts[2].suffix(2))"
  }
}
