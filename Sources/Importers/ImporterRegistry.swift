/// The importers that there are.
package enum ImporterRegistry {
  /// All of them, in the order in which they are listed.
  package static let all: [any HistoryImporter] = [
    BashImporter(), ZshImporter(), FishImporter(), AtuinImporter(), McflyImporter(),
    FirefoxImporter(), ChromeImporter(), SafariImporter(), QutebrowserImporter(),
    RecentFilesImporter(), TableImporter(),
    ActivityWatchImporter(),
    GoogleActivityImporter(), GoogleActivityPageImporter(), GoogleChromeImporter(), GoogleTimelineImporter(),
    KnowledgeImporter(), BiomeImporter(), AndroidUsageImporter(),
    ZeitgeistImporter(), KDEActivitiesImporter(),
    SpotifyImporter(), LastFMImporter(), NetflixImporter(), HomeAssistantImporter(),
  ]

  /// Returns the importer of a name.
  package static func importer(named name: String) -> (any HistoryImporter)? {
    all.first { $0.name == name }
  }

  /// Returns the importer of a history, told by its content; or by the usual name of its file, where the content speaks for none.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be looked at.
  package static func importer(of file: HistoryFile) throws -> (any HistoryImporter)? {
    var named: (any HistoryImporter)?
    for importer in all {
      switch try importer.recognition(of: file) {
      case .certain: return importer
      case .possible where named == nil && importer.locations.contains { $0.fileName == file.name }:
        named = importer
      case .possible, .foreign: break
      }
    }
    return named
  }

  /// Checks that a file is a history of an importer.
  ///
  /// - Throws: ``HistoryError``, which names the importer that the file is for, if there is one.
  package static func check(_ file: HistoryFile, isFor importer: some HistoryImporter) throws {
    guard file.size > 0 else { throw HistoryError(.empty, at: file.path) }
    let recognition = try importer.recognition(of: file)
    if recognition == .certain { return }
    let other = try all.first { try $0.name != importer.name && $0.recognition(of: file) == .certain }
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
