/// The history of Firefox and its derivatives, on computers (`places.sqlite`) and on Android (the
/// same tables with milliseconds; before 2020 `browser.db`).
///
/// The level is the same as for every browser (``VisitReading``). Links, typed addresses and
/// bookmarks are visits. The end of a chain of redirects counts, with the cause of its beginning.
/// It skips redirecting pages, embedded pages, reloads, downloads, and visits that Firefox hides.
/// Firefox records no visits in private windows, none for answers to forms, and none for going
/// back.
///
/// The Tor Browser is not searched, even if it was set to keep a history.
package struct FirefoxImporter: HistoryImporter {
  package let name = "firefox"
  package let summary = "pages visited in Firefox, LibreWolf, Waterfox, Pale Moon and others of the family"
  package var locations: [HistoryLocation] { browsers.flatMap(\.locations) }
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  /// The browsers of the importer.
  private let browsers: [Browser]

  package init() { browsers = Browser.firefoxFamily }

  private init(of browser: Browser) { browsers = [browser] }

  package var aliases: [String: any HistoryImporter] {
    Browser.aliases(in: Browser.firefoxFamily, of: name) { Self(of: $0) }
  }

  private static let places: Set = ["id", "url"]
  private static let visits: Set = ["place_id", "visit_date", "visit_type"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let isTor = file.path.split(separator: "/").contains { part in
      let name = part.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
      return name == "torbrowser" || name == "torbrowserlauncher"
    }
    guard !isTor else { return .foreign }
    let tables = try file.tables()
    if tables["moz_places"]?.isSuperset(of: Self.places) == true,
      tables["moz_historyvisits"]?.isSuperset(of: Self.visits) == true
    {
      return .certain
    }
    return Self.isOldMobile(tables) ? .certain : .foreign
  }

  private static func isOldMobile(_ tables: [String: Set<String>]) -> Bool {
    tables["visits"]?.isSuperset(of: ["history_guid", "date", "visit_type"]) == true
      && tables["history"]?.isSuperset(of: ["guid", "url"]) == true
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    let isOldMobile = Self.isOldMobile(history.tables)
    if !isOldMobile {
      try history.require(Self.places.sorted(), of: "moz_places")
      try history.require(Self.visits.sorted(), of: "moz_historyvisits")
    }
    let table = isOldMobile ? "visits" : "moz_historyvisits"
    var reading = VisitReading(
      program: Browser.of(path: file.path, in: browsers), settings, .microseconds)
    try reading.read(
      { receive in
        try history.forEachRow(isOldMobile ? Self.oldMobileQuery(history) : Self.query(history)) { row in
          let visit = PageVisit(
            position: .row(row.integer("position") ?? 0, table: table), address: row.text("url"),
            title: row.text("title"), time: row.integer("time"), filter: Self.filter(of: row))
          try receive(visit)
        }
      }, receive: receive)
  }

  /// Redirects inherit the cause of their chain; `led` says whether this visit led to another one.
  private static func query(_ history: SQLiteHistory) -> String {
    // Without the key, a visit could come from many, and each of those as well.
    let hasChain =
      history.tables["moz_historyvisits"]?.contains("from_visit") == true
      && history.isKey("id", of: "moz_historyvisits")
    let (began, led) =
      hasChain
      ? (
        """
        CASE WHEN moz_historyvisits.visit_type NOT IN (5, 6) THEN moz_historyvisits.visit_type ELSE (
          WITH RECURSIVE chain(from_visit, visit_type, length) AS (
            SELECT moz_historyvisits.from_visit, moz_historyvisits.visit_type, 1
            UNION ALL
            SELECT v.from_visit, v.visit_type, length + 1 FROM moz_historyvisits v JOIN chain ON v.id = chain.from_visit
            WHERE chain.visit_type IN (5, 6) AND length < 20)
          SELECT visit_type FROM chain ORDER BY length DESC LIMIT 1) END
        """,
        // It is not correlated, because phones have no index by `from_visit`.
        "moz_historyvisits.id IN (SELECT from_visit FROM moz_historyvisits WHERE visit_type IN (5, 6))"
      ) : ("moz_historyvisits.visit_type", "0")
    return """
      SELECT moz_historyvisits.rowid AS position, moz_historyvisits.visit_date AS time, \(began) AS type, \(led) AS led,
        \(history.column("url", of: "moz_places")), \(history.column("title", of: "moz_places")),
        \(history.column("hidden", of: "moz_places")), NULL AS deleted
      FROM moz_historyvisits
      LEFT JOIN \(history.table("moz_places", by: "id")) ON moz_places.id = moz_historyvisits.place_id
      ORDER BY moz_historyvisits.visit_date, moz_historyvisits.rowid
      """
  }

  private static func oldMobileQuery(_ history: SQLiteHistory) -> String {
    """
    SELECT visits.rowid AS position, visits.date AS time, visits.visit_type AS type, 0 AS led,
      \(history.column("url", of: "history")), \(history.column("title", of: "history")), 0 AS hidden,
      \(history.column("deleted", of: "history"))
    FROM visits LEFT JOIN \(history.table("history", by: "guid")) ON history.guid = visits.history_guid
    ORDER BY visits.date, visits.rowid
    """
  }

  private static func filter(of row: HistoryRow) -> HistoryFilter? {
    if row.integer("deleted") ?? 0 != 0 { return .deleted }
    if row.integer("led") == 1 { return .redirect }
    switch row.integer("type") {
    case 4, 8: return .embedded
    case 7: return .download
    case 9: return .reload
    default: return row.integer("hidden") ?? 0 != 0 ? .hidden : nil
    }
  }
}
