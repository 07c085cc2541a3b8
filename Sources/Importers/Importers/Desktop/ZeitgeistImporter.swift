internal import Activities

/// The log of Zeitgeist: programs started, and files and pages opened.
///
/// - A record is an event with one of its subjects. Only the user's own actions count
///   (`UserActivity`), and of these only openings: `AccessEvent`, `CreateEvent` and `ModifyEvent`.
///   Saving a file that the same program used within the last 15 minutes is not a second opening.
/// - Level: the same as for every resource of a desktop (``DesktopResource``), with the text of the
///   subject as its name. A file that was moved later has its current path.
/// - Program: the actor; for a started program, that program.
/// - Dropped: closing, moving, deleting, messages; actions of programs, the system and others;
///   payloads, types of content, storage and origin.
///
/// An event is recognised by its time and numbers. Zeitgeist's data hub adds the list of recently
/// used files, so most of that list is here too.
package struct ZeitgeistImporter: HistoryImporter {
  package let name = "zeitgeist"
  package let summary = "programs started, and files and pages opened, that Zeitgeist has logged"
  package let locations = [HistoryLocation.data("zeitgeist/activity.sqlite")]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let covers: Set<String> = ["recently-used"]
  package let datesEveryRecord = true

  package init() {}

  static let notByUser = HistoryFilter("not done by the user")
  static let noOpening = HistoryFilter("closed, moved or deleted")
  static let saved = HistoryFilter("saved while it was open")
  private static let openings: Set<String> = ["AccessEvent", "CreateEvent", "ModifyEvent"]
  private static let table = "event"
  /// The maximum gap in milliseconds between two events of a piece of work.
  private static let longestWork: Int64 = 900_000
  private static let columns = ["timestamp", "interpretation", "manifestation", "actor", "subj_id"]

  /// A file that a program is using, by their numbers.
  private struct Work: Hashable {
    let program: Int64
    let subject: Int64
  }

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    let hasValues = ["uri", "actor", "interpretation", "manifestation"].allSatisfy {
      tables[$0]?.isSuperset(of: ["id", "value"]) == true
    }
    return hasValues && tables[Self.table]?.contains("subj_id") == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(Self.columns, of: Self.table)
    let found = history.tables[Self.table] ?? []
    let subject =
      found.contains("subj_id_current") ? "coalesce(event.subj_id_current, event.subj_id)" : "event.subj_id"
    let hasTexts =
      found.contains("subj_text") && history.tables["text"]?.isSuperset(of: ["id", "value"]) == true
    // This is the order of the primary key, so nothing is sorted and an event's subjects are
    // adjacent.
    let order = Self.columns.map { "event.\($0)" }.joined(separator: ", ")
    var works = RecentTimes<Work>(within: Self.longestWork)
    try history.forEachRow(
      """
      SELECT event.rowid AS position, \(history.column("id", of: Self.table)), event.timestamp AS timestamp,
        event.subj_id AS subject, event.actor AS program, interpretation.value AS interpretation,
        manifestation.value AS manifestation, actor.value AS actor, uri.value AS uri,
        \(hasTexts ? "text.value" : "NULL") AS title
      FROM event
      LEFT JOIN \(history.table("interpretation", by: "id")) ON interpretation.id = event.interpretation
      LEFT JOIN \(history.table("manifestation", by: "id")) ON manifestation.id = event.manifestation
      LEFT JOIN \(history.table("actor", by: "id")) ON actor.id = event.actor
      LEFT JOIN \(history.table("uri", by: "id")) ON uri.id = \(subject)
      \(hasTexts ? "LEFT JOIN \(history.table("text", by: "id")) ON text.id = event.subj_text" : "")
      ORDER BY \(order)
      """
    ) { row in
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(content(of: row, settings, &works), at: position))
    }
  }

  private func content(
    of row: HistoryRow, _ settings: HistorySettings, _ works: inout RecentTimes<Work>
  ) -> HistoryRecord.Content {
    guard let manifestation = row.text("manifestation") else { return .malformed(.field("manifestation")) }
    guard let interpretation = row.text("interpretation") else { return .malformed(.field("interpretation")) }
    if Self.name(of: manifestation) != "UserActivity" { return .filtered(Self.notByUser) }
    let kind = Self.name(of: interpretation)
    guard Self.openings.contains(kind) else { return .filtered(Self.noOpening) }
    guard let milliseconds = row.integer("timestamp") else { return .malformed(.field("timestamp")) }
    guard let address = row.text("uri"), !address.isEmpty else { return .malformed(.field("the subject")) }
    let work = Work(program: row.integer("program") ?? 0, subject: row.integer("subject") ?? 0)
    if works.goesOn(work, at: milliseconds), kind == "ModifyEvent" { return .filtered(Self.saved) }
    do throws(HistoryProblem) {
      let content = DesktopResource.content(
        of: address, titled: row.text("title"),
        with: row.text("actor").flatMap(DesktopResource.identifier(ofProgram:)),
        at: try settings.instant(milliseconds: milliseconds), settings)
      guard case .activity(var found) = content else { return content }
      found.key = "\(milliseconds):\(row.integer("id") ?? 0):\(work.subject)"
      return .activity(found)
    } catch { return .malformed(error) }
  }

  /// Returns the name of a class in an ontology of any version: the part after `#`.
  private static func name(of address: String) -> String {
    address.split(separator: "#").last.map(String.init) ?? address
  }
}
