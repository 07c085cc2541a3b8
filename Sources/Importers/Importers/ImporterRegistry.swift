/// All importers.
package enum ImporterRegistry {
  /// All of them, in the order of lists.
  package static let all: [any HistoryImporter] = [
    BashImporter(), ZshImporter(), FishImporter(), AtuinImporter(), McflyImporter(), NushellImporter(),
    XonshImporter(),
    FirefoxImporter(), ChromeImporter(), SafariImporter(), SafariExportImporter(), QutebrowserImporter(),
    RecentFilesImporter(), TableImporter(),
    ActivityWatchImporter(),
    GoogleActivityImporter(), GoogleActivityPageImporter(), GoogleChromeImporter(), GoogleTimelineImporter(),
    KnowledgeImporter(), BiomeImporter(), AndroidUsageImporter(), WellbeingImporter(),
    ZeitgeistImporter(), KDEActivitiesImporter(),
    SpotifyImporter(), LastFMImporter(), NetflixImporter(), HomeAssistantImporter(),
  ]

  /// Returns the importer with a name, or with another name of its program such as `chromium`; case
  /// does not matter.
  package static func importer(named name: String) -> (any HistoryImporter)? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.lazy.compactMap { $0.aliases[name] }.first
  }

  /// The names that ``importer(named:)`` knows.
  package static var names: [String] { all.flatMap { [$0.name] + $0.aliases.keys.sorted() } }

  /// Returns the importer that recognises a history by its content, or by its usual location if no
  /// content decides.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be examined.
  package static func importer(of file: HistoryFile) throws -> (any HistoryImporter)? {
    var named: (any HistoryImporter)?
    let path = file.path.split(separator: "/")
    for importer in all {
      switch try importer.recognition(of: file) {
      case .certain: return importer
      case .possible where named == nil && importer.locations.contains { $0.isEnd(of: path) }:
        named = importer
      case .possible, .foreign: break
      }
    }
    return KnownFile.of(file) == nil ? named : nil
  }

  /// Checks that a file is a history of an importer.
  ///
  /// - Throws: ``HistoryError``, which names the importer that recognises the file, if any.
  package static func check(_ file: HistoryFile, isFor importer: some HistoryImporter) throws {
    guard file.size > 0 else { throw HistoryError(.empty, at: file.path) }
    let recognition = try importer.recognition(of: file)
    if recognition == .certain { return }
    let other = try all.first { try $0.name != importer.name && $0.recognition(of: file) == .certain }
    if other == nil, let known = KnownFile.of(file) {
      throw HistoryError(.notImported(known), at: file.path)
    }
    if other == nil, LocationFormats.format(of: file) != nil {
      throw HistoryError(.forOption("--track"), at: file.path)
    }
    if other == nil, CalendarReading.isCalendar(file) {
      throw HistoryError(.forOption("--calendar"), at: file.path)
    }
    guard recognition == .possible, other == nil else {
      throw HistoryError(.foreign(expected: importer.name, found: other?.name), at: file.path)
    }
  }
}
