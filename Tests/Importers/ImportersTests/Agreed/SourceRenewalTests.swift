import Activities
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Importers

@Suite("Sources that are read again")
struct SourceRenewalTests {
  /// A user who agreed to two histories, which are in a store already.
  private struct World {
    let scratch: Scratch
    let store = InMemoryDonationStore()
    let renewal: SourceRenewal
    var agreement: String { scratch.path("config/sources.json") }
    var readings: String { scratch.path("state/sources.json") }
    var place: String { scratch.path("store.sqlite") }

    init() async throws {
      scratch = try Scratch()
      renewal = SourceRenewal(
        for: scratch.path("store.sqlite"), agreement: scratch.path("config/sources.json"),
        readings: scratch.path("state/sources.json"))
      try scratch.write(".bash_history", World.bash(1))
      try scratch.write(".zsh_history", World.zsh(1))
      try await agree(to: ("bash", ".bash_history"), ("zsh", ".zsh_history"))
    }

    func agree(
      to sources: (name: String, file: String)..., with change: (inout AgreedSource) -> Void = { _ in }
    ) async throws {
      try await AgreedSources.change(at: agreement) { agreed in
        for (name, file) in sources {
          var source = AgreedSource(of: name, at: scratch.path(file), for: place, user: .me)
          change(&source)
          agreed.agree(to: source)
        }
      }
    }

    static func bash(_ count: Int) -> String {
      (0..<count).map { "#\(1_700_000_000 + $0 * 60)\nmake b\($0)\n" }.joined()
    }

    static func zsh(_ count: Int) -> String {
      (0..<count).map { ": \(1_600_000_000 + $0 * 60):0;make z\($0)\n" }.joined()
    }

    /// Runs it, and returns for each source its name and what happened.
    func run(progress: (HistoryReport) -> Void = { _ in }) async throws -> [String] {
      let now = try Instant(milliseconds: ImportRun.now)
      let results = try #require(try await renewal.run(into: store, at: now, progress: progress))
      return results.map { source, outcome in
        switch outcome {
        case .unchanged: "\(source.name) unchanged"
        case .read(let report): "\(source.name) read \(report.read), added \(report.added)"
        case .refused(let error): "\(source.name): \(error)"
        }
      }
    }

    var count: Int { get async throws { try await store.allDonations(of: .me).count } }
  }

  @Test("an unchanged file is not read again, and a changed one is")
  func changes() async throws {
    let world = try await World()
    #expect(try await world.run() == ["bash read 1, added 1", "zsh read 1, added 1"])
    #expect(try await world.run() == ["bash unchanged", "zsh unchanged"])
    try world.scratch.write(".zsh_history", World.zsh(3))
    #expect(try await world.run() == ["bash unchanged", "zsh read 3, added 2"])
    #expect(try await world.run() == ["bash unchanged", "zsh unchanged"])
    // A database that is written ahead keeps its newest rows next to it.
    try world.scratch.write(".bash_history-wal", "x")
    #expect(try await world.run() == ["bash read 1, added 0", "zsh unchanged"])
    #expect(try await world.count == 4)
    #expect(world.renewal.last.last?.milliseconds == ImportRun.now)
  }

  @Test("a removed history does not keep others from being read, and is read when it is back")
  func removed() async throws {
    let world = try await World()
    try FileManager.default.removeItem(atPath: world.scratch.path(".bash_history"))
    let results = try await world.run()
    #expect(results == ["bash: no such file; check the path", "zsh read 1, added 1"])
    let path = world.scratch.path(".bash_history")
    #expect(world.renewal.last[path]?.problem == "no such file; check the path")
    try world.scratch.write(".bash_history", World.bash(2))
    #expect(try await world.run() == ["bash read 2, added 2", "zsh unchanged"])
    #expect(world.renewal.last[path]?.problem == nil)
  }

  @Test("a file that became something else is refused, and not looked into again until it changes")
  func foreign() async throws {
    let world = try await World()
    _ = try await world.run()
    try world.scratch.write(".bash_history", World.zsh(9))
    let refused = try await world.run()
    #expect(refused[0].hasPrefix("bash: not a history of bash but of zsh"), "\(refused)")
    #expect(try await world.run() == ["bash unchanged", "zsh unchanged"])
    #expect(
      world.renewal.last[world.scratch.path(".bash_history")]?.problem?.contains("not a history") == true)
    #expect(try await world.count == 2)
  }

  @Test("only histories that the user agreed to are read, and none that was withdrawn meanwhile")
  func agreement() async throws {
    let world = try await World()
    try world.scratch.write(".bash_history2", World.bash(5))
    let file = world.agreement
    let first = try await world.run { _ in try? FileManager.default.removeItem(atPath: file) }
    #expect(first == ["bash read 1, added 1"], "zsh was withdrawn while bash was read")
    #expect(try await world.run() == [])
    try await world.agree(to: ("zsh", ".zsh_history"))
    #expect(try await world.run() == ["zsh read 1, added 1"])
    let gone = try await AgreedSources.change(at: file) { $0.withdraw(of: world.place) { $0.name == "zsh" } }
    #expect(gone.map(\.name) == ["zsh"])
    try world.scratch.write(".zsh_history", World.zsh(7))
    #expect(try await world.run() == [])
    #expect(try await world.count == 2)
    let other = SourceRenewal(
      for: world.scratch.path("other.sqlite"), agreement: file, readings: world.readings)
    try await world.agree(to: ("zsh", ".zsh_history"))
    #expect(try other.sources() == [], "an agreement is about one store")
  }

  @Test("forgotten activities stay forgotten, with a rule new ones are left out, and both are counted")
  func forgetting() async throws {
    let world = try await World()
    try world.scratch.write(".bash_history", World.bash(2))
    _ = try await world.run()
    var criteria = Deletion.Criteria()
    criteria.text = "b0"
    let end = try Instant(milliseconds: ImportRun.now)
    let receipt = await world.store.forget([try Deletion(at: end, matching: criteria)], rehearsing: false)
    #expect(receipt.donations == 1)
    try world.scratch.write(".bash_history", World.bash(3))
    #expect(try await world.run()[0] == "bash read 3, added 1")
    let path = world.scratch.path(".bash_history")
    #expect(world.renewal.last[path]?.stayedForgotten == 1)
    let rule = try PrivacyRule(.drop, matching: criteria)
    _ = try await world.store.changePrivacyRules { $0.add(rule) }
    try world.scratch.write(".bash_history", World.bash(3) + "#1700009000\nmake b0\n")
    #expect(try await world.run()[0] == "bash read 4, added 0")
    let reading = try #require(world.renewal.last[path])
    #expect(reading.rules.map(\.number) == [1] && reading.rules.map(\.filtered) == [2])
    #expect(try await !world.store.allDonations(of: .me).contains { $0.donation.activity.title == "make b0" })
  }

  @Test("the options of the agreement apply each time")
  func options() async throws {
    let world = try await World()
    try world.scratch.write(".bash_history", World.bash(3))
    let since = try Instant(milliseconds: 1_700_000_060_000)
    try await world.agree(to: ("bash", ".bash_history")) { $0.since = since }
    #expect(try await world.run()[0] == "bash read 3, added 2")
    try await world.agree(to: ("bash", ".bash_history")) { source in
      source.since = since
      source.tracks = [world.scratch.path("absent.gpx")]
    }
    try world.scratch.write(".bash_history", World.bash(4))
    #expect(
      try await world.run()[0] == "bash: no such file; check the path",
      "a record without its place would never get it")
    #expect(try await world.count == 3)
  }

  @Test("during a pause nothing is read, so that nothing is lost")
  func pause() async throws {
    let world = try await World()
    let begin = try Instant(milliseconds: ImportRun.now - 1_000)
    let pause = try PrivacyRule.pause(from: begin)
    let added = try await world.store.changePrivacyRules { $0.add(pause) }
    #expect(try await world.run() == [])
    _ = try await world.store.changePrivacyRules { $0.remove(added.number) }
    #expect(try await world.run() == ["bash read 1, added 1", "zsh read 1, added 1"])
  }

  @Test("without notes, and for another store at the same path, everything is read once more")
  func notes() async throws {
    let world = try await World()
    try world.scratch.write("store.sqlite", "first")
    _ = try await world.run()
    try world.scratch.write("other", "second")
    try FileManager.default.removeItem(atPath: world.place)
    try FileManager.default.moveItem(atPath: world.scratch.path("other"), toPath: world.place)
    #expect(try await world.run() == ["bash read 1, added 0", "zsh read 1, added 0"])
    #expect(try await world.run() == ["bash unchanged", "zsh unchanged"])
    try world.scratch.write("state/sources.json", "x")
    #expect(try await world.run() == ["bash read 1, added 0", "zsh read 1, added 0"])
  }

  /// Another process's attempt.
  private final class Attempt: Sendable {
    let wasRefused = Mutex<Bool?>(nil)
  }

  @Test("two processes do not read at the same time")
  func once() async throws {
    let world = try await World()
    let (renewal, store) = (world.renewal, world.store)
    let now = try Instant(milliseconds: ImportRun.now)
    let second = Attempt()
    _ = try await world.run { _ in
      guard second.wasRefused.withLock(\.self) == nil else { return }
      Task {
        let refused = try await renewal.run(into: store, at: now) == nil
        second.wasRefused.withLock { $0 = refused }
      }
      // The other one tries while this one reads.
      for _ in 0..<500 where second.wasRefused.withLock(\.self) == nil { Thread.sleep(forTimeInterval: 0.01) }
    }
    #expect(second.wasRefused.withLock(\.self) == true)
  }

  @Test("the agreement comes back as it was written, only the user can read it, and mistakes are errors")
  func document() async throws {
    let world = try await World()
    let since = try Instant(rfc3339: "2026-03-01T00:00:00+01:00")
    try await world.agree(to: ("zsh", ".zsh_history")) { source in
      (source.zone, source.keepsTemplatesOnly, source.since) = ("Europe/Berlin", true, since)
      (source.tracks, source.calendars) = (["/t"], ["/c.ics"])
    }
    let read = try AgreedSources(contentsOf: world.agreement).sources(of: world.place)
    #expect(read.map(\.name) == ["bash", "zsh"])
    #expect(read[1].zone == "Europe/Berlin" && read[1].keepsTemplatesOnly && read[1].since == since)
    #expect(read[1].tracks == ["/t"] && read[1].calendars == ["/c.ics"])
    #expect(try world.scratch.mode("config/sources.json") == 0o600)
    #expect(try AgreedSources(contentsOf: world.scratch.path("absent")) == AgreedSources())
    for text in ["", "[]", #"{"sources":[{"path":"/x"}]}"#, #"{"sorces":[]}"#] {
      try world.scratch.write("config/sources.json", text)
      #expect(throws: (any Error).self, "\(text)") { try world.renewal.sources() }
    }
    #expect(AgreedSources.path(environment: ["HOME": "/h"]) == "/h/.config/hunch/sources.json")
    #expect(SourceReadings.path(environment: ["HOME": "/h"]) == "/h/.local/state/hunch/sources.json")
    #expect(SourceReadings.path(environment: ["XDG_STATE_HOME": "/s"]) == "/s/hunch/sources.json")
    #expect(SourceRenewal(for: "/x", environment: [:]) == nil)
  }
}
