/// The history of Safari (`History.db`), copied from a Mac.
///
/// The level is the same as for every browser (``VisitReading``). The end of a chain of redirects
/// counts. It skips pages that did not load, answers to posted forms, and visits that Safari made
/// up. Private windows leave no visits. Visits on the user's other devices count.
package struct SafariImporter: HistoryImporter {
  package let name = "safari"
  package let summary = "pages visited in Safari"
  package let covers: Set<String> = ["safari-export"]
  package let locations = [
    HistoryLocation.home("Library/Safari/History.db"),
    .home("Library/Containers/com.apple.Safari/Data/Library/Safari/Profiles/*/History.db"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  private static let visits: Set = ["id", "history_item", "visit_time"]
  private static let items: Set = ["id", "url"]
  /// Seconds from 1970 to 2001.
  private static let epoch: Int64 = 978_307_200

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    return tables["history_visits"]?.isSuperset(of: Self.visits) == true
      && tables["history_items"]?.isSuperset(of: Self.items) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(Self.visits.sorted(), of: "history_visits")
    try history.require(Self.items.sorted(), of: "history_items")
    let columns = [
      "title", "load_successful", "http_non_get", "synthesized", "redirect_source", "redirect_destination",
    ]
    .map { history.column($0, of: "history_visits") }.joined(separator: ", ")
    // There is no index by time, and sorting would hold everything in memory; rows are in the order
    // of writing.
    let query = """
      SELECT history_visits.id AS position, history_visits.visit_time AS time, history_items.url AS url, \(columns)
      FROM history_visits
      LEFT JOIN \(history.table("history_items", by: "id")) ON history_items.id = history_visits.history_item
      ORDER BY history_visits.id
      """
    var reading = VisitReading(program: name, settings, .microseconds, since: Self.epoch)
    try reading.read(
      { receive in
        try history.forEachRow(query) { row in
          let time = row.number("time").flatMap { Int64(exactly: ($0 * 1_000_000).rounded()) }
          try receive(
            PageVisit(
              position: .row(row.integer("position") ?? 0, table: "history_visits"), address: row.text("url"),
              title: row.text("title"), time: time, filter: Self.filter(of: row)))
        }
      }, receive: receive)
  }

  private static func filter(of row: HistoryRow) -> HistoryFilter? {
    if row.integer("redirect_destination") != nil { return .redirect }
    if row.integer("load_successful") == 0 { return .notLoaded }
    if row.integer("synthesized") ?? 0 != 0 { return .madeByBrowser }
    return row.integer("http_non_get") ?? 0 != 0 && row.integer("redirect_source") == nil ? .formAnswer : nil
  }
}
