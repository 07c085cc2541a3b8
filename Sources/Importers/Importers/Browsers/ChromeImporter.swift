/// The history of Chrome and other browsers based on Chromium (`History`, one for each profile).
///
/// The level is the same as for every browser (``VisitReading``). These are visits: links,
/// addresses typed or completed, bookmarks, searches from the address bar, pages opened at the
/// start or by another program, and forms whose answer has its own address (one with a query, or
/// the end of a redirect). The end of a chain of redirects counts. It skips frames, reloads (also
/// when a session is restored), going back and forward, entries that were blocked, hidden or added
/// by an extension, and the entries that Chrome makes for the completion of search engines. Private
/// windows leave no visits. Visits that were synchronised from another device or imported from
/// another browser count.
package struct ChromeImporter: HistoryImporter {
  package let name = "chrome"
  package let summary = "pages visited in Chrome, Chromium, Brave, Edge, Vivaldi and Opera"
  package var locations: [HistoryLocation] { browsers.flatMap(\.locations) }
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  /// The browsers of the importer.
  private let browsers: [Browser]

  package init() { browsers = Browser.chromeFamily }

  private init(of browser: Browser) { browsers = [browser] }

  package var aliases: [String: any HistoryImporter] {
    Browser.aliases(in: Browser.chromeFamily, of: name) { Self(of: $0) }
  }

  private static let visits: Set = ["id", "url", "visit_time", "transition"]
  private static let urls: Set = ["id", "url"]
  /// Seconds from 1970 back to 1601.
  private static let epoch: Int64 = -11_644_473_600

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    return tables["visits"]?.isSuperset(of: Self.visits) == true
      && tables["urls"]?.isSuperset(of: Self.urls) == true
      ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(Self.visits.sorted(), of: "visits")
    try history.require(Self.urls.sorted(), of: "urls")
    let hasSources = history.tables["visit_source"]?.isSuperset(of: ["id", "source"]) == true
    let query = """
      SELECT visits.id AS position, visits.visit_time AS time, visits.transition AS transition,
        \(history.column("visit_duration", of: "visits")), urls.url AS address, \(history.column("title", of: "urls")),
        \(history.column("hidden", of: "urls")), \(hasSources ? "visit_source.source" : "NULL") AS source
      FROM visits LEFT JOIN \(history.table("urls", by: "id")) ON urls.id = visits.url
      \(hasSources ? "LEFT JOIN \(history.table("visit_source", by: "id")) ON visit_source.id = visits.id" : "")
      ORDER BY visits.visit_time, visits.id
      """
    var reading = VisitReading(
      program: Browser.of(path: file.path, in: browsers), settings, .microseconds,
      since: Self.epoch)
    try reading.read(
      { receive in
        try history.forEachRow(query) { row in
          var visit = PageVisit(
            position: .row(row.integer("position") ?? 0, table: "visits"), address: row.text("address"),
            title: row.text("title"), time: row.integer("time"))
          visit.filter = Self.filter(of: row, address: visit.address ?? "")
          visit.duration = row.number("visit_duration").map { $0 / 1_000_000 }
          try receive(visit)
        }
      }, receive: receive)
  }

  private static func filter(of row: HistoryRow, address: String) -> HistoryFilter? {
    // It is stored with or without a sign.
    let transition = Transition(rawValue: UInt32(truncatingIfNeeded: row.integer("transition") ?? 0))
    if row.integer("source") == Self.extensionSource { return .madeByBrowser }
    if transition.contains(.isBlocked) { return .notLoaded }
    switch transition.core {
    case 3, 4: return .embedded
    case 8: return .reload
    case 10: return .madeByBrowser
    case 7
    where transition.contains(.beginsChain) && transition.contains(.endsChain) && !address.contains("?"):
      return .formAnswer
    default: break
    }
    if !transition.contains(.endsChain) { return .redirect }
    if transition.contains(.isForwardOrBack) { return .backOrForward }
    return row.integer("hidden") ?? 0 != 0 ? .hidden : nil
  }

  private static let extensionSource: Int64 = 2

  /// The cause of a visit, as Chromium encodes it.
  private struct Transition: OptionSet {
    let rawValue: UInt32

    static let isBlocked = Transition(rawValue: 0x0080_0000)
    static let isForwardOrBack = Transition(rawValue: 0x0100_0000)
    static let beginsChain = Transition(rawValue: 0x1000_0000)
    static let endsChain = Transition(rawValue: 0x2000_0000)

    /// The user's action.
    var core: UInt32 { rawValue & 0xFF }
  }
}
