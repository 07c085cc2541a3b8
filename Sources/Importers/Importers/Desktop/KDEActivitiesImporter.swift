internal import Activities

/// The observations of KDE's activity manager (`kactivitymanagerd`): programs started, and files
/// and pages opened.
///
/// - Level: the same as for every resource of a desktop (``DesktopResource``); a page has the
///   manager's title.
/// - Program: the agent that reported to the manager; for a started program, that program.
///   Duration: the time until it was closed, if known.
/// - An entry that begins and ends in the same second, some seconds after the same resource was
///   opened, is the same opening. The manager learns of it from the program, and from the list of
///   recently used files, which it watches.
/// - Dropped: KDE's current activity, because its identifier means nothing to users, and most of
///   them have one; scores, links and types of content.
///
/// The manager itself skips activities without a history, hidden files and those in `/tmp`. By
/// default it keeps four months.
package struct KDEActivitiesImporter: HistoryImporter {
  package let name = "kde-activities"
  package var aliases: [String: any HistoryImporter] { ["kde": self, "kactivities": self] }
  package let summary = "programs started, and files and pages opened, in KDE"
  package let locations = [HistoryLocation.data("kactivitymanagerd/resources/database")]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let covers: Set<String> = ["recently-used"]
  package let datesEveryRecord = true

  package init() {}

  static let goesOn = HistoryFilter("told of twice", words: "recorded twice")
  /// Seconds within which an entry is reported twice.
  private static let longestEcho: Int64 = 10
  private static let (events, titles) = ("resourceevent", "resourceinfo")

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let columns: Set = ["initiatingagent", "targettedresource"]
    return try file.tables()[Self.events]?.isSuperset(of: columns) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["targettedresource", "start"], of: Self.events)
    let columns = ["initiatingagent", "targettedresource", "start", "end"].map {
      history.column($0, of: Self.events)
    }
    let hasTitles =
      history.tables[Self.titles]?.isSuperset(of: ["targettedresource", "title"]) == true
    let join =
      hasTitles
      ? """
      LEFT JOIN \(history.table(Self.titles, by: "targettedresource"))
        ON resourceinfo.targettedresource = resourceevent.targettedresource
      """ : ""
    var begun = RecentTimes<String>(within: Self.longestEcho)
    // Rows are written when they begin.
    try history.forEachRow(
      """
      SELECT resourceevent.rowid AS position, \(columns.joined(separator: ", ")),
        \(hasTitles ? "resourceinfo.title" : "NULL") AS title
      FROM resourceevent \(join) ORDER BY resourceevent.rowid
      """
    ) { row in
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: "ResourceEvent")
      try receive(HistoryRecord(content(of: row, settings, &begun), at: position))
    }
  }

  private func content(
    of row: HistoryRow, _ settings: HistorySettings, _ begun: inout RecentTimes<String>
  ) -> HistoryRecord.Content {
    guard let address = row.text("targettedresource"), !address.isEmpty else {
      return .malformed(.field("targettedResource"))
    }
    guard let start = row.integer("start"), start != 0 else { return .malformed(.field("start")) }
    let end = row.integer("end")
    if begun.goesOn(address, at: start), end == start { return .filtered(Self.goesOn) }
    do throws(HistoryProblem) {
      let content = DesktopResource.content(
        of: address, titled: row.text("title"), with: row.text("initiatingagent"),
        at: try settings.instant(start, .seconds), settings)
      // An open entry has no end, or 0.
      guard case .activity(var found) = content, let end, end > start else {
        return content
      }
      found.duration = Double(end) - Double(start)
      return .activity(found)
    } catch { return .malformed(error) }
  }
}
