import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("An event in two histories counts once")
struct DuplicateSearchTests {
  private static let start: Int64 = 1_700_000_000

  /// Commands as two shells keep them, with their seconds after the start.
  private static func zsh(_ commands: [(Int64, String)]) -> String {
    commands.map { ": \(start + $0.0):0;\($0.1)\n" }.joined()
  }

  private static func fish(_ commands: [(Int64, String)]) -> String {
    commands.map { "- cmd: \($0.1)\n  when: \(start + $0.0)\n" }.joined()
  }

  private static func googleChrome(_ visits: [(Int64, String)]) -> String {
    let rows = visits.map {
      #"{"title": "Page", "url": "\#($0.1)", "time_usec": \#((start + $0.0) * 1_000_000), "page_transition": "LINK"}"#
    }
    return #"{"Browser History": [\#(rows.joined(separator: ","))]}"#
  }

  private static func activityWatch(_ visits: [(Int64, String)]) -> String {
    let events = visits.map {
      #"{"timestamp": "\#(ActivityWatchFixture.time(start + $0.0))", "duration": 0.5, "data": {"url": "\#($0.1)", "title": "Page", "incognito": false}}"#
    }
    return #"{"id": "aw-watcher-web-chrome", "type": "web.tab.current", "client": "c", "hostname": "h", "#
      + #""created": "2023-01-01T00:00:00+00:00", "data": {}, "events": [\#(events.joined(separator: ","))]}"#
  }

  private let store = InMemoryDonationStore()

  @discardableResult
  private func run(_ importer: some HistoryImporter, _ text: String) async throws -> HistoryReport {
    let scratch = try Scratch()
    try scratch.write("history", text)
    return try await ImportRun.run(importer, HistoryFile(path: scratch.path("history")), into: store)
  }

  private func seconds() async throws -> [Int64] {
    try await store.allDonations(of: .me).map {
      $0.donation.context.instant.milliseconds / 1_000 - Self.start
    }
  }

  @Test("a command in another shell's history within five seconds is skipped, whichever comes first")
  func commands() async throws {
    try await run(ZshImporter(), Self.zsh([(0, "git push"), (100, "make all"), (200, "git push")]))
    let fish = Self.fish([(5, "git push"), (100, "git push"), (194, "git push"), (206, "git push")])
    let report = try await run(FishImporter(), fish)
    #expect((report.read, report.added, report.filtered) == (4, 3, [.duplicate: 1]))
    #expect(try await seconds() == [0, 100, 100, 194, 200, 206])

    let again = try await run(FishImporter(), fish)
    #expect((again.added, again.known, again.filtered) == (0, 3, [.duplicate: 1]))
  }

  @Test("one history may have the same command twice in a second")
  func oneHistory() async throws {
    let report = try await run(ZshImporter(), Self.zsh([(0, "make all"), (0, "make all"), (1, "make all")]))
    #expect((report.added, report.filtered) == (3, [:]))
  }

  @Test("a page that two histories have at different levels is compared by its site")
  func sites() async throws {
    try await run(
      GoogleChromeImporter(),
      Self.googleChrome([(0, "https://example.org/project/issues/42"), (60, "https://example.com/news")]))
    let report = try await run(
      ActivityWatchImporter(),
      Self.activityWatch([
        (2, "https://example.org/project"), (60, "https://example.org/project"),
        (120, "https://example.com/news"),
      ]))
    #expect((report.added, report.filtered) == (2, [.duplicate: 1]))
  }

  @Test("a program's own donations are another source")
  func program() async throws {
    let found = try await ImportRun.donations(of: Self.zsh([(0, "make all")]), by: ZshImporter()).donations[0]
    let donated = try Donation(of: found.activity, by: .me, in: found.context)
    _ = try await store.ingest([donated], at: donated.context.instant)
    let report = try await run(ZshImporter(), Self.zsh([(2, "make all"), (60, "make all")]))
    #expect((report.added, report.filtered) == (1, [.duplicate: 1]))
  }

  @Test("lines without a time are not compared")
  func undated() async throws {
    try await run(ZshImporter(), Self.zsh([(0, "make all")]))
    let report = try await run(BashImporter(), "make all\nmake all\n")
    #expect((report.added, report.filtered) == (2, [:]))
  }

  @Test("a rehearsal of two histories counts what importing both adds")
  func rehearsal() async throws {
    let scratch = try Scratch()
    try scratch.write("zsh", Self.zsh([(0, "git push"), (100, "make all")]))
    try scratch.write("fish", Self.fish([(1, "git push"), (50, "make all")]))
    var rehearsed = DuplicateIndex()
    var added: [Int] = []
    for (importer, name) in [(ZshImporter(), "zsh"), (FishImporter(), "fish")]
      as [(any HistoryImporter, String)]
    {
      let run = try HistoryImport(
        by: importer, of: HistoryFile(path: scratch.path(name)), ImportRun.settings(), .init(),
        now: Instant(milliseconds: ImportRun.now))
      added.append(try await run.run(into: store, rehearsing: true, beside: &rehearsed).added)
    }
    #expect(added == [2, 1])
    #expect(try await seconds() == [])
  }

  @Test("histories in any order of time, with years between their records")
  func order() async throws {
    let years = (0..<40).map { (Int64($0) * -7_777_777, "make target\($0)") }
    try await run(ZshImporter(), Self.zsh(years))
    let report = try await run(
      FishImporter(), Self.fish(years.sorted { $0.1 < $1.1 } + [(3, "make other")]))
    #expect((report.added, report.filtered) == (1, [.duplicate: 40]))
  }

  @Test("records imported under another name of the program are recognised")
  func formerNames() async throws {
    func window(_ app: String) -> String {
      let time = ActivityWatchFixture.time(Self.start)
      return
        #"{"id": "w", "type": "currentwindow", "client": "c", "hostname": "h", "created": "2023-01-01T00:00:00+00:00", "#
        + #""events": [{"timestamp": "\#(time)", "duration": 5, "data": {"app": "\#(app)"}}]}"#
    }
    let old = try UserActivity(
      activityType: ImportedActivityType.application, title: "Use Navigator", userInfo: ["app": "Navigator"],
      requiredUserInfoKeys: ["app"])
    var details = Donation.Details()
    details.source = ActivityWatchImporter().source
    try await store.ingest(
      [Donation(of: old, in: Context(at: Instant(milliseconds: Self.start * 1_000)), details: details)],
      at: Instant(milliseconds: ImportRun.now))
    let again = try await run(ActivityWatchImporter(), window("Navigator"))
    #expect(again.added == 0 && again.filtered == [.duplicate: 1])
    let other = try await run(ActivityWatchImporter(), window("alacritty"))
    #expect(other.added == 1)
  }
}
