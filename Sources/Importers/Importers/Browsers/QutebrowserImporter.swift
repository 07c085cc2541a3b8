/// The history of qutebrowser (`history.sqlite`), with seconds.
///
/// The level is the same as for every browser (``VisitReading``). The end of a chain of redirects
/// counts. Private windows leave no visits.
package struct QutebrowserImporter: HistoryImporter {
  package let name = "qutebrowser"
  package let summary = "pages visited in qutebrowser"
  package let locations = [
    HistoryLocation.data("qutebrowser/history.sqlite"),
    .home(".var/app/org.qutebrowser.qutebrowser/data/qutebrowser/history.sqlite"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  private static let columns: Set = ["url", "title", "atime"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    try file.tables()["history"]?.isSuperset(of: Self.columns) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(Self.columns.sorted(), of: "history")
    // There is no index by time, and sorting would hold everything in memory; rows are in the order
    // of writing.
    let query = """
      SELECT history.rowid AS position, history.url AS url, history.title AS title, history.atime AS time,
        \(history.column("redirect", of: "history")) FROM history ORDER BY history.rowid
      """
    var reading = VisitReading(program: name, settings, .seconds)
    try reading.read(
      { receive in
        try history.forEachRow(query) { row in
          try receive(
            PageVisit(
              position: .row(row.integer("position") ?? 0, table: "History"), address: row.text("url"),
              title: row.text("title"), time: row.integer("time"),
              filter: row.integer("redirect") ?? 0 != 0 ? .redirect : nil))
        }
      }, receive: receive)
  }
}
