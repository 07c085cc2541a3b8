import Foundation
import GRDB
import TestSupport

@testable import Importers

struct ActivityWatchFixture: HistoryFixture {
  let importer: any HistoryImporter = ActivityWatchImporter()

  /// Records of the same moment are from several watchers.
  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    var times: [Int64: Int] = [:]
    var buckets: [[FixtureRecord]] = []
    for record in records {
      let index = times[record.seconds, default: 0]
      times[record.seconds] = index + 1
      if index == buckets.count { buckets.append([]) }
      buckets[index].append(record)
    }
    let texts = buckets.enumerated().map { index, records in
      let events = records.reversed().map { record in
        #"{"timestamp": "\#(Self.time(record.seconds))", "duration": 30.5, "data": {"app": "program\#(record.activity)", "title": "t"}}"#
      }
      return
        #""aw-watcher-window_\#(index)": {"id": "aw-watcher-window_\#(index)", "type": "currentwindow", "#
        + #""client": "aw-watcher-window", "hostname": "h\#(index)", "data": {}, "events": [\#(events.joined(separator: ", "))]}"#
    }
    try scratch.write(name, #"{"buckets": {\#(texts.joined(separator: ", "))}}"#)
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE buckets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, type TEXT NOT NULL,
            client TEXT NOT NULL, hostname TEXT NOT NULL, created TEXT NOT NULL, data TEXT NOT NULL DEFAULT '{}');
          CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, bucketrow INTEGER NOT NULL,
            starttime INTEGER NOT NULL, endtime INTEGER NOT NULL, data TEXT NOT NULL);
          INSERT INTO buckets VALUES (7, 'aw-watcher-window_h', 'currentwindow', 'aw-watcher-window', 'h', '', '{}');
          """)
      for record in records {
        try db.execute(
          sql: "INSERT INTO events VALUES (NULL, 7, ?, ?, ?)",
          arguments: [
            record.seconds * 1_000_000_000, (record.seconds + 20) * 1_000_000_000,
            #"{"app": "program\#(record.activity)", "title": "t"}"#,
          ])
      }
    }
    return true
  }

  static func time(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}
