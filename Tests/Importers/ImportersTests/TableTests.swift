import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

struct TableFixture: HistoryFixture {
  let importer: any HistoryImporter
  var isKnownByContent: Bool { false }

  init() {
    var mapping = TableMapping(
      time: "when", timeFormat: .number(.seconds), activityType: .constant("org.example.work"))
    mapping.identity = ["line": "task"]
    importer = TableImporter(mapping)
  }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try scratch.write(name, "when,task\n" + records.map { "\($0.seconds),task \($0.activity)\n" }.joined())
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try scratch.write(
      name, "new,task,when\n" + records.map { ",\"task \($0.activity)\",\($0.seconds)\n" }.joined())
    return true
  }

  func recordInLatin1(at seconds: Int64) -> [UInt8]? {
    Array("when,task\n\(seconds),vim caf".utf8) + [0xE9, 0x0A]
  }
}

@Suite("Tables by a mapping")
struct TableTests {
  private func mapping(_ text: String) throws -> TableMapping { try TableMapping(Data(text.utf8)) }

  private func imported(
    _ text: String, by mapping: String, zone: String = "UTC"
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    try await ImportRun.donations(of: text, by: TableImporter(self.mapping(mapping)), zone: zone)
  }

  private static let plays = """
    {"separator": ";", "time": {"column": "Start", "format": "local", "pattern": "dd.MM.yyyy HH:mm", "zone": "Europe/Berlin"},
     "activityType": {"column": "Kind", "prefix": "org.example.player."}, "title": "Title", "identity": {"song": "Track"},
     "keywords": ["Artist"], "context": {"headphones": "Headphones"}, "place": {"latitude": "Lat", "longitude": "Lon", "name": "Where"},
     "duration": {"column": "Minutes", "unit": "minutes"}, "program": {"column": "App"}, "device": "phone", "id": "No",
     "drop": [{"column": "Skipped", "equals": ["yes", "1"]}]}
    """

  @Test("every mapped column becomes what the mapping says, and the others are dropped")
  func columns() async throws {
    let (donations, report) = try await imported(
      """
      No;Start;Kind;Title;Track;Artist;Headphones;Lat;Lon;Where;Minutes;App;Skipped;Private
      1;01.05.2024 08:30;play;"Blue; ""in"" green";t1;Ada;on;52.5;13.4;kitchen;1.5;Radio;no;diary
      2;01.05.2024 08:31;play;Red;t2;Ada;on;;;;;;yes;diary
      3;31.05.2024 25:00;play;Red;t2;Ada;on;;;;;;;diary
      4;01.05.2024 08:33;play;Red;;Ada;on;;;;;;;diary
      5;01.05.2024 08:34;play;;t2;;;;;;;;;

      """, by: Self.plays)
    #expect(donations.count == 2)
    let first = try #require(donations.first)
    #expect(first.context.instant.rfc3339 == "2024-05-01T08:30:00+02:00")
    #expect(first.activity.activityType == "org.example.player.play")
    #expect(first.activity.title == "Blue; \"in\" green")
    #expect(first.activity.userInfo == ["song": .string("t1")])
    #expect(first.activity.keywords == ["Ada"])
    #expect(first.context.attributes == ["headphones": .string("on")])
    #expect(first.context.place?.name == "kitchen")
    #expect(first.context.place?.latitude == 52.5)
    #expect(first.details.duration == 90)
    #expect((first.details.program, first.details.device) == ("Radio", "phone"))
    #expect(first.details.externalIdentifier == "table:1")
    #expect(donations[1].activity.title == "t2")
    #expect(report.filtered.map(\.key.description) == ["dropped by the mapping"])
    #expect(report.malformed.flatMap(\.places) == [.line(4), .line(5)])
    #expect(!donations.map { "\($0)" }.joined().contains("diary"))
  }

  @Test("quoted fields may have separators, quotes and line ends; errors are reported with their line")
  func quotes() async throws {
    let simple =
      #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "identity": {"x": "x"}}"#
    let (donations, report) = try await imported(
      "\u{FEFF}t,x\r\n1700000000,\"one\r\n\r\ntwo, \"\"three\"\"\"\r\n1700000001,a \"quote\"\r\n1700000002,\"x\"y\n1700000003,a,b\n1700000004\n\n1700000005,\"\"\n1700000006,ok\n1700000007,\"open\n",
      by: simple)
    #expect(donations.map { $0.text("x") } == ["one\n\ntwo, \"three\"", "a \"quote\"", "ok"])
    #expect(report.malformed.flatMap(\.places) == [.line(6), .line(7), .line(8), .line(10), .line(12)])
    // A quote that is never closed keeps at most one record in memory.
    let lines =
      "t,x\n1700000000,\"open\n" + String(repeating: "1700000001,no\n", count: 100_000) + "1700000002,ok\n"
    let (rest, open) = try await imported(lines, by: simple)
    #expect(rest.last?.text("x") == "ok")
    #expect(open.malformedCount == 1)
  }

  @Test(
    "times are read in their units",
    arguments: [
      ("seconds", "1700000000.25", 1_700_000_000_250), ("seconds", "1700000000", 1_700_000_000_000),
      ("milliseconds", "1700000000250", 1_700_000_000_250),
      ("microseconds", "1700000000250999", 1_700_000_000_250),
      ("nanoseconds", "1700000000250999999", 1_700_000_000_250),
      ("rfc3339", "2023-11-14T23:13:20+01:00", 1_700_000_000_000),
      ("local", "2023-11-14 23:13:20", 1_700_000_000_000),
    ] as [(String, String, Int64)])
  func times(_ format: String, _ text: String, _ milliseconds: Int64) async throws {
    let (donations, _) = try await imported(
      "t\tx\n\(text)\ta\n",
      by:
        #"{"separator": "\t", "time": {"column": "t", "format": "\#(format)"}, "activityType": "a.b", "identity": {"x": "x"}}"#,
      zone: "Europe/Berlin")
    #expect(donations.map(\.context.instant.milliseconds) == [milliseconds])
    #expect(donations.map(\.context.instant.offsetMinutes) == [60])
  }

  @Test("JSON Lines: members and nested members keep their types")
  func jsonLines() async throws {
    let (donations, report) = try await imported(
      """
      {"ts": 1700000000, "data": {"app": "editor", "private": false}, "number": 7, "more": [1]}
      {"ts": 1700000001, "data": {"app": "editor", "private": true}, "number": 7}

      {"ts": "1700000002", "data": {"app": "mail"}, "number": 8.5}
      {"ts": 1700000003, "data": {"app": null}, "number": 1}
      [1]
      {"ts": 1700000004, "data":
      """,
      by: """
        {"format": "jsonl", "time": {"column": "ts", "format": "seconds"}, "activityType": "org.example.focus",
         "identity": {"app": "data.app", "number": "number"}, "drop": [{"column": "data.private", "equals": "true"}]}
        """)
    #expect(
      donations.map(\.activity.userInfo) == [
        ["app": .string("editor"), "number": .integer(7)], ["app": .string("mail"), "number": .double(8.5)],
      ])
    #expect(donations.map(\.activity.title) == ["editor, 7", "mail, 8.5"])
    #expect(report.filtered.values.reduce(0, +) == 1)
    #expect(report.malformed.flatMap(\.places) == [.line(5), .line(6), .line(7)])
  }

  @Test("secrets in any column are kept out")
  func secrets() async throws {
    let secret = "https://example.org/?access_token=4f9dK2mQz81LxT7wRb30"
    let (donations, report) = try await imported(
      "t,x,name\n1700000000,\(secret),a\n1700000001,b,\(secret)\n",
      by:
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "identity": {"x": "x"}, "title": "name"}"#
    )
    #expect(donations.map(\.activity.title) == ["b"])
    #expect(report.filtered.values.reduce(0, +) == 1)
    #expect(report.withheld.values.reduce(0, +) == 1)
  }

  @Test("a column's text is judged by all rules, because its kind is unknown")
  func commandsInColumns() async throws {
    let (donations, report) = try await imported(
      "t,id,title\n1700000000,a,PGPASSWORD=kartoffelxyz psql -h db\n1700000001,b,curl -u ada:Sommer417! https://example.com\n"
        + "1700000002,c,https://example.com/login/ada/TIGRkaffe417\n1700000003,d,Ihr TAN lautet 482001\n1700000004,e,make all\n",
      by:
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "identity": {"id": "id"}, "title": "title"}"#
    )
    #expect(donations.map(\.activity.title) == ["a", "b", "c", "d", "make all"])
    #expect(report.withheld.values.reduce(0, +) == 4)
  }

  @Test("a table that does not fit its mapping is refused, and so is one without a mapping")
  func otherTables() async throws {
    let scratch = try Scratch()
    try scratch.write("t.csv", "t,x,x\n1,2,3\n")
    let file = try HistoryFile(path: scratch.path("t.csv"))
    func reason(_ mapping: TableMapping?) async throws -> HistoryError.Reason? {
      try await ImportRun.run(TableImporter(mapping), file, into: InMemoryDonationStore()).failure?.reason
    }
    var mapping = TableMapping(time: "t", timeFormat: .rfc3339, activityType: .constant("a.b"))
    #expect(try await reason(nil) == .noMapping)
    mapping.identity = ["y": "y"]
    #expect(try await reason(mapping) == .column("y", isTwice: false))
    mapping.identity = ["x": "x"]
    #expect(try await reason(mapping) == .column("x", isTwice: true))
    #expect(throws: HistoryError(.foreign(expected: "table", found: nil), at: file.path)) {
      try ImporterRegistry.check(
        file,
        isFor: TableImporter(
          TableMapping(time: "q", timeFormat: .rfc3339, activityType: .column("r", prefix: ""))))
    }
  }

  @Test("a file without column names takes them from the mapping")
  func header() async throws {
    let (donations, _) = try await imported(
      "1700000000,a\n1700000001,b\n",
      by:
        #"{"header": ["t", "x"], "time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "identity": {"x": "x"}}"#
    )
    #expect(donations.map { $0.text("x") } == ["a", "b"])
  }

  @Test(
    "an error in a mapping says where it is, and how to fix it",
    arguments: [
      ("{", "it is not JSON; check commas, quotes and brackets"),
      (
        String(repeating: "[", count: 99) + String(repeating: "]", count: 99),
        "it is not JSON; check commas, quotes and brackets"
      ),
      (
        "{\"e\(String(repeating: "\u{301}", count: 31))\": 1}",
        "it is not JSON; check commas, quotes and brackets"
      ),
      ("[]", "it is not an object; write { \"time\": …, \"activityType\": … }"),
      ("{}", "time: it is missing; write { \"column\": …, \"format\": … }"),
      (#"{"time": {"column": "t"}}"#, "time.format: it is missing"),
      (
        #"{"time": {"column": "t", "format": "unix"}}"#,
        "time.format: it has to be one of local, microseconds, milliseconds, nanoseconds, rfc3339, seconds"
      ),
      (
        #"{"time": {"column": 7, "format": "seconds"}}"#,
        "time.column: it has to be a text that is not empty"
      ),
      (
        #"{"time": {"column": "t", "format": "seconds", "pattern": "HH"}}"#,
        "time.pattern: only local time has a pattern; write \"format\": \"local\", or remove it"
      ),
      (
        #"{"time": {"column": "t", "format": "local", "zone": "Berlin"}}"#,
        "time.zone: no such time zone; write one like Europe/Berlin"
      ),
      (#"{"time": {"column": "t", "format": "seconds"}}"#, "activityType: it is missing"),
      (
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b"}"#,
        "identity: all rows would be the same activity; name columns, like { \"song\": \"track_id\" }, or a column for activityType"
      ),
      (
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "separator": "ab"}"#,
        "separator: it has to be one ASCII character other than a quote; for tabs write \"\\t\""
      ),
      (
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "format": "jsonl", "separator": ";"}"#,
        "separator: JSON Lines do not have one; remove it"
      ),
      (
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "place": {"latitude": "x"}}"#,
        "place.longitude: it is missing"
      ),
      (
        #"{"time": {"column": "t", "format": "seconds"}, "activityType": "a.b", "drop": [{"column": "x"}]}"#,
        "drop[0].equals: it is missing"
      ),
    ])
  func wrongMappings(_ text: String, _ description: String) {
    #expect { try mapping(text) } throws: { "\($0)" == description }
  }

  @Test("a mistyped name is reported, with the possible ones")
  func mistyped() {
    #expect { try mapping(#"{"tiem": {}}"#) } throws: { error in
      "\(error)".hasPrefix("tiem: unknown name; use one of format, separator,")
    }
  }
}
