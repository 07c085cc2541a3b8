import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Histories of shells")
struct ShellTests {
  private func lines(_ donations: [Donation]) -> [String?] { donations.map { $0.text("line") } }

  @Test("bash: lines before the first time are commands; the first command after one has it")
  func bash() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: """
        htop
        make all
        #1700000000
        cat <<EOF
        one
        EOF
        #1700000060

        #1700000120
        #no time, a remark of bash's user
        git commit -m 'x'
        #99999999999999999999999
        make lost
        """, by: BashImporter(), zone: "Europe/Berlin")
    #expect(
      lines(donations) == ["htop", "make all", "cat <<EOF\none\nEOF", "git commit -m 'x'", "make lost"])
    #expect(donations.map(\.hasExactTime) == [false, false, true, true, false])
    #expect(donations[2].context.instant.rfc3339 == "2023-11-14T23:13:20+01:00")
    #expect(donations[2].context.instant.timeZone == "Europe/Berlin")
    #expect(report.malformedCount == 0)
  }

  @Test("a command's title is its line if its previous run had the same line, even in an earlier import")
  func repeated() async throws {
    let store = InMemoryDonationStore()
    func titles(_ lines: [String], at start: Int) async throws -> [String?] {
      let scratch = try Scratch()
      try scratch.write(
        "history", lines.enumerated().map { ": \(start + $0 * 60):0;\($1)\n" }.joined())
      try await ImportRun.run(ZshImporter(), HistoryFile(path: scratch.path("history")), into: store)
      return try await store.allDonations(of: .me).map(\.donation)
        .filter { $0.context.instant.milliseconds >= Int64(start) * 1_000 }.map(\.activity.title)
    }
    #expect(
      try await titles(
        [
          "rg TODO", "rg TODO", "git commit -am 'one'", "git commit -am 'two'", "rg FIXME",
          "sudo apt upgrade",
        ],
        at: 1_700_000_000) == [
          "rg …", "rg TODO", "git commit -am …", "git commit -am …", "rg …", "sudo apt upgrade",
        ])
    #expect(try await titles(["rg FIXME", "rg one"], at: 1_700_010_000) == ["rg FIXME", "rg …"])
    #expect(Set(try await store.allDonations(of: .me).map(\.donation.identity)).count == 3)
  }

  @Test("zsh: plain, extended and metafied lines, and commands of several lines")
  func zsh() async throws {
    let bytes =
      Array("plain one\n: 1700000000:12;make a\\\nmake b\n: 1700000060:0;make end\\\\ \n".utf8)
      // "ü" is C3 BC, and "à" C3 A0, of which A0 is metafied.
      + Array(": 1700000120:0;make ".utf8) + [0xC3, 0xBC, 0xC3, 0x83, 0x80, 0x0A]
      + Array(": 99999999999999999999:0;make\n".utf8)
    let (donations, report) = try await ImportRun.donations(of: bytes, by: ZshImporter())
    #expect(lines(donations) == ["plain one", "make a\nmake b", "make end\\\\", "make üà"])
    #expect(donations.map(\.hasExactTime) == [false, true, true, true])
    #expect(donations[1].details.duration == 12)
    #expect(donations[1].details.program == "zsh")
    #expect(report.malformed.map(\.places) == [[.line(6)]])
  }

  @Test("fish: escapes, paths, entries without a time or with one that cannot be")
  func fish() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: #"""
        - cmd: for x in 1 2\n  make "\\t"\nend
          when: 1700000000
        - cmd: vim notes.txt
          when: 1700000060
          paths:
            - notes.txt
        - cmd: htop
        - cmd: make
          when: 18446744073709551615
        nonsense
        """#, by: FishImporter())
    #expect(lines(donations) == ["for x in 1 2\n  make \"\\t\"\nend", "vim notes.txt", "htop"])
    #expect(donations.map(\.hasExactTime) == [true, true, false])
    // Between its neighbours.
    #expect(donations[2].context.instant.milliseconds == 1_700_000_060_000)
    #expect(report.malformed.map(\.count) == [1, 1])
  }

  @Test("a command's identity is its template; the whole line is also kept, unless it has a secret")
  func identity() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: """
        #1700000000
        git commit -m 'first words'
        #1700000060
        git commit -m 'other words'
        #1700000120
        mysql --password=hunter2 -u root
        """, by: BashImporter())
    #expect(donations[0].identity == donations[1].identity)
    #expect(donations[0].activity.activityType == "shell.run")
    #expect(donations[0].activity.restorationPayload["line"] == nil)
    #expect(donations[1].text("line") == "git commit -m 'other words'")
    #expect(donations[2].text("line") == nil)
    #expect(!"\(donations[2])".contains("hunter2"))
    #expect(report.withheld.values.reduce(0, +) == 1)
    let (templates, _) = try await ImportRun.donations(
      of: "#1700000000\ngit commit -m 'first words'\n", by: BashImporter(), templatesOnly: true)
    #expect(templates.map(\.identity) == [donations[0].identity])
    #expect(lines(templates) == [nil])
  }

  @Test("a command whose line had a secret is not suggested, because its template cannot be run")
  func withheldLines() async throws {
    let (donations, _) = try await ImportRun.donations(
      of: """
        #1700000000
        psql shop
        #1700000060
        psql "host=db user=app password=kartoffelxyz"
        #1700000120
        curl -su ada:Sommer417! https://example.com
        #1700000180
        psql other
        """, by: BashImporter())
    #expect(donations.map(\.activity.isEligibleForPrediction) == [true, false, false, true])
    #expect(donations.map { $0.text("line") != nil } == [true, false, false, true])
    #expect(donations[0].identity == donations[1].identity)
  }

  @Test(
    "atuin: deleted rows, those of agents and mistyped ones are skipped; folder, host and duration are kept")
  func atuin() async throws {
    let scratch = try Scratch()
    try AtuinFixture().write(
      [FixtureRecord(seconds: 1_700_000_000, activity: 1)], to: scratch, named: "history")
    let queue = try DatabaseQueue(path: scratch.path("history"))
    try await queue.write { db in
      let rows = [
        ("a", "'make deleted'", "0", "1700000000000000000", "NULL", "NULL"),
        ("b", "'make agent'", "0", "NULL", "'claude-code'", "NULL"),
        ("c", "'make otheragent'", "0", "NULL", "'robot'", "1"),
        ("d", "'make mine'", "0", "NULL", "'me'", "0"),
        ("e", "'gti status'", "127", "NULL", "NULL", "NULL"),
      ]
      for (id, command, exit, deleted, author, kind) in rows {
        try db.execute(
          sql: """
            INSERT INTO history VALUES ('\(id)', 1700000001500000000, 250000000, \(exit), \(command), '/src', 's', 'host:me',
              \(deleted), \(author), NULL, NULL, \(kind))
            """)
      }
    }
    try queue.close()
    let store = InMemoryDonationStore()
    let report = try await ImportRun.run(
      AtuinImporter(), HistoryFile(path: scratch.path("history")), into: store)
    #expect(report.filtered == [.deleted: 1, .agent: 2, .notFound: 1])
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(lines(donations) == ["program1 run", "make mine"])
    #expect(donations[1].context.instant.milliseconds == 1_700_000_001_500)
    #expect(donations[1].context.attributes == ["cwd": "/src"])
    #expect(donations[1].details.device == "host")
    #expect(donations[1].details.duration == 0.25)
    #expect(donations.map(\.details.program) == ["zsh", "atuin"])
    #expect(donations[1].details.externalIdentifier == "atuin:d")
  }

  @Test(
    "atuin: the schema that its own migrations create is read",
    .enabled(if: Self.samples != nil, "HUNCH_SAMPLES names no folder with atuin's migrations"))
  func atuinMigrations() async throws {
    let (scratch, folder) = (try Scratch(), try #require(Self.samples))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".sql")
    }
    #expect(names.count >= 10)
    try database(scratch, "history.db") { db in
      for name in names.sorted() {
        try db.execute(sql: String(contentsOf: folder.appending(path: name), encoding: .utf8))
      }
      try db.execute(
        sql: """
          INSERT INTO history (id, timestamp, duration, exit, command, cwd, session, hostname)
          VALUES ('x', 1700000000123456789, 5, 0, 'make all', '/src', 's', 'host:me')
          """)
    }
    let (file, store) = (try HistoryFile(path: scratch.path("history.db")), InMemoryDonationStore())
    #expect(try ImporterRegistry.importer(of: file)?.name == "atuin")
    #expect(try await ImportRun.run(AtuinImporter(), file, into: store).added == 1)
    #expect(
      try await store.allDonations(of: .me).first?.donation.context.instant.milliseconds == 1_700_000_000_123)
  }

  /// The folder with atuin's migrations, if there is one.
  private static let samples: URL? = ProcessInfo.processInfo.environment["HUNCH_SAMPLES"].map {
    URL(filePath: $0).appending(path: "atuin")
  }.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
}

@Suite("Histories on a machine")
struct HistoryFinderTests {
  @Test(
    "histories are found in usual and other locations, and those that another one covers are named")
  func found() throws {
    let scratch = try Scratch()
    for folder in [".local/share/fish", "data/atuin", "deep/er"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    try scratch.write(".bash_history", "ls\nmake\n")
    try scratch.write(".histfile", ": 1700000000:0;ls\n")
    try scratch.write(".zsh_history", "")
    try AtuinFixture().write(Fixtures.records(3), to: scratch, named: "data/atuin/history.db")
    try scratch.write("deep/er/notes.txt", "hello\n")
    try scratch.write("deep/er/fish_backup", "- cmd: ls\n  when: 1700000000\n")
    var finder = HistoryFinder(
      home: scratch.folder.path, environment: ["XDG_DATA_HOME": scratch.path("data")])
    let machine = finder.onThisMachine()
    #expect(machine.histories.map(\.importer.name) == ["bash", "zsh", "atuin"])
    #expect(machine.histories.map(\.coveredBy) == ["atuin", "atuin", nil])
    var folder = HistoryFinder(home: "/nowhere", environment: [:])
    let below = try folder.at([scratch.folder.path])
    #expect(
      Set(below.histories.map(\.file.name)) == [".bash_history", ".histfile", "history.db", "fish_backup"])
    #expect(below.problems.isEmpty)
  }

  @Test("a history with fewer activities than another does not cover it")
  func covered() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path(".local/share/atuin"), withIntermediateDirectories: true)
    func left(bash lines: Int, atuin records: Int) throws -> [String?] {
      try scratch.write(".bash_history", (0..<lines).map { "make target\($0)\n" }.joined())
      let path = ".local/share/atuin/history.db"
      try? FileManager.default.removeItem(atPath: scratch.path(path))
      try AtuinFixture().write(Fixtures.records(records), to: scratch, named: path)
      var finder = HistoryFinder(home: scratch.folder.path, environment: [:])
      return finder.onThisMachine().histories.filter { $0.importer.name == "bash" }.map(\.coveredBy)
    }
    #expect(try left(bash: 3, atuin: 0) == [nil])
    #expect(try left(bash: 3, atuin: 2) == [nil])
    #expect(try left(bash: 3, atuin: 3) == ["atuin"])
  }

  @Test("atuin's history is also found in the folder that newer versions create")
  func atuin() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path(".atuin/data"), withIntermediateDirectories: true)
    try AtuinFixture().write(Fixtures.records(3), to: scratch, named: ".atuin/data/history.db")
    var finder = HistoryFinder(home: scratch.folder.path, environment: [:])
    #expect(finder.onThisMachine().histories.map(\.file.path) == [scratch.path(".atuin/data/history.db")])
  }

  @Test("a named file that is not a history is reported, and a missing one is an error")
  func unknown() throws {
    let scratch = try Scratch()
    try scratch.write("notes.txt", "hello\n")
    var finder = HistoryFinder(home: scratch.folder.path, environment: [:])
    #expect(try finder.at([scratch.path("notes.txt")]).problems.count == 1)
    #expect(throws: HistoryError(.notFound, at: scratch.path("x"))) { try finder.at([scratch.path("x")]) }
  }
}

@Suite("The cost of reading commands and recognising files")
struct ReadingWorkTests {
  private static func fastest(_ work: () throws -> Void) rethrows -> Duration {
    try (0..<3).map { _ in try ContinuousClock().measure(work) }.min() ?? .zero
  }

  /// The word was copied for each of its bytes: a line of 200,000 bytes took 9 s.
  ///
  /// 16 times the line takes 16 times as long, with a margin for a busy machine, and not longer
  /// beyond the part that is read.
  @Test(
    "the time for a command grows with its length, up to the part that is read",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil, "a sanitizer takes time of its own"),
    arguments: ["z", "'z' ", "z\\\n", "\"z$x\"", "cat <<A\nz\nA\n", "é", "<(z)", "z=z;", "`z`"])
  func commands(part: String) throws {
    let settings = try ImportRun.settings()
    func time(_ bytes: Int) throws -> Duration {
      let line = "run " + String(repeating: part, count: bytes / part.utf8.count)
      return Self.fastest {
        _ = CommandActivity.content(of: line, at: .order, in: "fish", settings)
      }
    }
    let (short, long, longer) = (try time(1 << 12), try time(1 << 16), try time(1 << 21))
    #expect(long < short * 64 || long < .milliseconds(500), "\(short), \(long)")
    #expect(longer < long * 8, "\(long), \(longer)")
  }

  /// `\s*` at the beginning of a line started again at each of many blank lines.
  @Test(
    "the time to recognise a file grows with the examined bytes",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil, "a sanitizer takes time of its own"),
    arguments: [
      "\n", " \n", "\t\r\n", "<", "<a ", "time=", "user=1\n", "{\"a\":", "[", "- cmd: \n", ",;\t", "\"",
      "#1\n", "<!--", "=",
      "\u{2028}",
    ])
  func recognition(part: String) throws {
    let scratch = try Scratch()
    func time(_ bytes: Int) throws -> Duration {
      try scratch.write("history", String(repeating: part, count: bytes / part.utf8.count))
      return try Self.fastest {
        let file = try HistoryFile(path: scratch.path("history"))
        for importer in ImporterRegistry.all { _ = try importer.recognition(of: file) }
        _ = LocationFormats.format(of: file)
      }
    }
    let (short, long) = (try time(1 << 12), try time(1 << 16))
    // At most 64 KiB is examined, which takes less than half a second even on a busy machine;
    // quadratic work took a minute and a half.
    #expect(long < short * 64 || long < .milliseconds(500), "\(short), \(long)")
  }

  @Test("the first element of a document is found after anything that may precede it")
  func rootElements() {
    #expect(
      XMLHistory.rootElement(of: Array("<?xml version=\"1.0\"?>\n<!-- < --><!DOCTYPE x><gpx a=\"b\">".utf8))
        == "gpx")
    #expect(XMLHistory.rootElement(of: Array("< <1><xbel/>".utf8)) == "xbel")
    #expect(XMLHistory.rootElement(of: Array("<<<".utf8)) == nil)
  }
}
