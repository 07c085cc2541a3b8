internal import Answers
internal import Importers

/// The sources of histories, as `hunch import --list` prints them.
struct ImporterList {
  let isJSON: Bool

  var text: String {
    get throws {
      guard !isJSON else { return try JSONText.line(ImporterRegistry.all.map(Entry.init)) }
      var table = Table(
        header: ["source", "what", "usual place", "basis"], words: [0, 1, 2, 3], dispensable: [1])
      table.rows = ImporterRegistry.all.map { importer in
        [
          importer.name, importer.summary, importer.locations.map(\.words).joined(separator: ", "),
          importer.basis.words,
        ]
      }
      return table.text()
    }
  }

  private struct Entry: Encodable {
    let name: String
    let summary: String
    let places: [String]
    let basis: HistoryBasis
    let clock: HistoryClock

    init(_ importer: any HistoryImporter) {
      (name, summary, basis, clock) = (importer.name, importer.summary, importer.basis, importer.clock)
      places = importer.locations.map(\.words)
    }
  }
}
