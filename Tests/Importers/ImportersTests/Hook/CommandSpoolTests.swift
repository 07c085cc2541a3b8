import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Commands that hooks of shells recorded", .timeLimit(.minutes(3)))
struct CommandSpoolTests {
  /// A spool in a temporary folder, and a store.
  private struct World {
    let scratch: Scratch
    let spool: CommandSpool
    let store = InMemoryDonationStore()

    init() throws {
      scratch = try Scratch()
      spool = try #require(
        CommandSpool(forStoreAt: "/a b/100%.sqlite", environment: ["XDG_RUNTIME_DIR": scratch.folder.path]))
      try FileManager.default.createDirectory(
        atPath: spool.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for folder in ["hunch", "hunch/spool"] { try scratch.setMode(0o700, of: folder) }
    }

    /// Appends bytes to the file of a shell.
    func write(_ text: String, shell: String = "1.7") throws {
      try RecordedCommand.append(text, to: "\(spool.folder)/\(shell)")
    }

    @discardableResult
    func takeIn() async throws -> HistoryReport? {
      try await spool.takeIn(
        into: store, of: .me, ImportRun.settings(), at: Instant(milliseconds: ImportRun.now))
    }

    var donations: [Donation] {
      get async throws { try await store.allDonations(of: .me).map(\.donation) }
    }
  }

  /// A line of a spool.
  private static func line(
    _ command: String, id: String = "s.1", start: String = "1700000000.25", offset: String = "+0100",
    exit: String = "0", duration: String = "1.5", previous: String = "", shell: String = "zsh",
    taken: String = ""
  ) -> String {
    var record = RecordedCommand(command, named: id, at: start)
    (record.offset, record.exit, record.duration, record.previousExit) = (offset, exit, duration, previous)
    (record.shell, record.taken) = (shell, taken)
    (record.folder, record.repository, record.branch) = ("/src/app", "/src", "main")
    return record.text
  }

  @Test("a recorded command is the same activity as in the shell's own history, with its circumstances")
  func command() async throws {
    let world = try World()
    try world.write(Self.line("git commit -m 'a\\tb\\nc \\\\'", previous: "2"))
    #expect(try await world.takeIn()?.added == 1)
    let donation = try #require(try await world.donations.first)
    #expect(donation.text("line") == "git commit -m 'a\tb\nc \\'")
    #expect(donation.context.instant.rfc3339 == "2023-11-14T23:13:20.250+01:00")
    #expect(
      donation.context.attributes == [
        "cwd": "/src/app", "repo": "/src", "branch": "main", "previousExit": .integer(2),
      ])
    #expect(donation.details.duration == 1.5 && donation.details.device == "box" && donation.program == "zsh")
    #expect(donation.activity.userInfo["exit"] == nil && donation.activity.isEligibleForPrediction)

    let (history, _) = try await ImportRun.donations(
      of: "#1700000000\ngit commit -m 'other'\n", by: BashImporter())
    #expect(history.first?.identity == donation.identity)
  }

  @Test("an import of the shell's own history adds nothing that the hook has recorded")
  func duplicate() async throws {
    let world = try World()
    try world.write(Self.line("make check"))
    try await world.takeIn()
    let path = try world.scratch.write("history", "#1700000000\nmake check\n#1700000900\nmake check\n")
    let report = try await ImportRun.run(
      BashImporter(), HistoryFile(path: world.scratch.path(path)), into: world.store)
    #expect(report.added == 1 && report.filtered[.duplicate] == 1)
  }

  @Test("a taken line is erased from the file, and the shell goes on appending to it")
  func erasure() async throws {
    let world = try World()
    try world.write(Self.line("make first"))
    try await world.takeIn()
    try world.write(Self.line("make second", id: "s.2", start: "1700000001"))
    #expect(try await world.takeIn()?.added == 1)
    #expect(try await world.takeIn() == nil)
    #expect(try await world.donations.map { $0.text("line") } == ["make first", "make second"])
    for name in try FileManager.default.contentsOfDirectory(atPath: world.spool.folder) {
      let bytes = try Data(contentsOf: URL(filePath: "\(world.spool.folder)/\(name)"))
      #expect(bytes.allSatisfy { $0 == 0 }, "\(name) keeps what was taken")
    }
  }

  @Test("a line that was taken in before its file was erased is not added twice")
  func repetition() async throws {
    let world = try World()
    try world.write(Self.line("make all"))
    try await world.takeIn()
    try world.write(Self.line("make all"))
    let report = try #require(try await world.takeIn())
    #expect(report.added == 0 && report.known == 1)
  }

  @Test("an unfinished line waits for its rest; a torn one is reported, and the next one is read")
  func torn() async throws {
    let world = try World()
    let whole = Self.line("make all")
    try world.write(String(whole.prefix(30)))
    #expect(try await world.takeIn() == nil)
    try world.write(String(whole.dropFirst(30)))
    #expect(try await world.takeIn()?.added == 1)

    try world.write(String(Self.line("make torn", id: "s.2").prefix(40)))
    try world.write(Self.line("make next", id: "s.3") + "nonsense\n")
    let report = try #require(try await world.takeIn())
    #expect(report.added == 1 && report.malformedCount == 1)
    #expect(try await world.donations.map { $0.text("line") } == ["make all", "make next"])
  }

  @Test("the lines of several shells are taken in by time, and those of one second in its own order")
  func order() async throws {
    let world = try World()
    try world.write(Self.line("make b", id: "a.1", start: "1700000002"), shell: "1.a")
    try world.write(Self.line("make c", id: "a.2", start: "1700000002"), shell: "1.a")
    try world.write(Self.line("make a", id: "b.1", start: "1700000001"), shell: "1.b")
    try await world.takeIn()
    #expect(
      await world.store.arrivals(of: .me, after: 0, limit: 9).map { $0.donation.text("line") } == [
        "make a", "make b", "make c",
      ])
  }

  @Test("a mistyped command is skipped, and one that always failed is kept but not suggested")
  func failures() async throws {
    let world = try World()
    try world.write(
      Self.line("gti status", id: "s.1", exit: "127") + Self.line("make bad", id: "s.2", exit: "2")
        + Self.line("make stopped", id: "s.3", exit: "130"))
    let report = try #require(try await world.takeIn())
    #expect(report.added == 2 && report.filtered[.notFound] == 1)
    let byLine = Dictionary(
      uniqueKeysWithValues: try await world.donations.map { ($0.text("line"), $0.activity) })
    #expect(byLine["make bad"]?.isEligibleForPrediction == false)
    #expect(byLine["make bad"]?.userInfo["exit"] == .integer(2))
    #expect(byLine["make stopped"]?.isEligibleForPrediction == true)

    // Once it has succeeded, a failure does not hide it.
    try world.write(Self.line("make bad", id: "s.4", start: "1700000010"))
    try await world.takeIn()
    try world.write(Self.line("make bad", id: "s.5", start: "1700000020", exit: "2"))
    try await world.takeIn()
    #expect(try await world.donations.last?.activity.isEligibleForPrediction == true)
  }

  @Test("a line that was offered and run unchanged is an accepted suggestion")
  func taken() async throws {
    let world = try World()
    try world.write(Self.line("make all", id: "s.1"))
    try await world.takeIn()
    // Run again within the seconds in which two sources are taken for one.
    try world.write(Self.line("make all", id: "s.2", start: "1700000001", taken: "1"))
    try await world.takeIn()
    #expect(try await world.donations.map(\.details.source) == [.imported(from: "hook"), .suggestion])
  }

  @Test("secrets, privacy rules and pauses apply as in every import")
  func privacy() async throws {
    let world = try World()
    var criteria = Deletion.Criteria()
    criteria.text = "clinic"
    let rule = try PrivacyRule(.drop, matching: criteria)
    _ = try await world.store.changePrivacyRules { $0.add(rule) }
    try world.write(
      Self.line("ssh clinic", id: "s.1")
        + Self.line(
          "curl -H 'Authorization: Bearer abcdef0123456789abcdef0123456789' https://x.example", id: "s.2"))
    let report = try #require(try await world.takeIn())
    #expect(report.added == 1 && report.filtered[.privacyRule] == 1)
    let donation = try #require(try await world.donations.first)
    #expect(!"\(donation)".contains("abcdef0123456789"))
  }

  @Test("a folder that others can write to, or a link to one, is not read")
  func strangers() async throws {
    let world = try World()
    try world.write(Self.line("make all"))
    try world.scratch.setMode(0o770, of: "hunch/spool")
    #expect(try await world.takeIn() == nil && !world.spool.isInUse)
    try world.scratch.setMode(0o700, of: "hunch/spool")
    let (moved, base) = (world.scratch.path("moved"), world.scratch.path("hunch"))
    try FileManager.default.moveItem(atPath: base, toPath: moved)
    try FileManager.default.createSymbolicLink(atPath: base, withDestinationPath: moved)
    #expect(try await world.takeIn() == nil)
    try FileManager.default.removeItem(atPath: base)
    try FileManager.default.moveItem(atPath: moved, toPath: base)
    #expect(try await world.takeIn()?.added == 1)
  }

  @Test("a store has its own spool; a relative or very long path has none")
  func folders() throws {
    let scratch = try Scratch()
    let runtime = scratch.folder.path
    let environment = ["XDG_RUNTIME_DIR": runtime]
    #expect(
      CommandSpool(forStoreAt: "/a/b.sqlite", environment: environment)?.folder
        == "\(runtime)/hunch/spool/%2Fa%2Fb.sqlite")
    #expect(
      CommandSpool(forStoreAt: "/a%2Fb", environment: environment)?.folder
        == "\(runtime)/hunch/spool/%2Fa%252Fb")
    #expect(
      CommandSpool(forStoreAt: "/a", environment: ["XDG_RUNTIME_DIR": "/nowhere/run"])?.folder.hasPrefix(
        "/tmp/hunch-")
        == true)
    #expect(CommandSpool(forStoreAt: "a", environment: environment) == nil)
    #expect(
      CommandSpool(forStoreAt: "/" + String(repeating: "a", count: 300), environment: environment) == nil)
  }

  @Test("a store has the same spool by whatever path it is named")
  func paths() throws {
    let scratch = try Scratch()
    let environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
    for (name, target) in [("stores", "real/deep"), ("link.sqlite", "real/deep/a.sqlite")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
    }
    let expected = CommandSpool(forStoreAt: scratch.path("real/deep/a.sqlite"), environment: environment)
    for path in ["stores/a.sqlite", "link.sqlite", "./real//deep/../deep/a.sqlite"] {
      let spool = CommandSpool(forStoreAt: scratch.path(path), environment: environment)
      #expect(spool != nil && spool?.folder == expected?.folder, "\(path)")
    }
  }

  @Test(
    "twenty shells append while lines are taken in: none is lost, none is doubled, each shell's order stays")
  func race() async throws {
    let world = try World()
    let (shells, commands) = (20, 100)
    let script = """
      for i in $(seq \(commands)); do
        printf '\\x011\\t%s.%d\\t%d\\t+0000\\t0\\t0\\t\\tsh\\tbox\\t/\\t\\t\\t\\tmake %s-%d\\t.\\n' "$1" "$i" $((1700000000 + i)) "$1" "$i" \
          >>"\(world.spool.folder)/1.$1"
      done
      """
    try await withThrowingTaskGroup { group in
      for shell in 0..<shells {
        group.addTask {
          let process = Process()
          process.executableURL = URL(filePath: "/bin/bash")
          process.arguments = ["-c", script, "bash", "\(shell)"]
          let run = try await process.runToEnd()
          #expect(run.code == 0, "\(run.errors)")
        }
      }
      for _ in 0..<20 { try await world.takeIn() }
      try await group.waitForAll()
    }
    try await world.takeIn()
    let arrived = await world.store.arrivals(of: .me, after: 0, limit: 10_000).compactMap {
      $0.donation.text("line")?.dropFirst(5)
    }
    #expect(arrived.count == shells * commands && Set(arrived).count == arrived.count)
    for shell in 0..<shells {
      let own = arrived.filter { $0.hasPrefix("\(shell)-") }.compactMap { Int($0.split(separator: "-")[1]) }
      #expect(own == Array(1...commands), "shell \(shell)")
    }
  }
}
