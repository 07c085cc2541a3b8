import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Importers

/// A record that no version of its program writes, in a history of three valid ones.
enum StrangeRecord {
  /// A part of the text is replaced at its first occurrence, which adds a record to the valid ones
  /// or spoils one.
  case text(String, by: String)
  /// A statement that changes one row of the database.
  case row(String)
  /// Every text is a valid record, as every line is a command.
  case none

  /// One for each importer; add one here with each new importer.
  static let all: [String: StrangeRecord] = [
    "bash": .none, "zsh": .none,
    "nushell": .row("UPDATE history SET start_timestamp = -172800000 WHERE id = 1"),
    "fish": .text("- cmd", by: "?? cmd\n- cmd"),
    "atuin": .row("UPDATE history SET timestamp = 'x' WHERE rowid = 1"),
    "mcfly": .row("UPDATE commands SET when_run = 'x' WHERE id = 1"),
    "xonsh": .row("UPDATE xonsh_history SET tsb = 'x' WHERE rowid = 1"),
    "firefox": .row("UPDATE moz_historyvisits SET visit_date = 'x' WHERE id = 1"),
    "chrome": .row("UPDATE visits SET visit_time = 'x' WHERE id = 1"),
    "safari": .row("UPDATE history_visits SET visit_time = 'x' WHERE id = 1"),
    "safari-export": .text(#""history": ["#, by: #""history": [{"what": 1}, "#),
    "qutebrowser": .row("UPDATE History SET atime = 'x' WHERE rowid = 1"),
    "recently-used": .text("modified=\"2", by: "modified=\"x"),
    "table": .text("\n1700", by: "\nx1700"),
    "activitywatch": .text(#""timestamp""#, by: #""tmestamp""#),
    "google-activity": .text("[", by: #"[{"what": 1}, "#),
    "google-activity-html": .text(
      #"<div class="outer-cell"#, by: #"<div class="outer-cell">?</div><div class="outer-cell"#),
    "google-chrome": .text("[", by: #"[{"what": 1}, "#),
    "google-timeline": .text("[", by: "[7, "),
    "apple-knowledge": .row(
      "UPDATE ZOBJECT SET ZSTARTDATE = 'x' WHERE Z_PK = (SELECT min(Z_PK) FROM ZOBJECT)"),
    "apple-biome": .none,
    "android-usage": .text("type=ACTIVITY_RESUMED", by: "type=ACTIVITY_REVIVED"),
    "android-wellbeing": .row("UPDATE events SET type = 99 WHERE _id = 1"),
    "zeitgeist": .row("UPDATE event SET timestamp = 'x' WHERE rowid = 1"),
    "kde-activities": .row("UPDATE ResourceEvent SET start = 'x' WHERE rowid = 1"),
    "spotify": .text("[", by: #"[{"what": 1}, "#), "lastfm": .text("\n", by: "\n?\n"),
    "netflix": .text("\n", by: "\nMe\n"),
    "home-assistant": .row("UPDATE events SET time_fired_ts = 'x' WHERE event_id = 1"),
  ]
}

@Suite("Records that cannot be understood")
struct StrangeRecordTests {
  @Test("every importer has a strange record")
  func complete() {
    #expect(Set(StrangeRecord.all.keys) == Set(ImporterRegistry.all.map(\.name)))
  }

  @Test(
    "a record that cannot be understood is counted with its position, and the others are read",
    arguments: Fixtures.all)
  func counted(_ fixture: any HistoryFixture) async throws {
    let scratch = try Scratch()
    _ = try fixture.write(Fixtures.records(3), to: scratch)
    let path = scratch.path("history")
    switch StrangeRecord.all[fixture.importer.name] {
    case .text(let old, let new):
      let text = String(decoding: try scratch.read("history"), as: UTF8.self)
      let place = try #require(text.range(of: old), "\(text)")
      try scratch.write("history", text.replacingCharacters(in: place, with: new))
    case .row(let statement):
      let queue = try DatabaseQueue(path: path)
      try await queue.writeWithoutTransaction { db in
        // A program's own constraints may forbid the value; an untrusted file need not have any.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        do { try db.execute(sql: statement) } catch let error as DatabaseError
          where error.resultCode == .SQLITE_CONSTRAINT
        {
          try db.execute(sql: statement.replacing("'x'", with: "-62135596800000000"))
        }
        #expect(db.changesCount == 1)
      }
      try queue.close()
    case StrangeRecord.none?, nil: return
    }
    var (activities, strange) = (0, [HistoryRecord]())
    try fixture.importer.readWithinBudget(try HistoryFile(path: path), ImportRun.settings()) { record in
      switch record.content {
      case .activity: activities += 1
      case .malformed: strange.append(record)
      case .filtered: break
      }
    }
    #expect(strange.count == 1, "\(strange)")
    #expect(activities >= 2)
  }
}
