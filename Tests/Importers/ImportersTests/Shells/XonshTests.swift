import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct XonshFixture: HistoryFixture {
  let importer: any HistoryImporter = XonshImporter()

  static let table = """
    CREATE TABLE xonsh_history (inp TEXT, rtn INTEGER, tsb REAL, tse REAL, sessionid TEXT, out TEXT, info TEXT,
      frequency INTEGER DEFAULT 1, cwd TEXT)
    """

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(sql: Self.table)
      for record in records {
        try db.execute(
          sql: "INSERT INTO xonsh_history VALUES (?, 0, ?, ?, 's', NULL, NULL, 1, '/src')",
          arguments: [
            "program\(record.activity) run\n", Double(record.seconds), Double(record.seconds) + 0.5,
          ])
      }
    }
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try scratch.write(
      name,
      Self.session(
        records.map { #"{"inp": "make all\n", "rtn": 0, "ts": [\#($0.seconds).25, \#($0.seconds + 1).5]}"# }))
    return true
  }

  /// A file of a session as xonsh writes it: the positions of the values, then the values.
  static func session(_ commands: [String]) -> String {
    let index = commands.indices.map { #"{"inp": \#($0), "rtn": 1, "ts": [2, 3, 4], "__total__": 5}"# }
    return """
      {"locs": [         1,          2,          3,          4],
       "index": {"cmds": [\(index.joined(separator: ", "))], "env": {}},
       "data": {"cmds": [\(commands.joined(separator: ", "))], "env": {"API_TOKEN": "hunter2hunter2"}, "sessionid": "s", "ts": [1.0, null]}}
      """
  }
}

@Suite("xonsh's history")
struct XonshTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("a session's file has commands with times; its environment and outputs are not read")
  func session() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: XonshFixture.session([
        #"{"inp": "git push\n", "rtn": 0, "ts": [1700000000.25, 1700000002.5], "cwd": "/src", "out": "hunter2hunter2"}"#,
        #"{"inp": "gti push\n", "rtn": 127, "ts": [1700000003.0, 1700000003.1]}"#,
        #"{"inp": "make one\nmake two\n", "rtn": 0, "ts": [1700000004.0, 1700000003.0]}"#,
        #"{"inp": "make lost\n", "rtn": 0}"#, #"{"rtn": 0, "ts": [1700000005.0, 1700000006.0]}"#, "7",
      ]), by: XonshImporter())
    #expect(donations.map { $0.text("line") } == ["git push", "make one\nmake two"])
    #expect(donations[0].context.instant.milliseconds == 1_700_000_000_250)
    #expect(donations.map(\.details.duration) == [2.25, nil])
    #expect(donations[0].context.attributes["cwd"] == "/src")
    #expect(report.filtered == [.notFound: 1])
    #expect(report.malformed.flatMap(\.places).count == 3)
    #expect(!"\(donations)".contains("hunter2"))
  }

  @Test("a long session is recognised by the positions of its values, which come first")
  func longSession() throws {
    let commands = (0..<3_000).map {
      #"{"inp": "make \#($0)\n", "rtn": 0, "ts": [\#(1_700_000_000 + $0), null]}"#
    }
    try scratch.write("session.json", XonshFixture.session(commands))
    let file = try HistoryFile(path: scratch.path("session.json"))
    #expect(file.size > 2 * HistoryFile.headSize)
    #expect(try ImporterRegistry.importer(of: file)?.name == "xonsh")
  }
}
