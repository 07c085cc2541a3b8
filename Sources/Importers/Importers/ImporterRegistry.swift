/// The importers that there are.
package enum ImporterRegistry {
  /// All of them, in the order in which they are listed.
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

  /// Returns the importer of a name, or of another name of its program such as `chromium`, in
  /// letters of any case.
  package static func importer(named name: String) -> (any HistoryImporter)? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.lazy.compactMap { $0.aliases[name] }.first
  }

  /// The names that ``importer(named:)`` knows.
  package static var names: [String] { all.flatMap { [$0.name] + $0.aliases.keys.sorted() } }

  /// Returns the importer of a history, told by its content; or by its usual place, where the
  /// content speaks for none.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be looked at.
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
  /// - Throws: ``HistoryError``, which names the importer that the file is for, if there is one.
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
