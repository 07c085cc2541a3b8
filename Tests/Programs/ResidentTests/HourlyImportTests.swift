import Activities
import Answers
import Foundation
import Importers
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Resident

@Suite("The hourly import of the resident program")
struct HourlyImportTests {
  /// A user who agreed to a history, a store, and a clock.
  private final class World: Sendable {
    let scratch: Scratch
    let store = InMemoryDonationStore()
    let opened = Mutex(0)
    let agreement: String
    private let place: String

    init() async throws {
      scratch = try Scratch()
      agreement = scratch.path("config/sources.json")
      place = scratch.path("store.sqlite")
      try write(1)
      let source = AgreedSource(of: "bash", at: scratch.path("history"), for: place, user: .me)
      try await AgreedSources.change(at: agreement) { $0.agree(to: source) }
    }

    func hourly() -> HourlyImport {
      HourlyImport(
        SourceRenewal(for: place, agreement: agreement, readings: scratch.path("state/sources.json")))
    }

    func write(_ count: Int) throws {
      try scratch.write(
        "history", (0..<count).map { "#\(1_700_000_000 + $0 * 60)\nmake b\($0)\n" }.joined())
    }

    /// Lets it look some seconds after the beginning, and returns how many donations exist then.
    func look(_ hourly: HourlyImport, at seconds: Int64) async throws -> Int {
      let now = try Instant(milliseconds: 1_800_000_000_000 + seconds * 1_000)
      await hourly.runIfDue(at: now) {
        self.opened.withLock { $0 += 1 }
        return self.store
      }
      return try await store.allDonations(of: .me).count
    }
  }

  @Test("the first time is three minutes after the start, the next ones an hour apart")
  func timing() async throws {
    let world = try await World()
    let hourly = world.hourly()
    for seconds: Int64 in [0, 10, 179] { #expect(try await world.look(hourly, at: seconds) == 0) }
    #expect(world.opened.withLock(\.self) == 0)
    #expect(try await world.look(hourly, at: 180) == 1)
    try world.write(2)
    for seconds: Int64 in [190, 1_800, 3_779] { #expect(try await world.look(hourly, at: seconds) == 1) }
    #expect(try await world.look(hourly, at: 3_780) == 2)
    #expect(world.opened.withLock(\.self) == 2)
  }

  @Test("a restart does not repeat it, and an earlier reading by the timer counts")
  func restart() async throws {
    let world = try await World()
    let first = world.hourly()
    _ = try await world.look(first, at: 0)
    #expect(try await world.look(first, at: 180) == 1)
    try world.write(2)
    let second = world.hourly()
    for seconds: Int64 in [600, 780, 3_779] { #expect(try await world.look(second, at: seconds) == 1) }
    #expect(world.opened.withLock(\.self) == 1)
    #expect(try await world.look(second, at: 3_780) == 2)
    try world.write(3)
    let third = world.hourly()
    _ = try await world.look(third, at: 8_000)
    #expect(try await world.look(third, at: 8_180) == 3, "more than an hour has passed")
  }

  @Test("a clock that was set back delays it by an hour at most")
  func clock() async throws {
    let world = try await World()
    let hourly = world.hourly()
    _ = try await world.look(hourly, at: 0)
    #expect(try await world.look(hourly, at: 180) == 1)
    try world.write(2)
    #expect(try await world.look(hourly, at: -1_000_000) == 2)
  }

  @Test("an error ends nothing, is in the status, and is gone when its reason is")
  func errors() async throws {
    let world = try await World()
    let hourly = world.hourly()
    let document = try world.scratch.read("config/sources.json")
    try world.scratch.write("config/sources.json", "ZQ")
    _ = try await world.look(hourly, at: 0)
    #expect(try await world.look(hourly, at: 180) == 0)
    let broken = try JSONText.line(await hourly.status)
    #expect(broken.contains("sources.json") && !broken.contains("ZQ"), "\(broken)")
    try document.write(to: URL(filePath: world.agreement))
    #expect(try await world.look(hourly, at: 4_000) == 1)
    let status = try JSONText.line(await hourly.status)
    #expect(status.contains(#""sources":1"#) && status.contains(#""added":1"#), "\(status)")
    #expect(status.contains(#""problems":[]"#) && !status.contains("make"), "\(status)")
    try FileManager.default.removeItem(atPath: world.scratch.path("history"))
    _ = try await world.look(hourly, at: 8_000)
    let gone = try JSONText.line(await hourly.status)
    #expect(gone.contains(#""source":"bash""#) && gone.contains("no such file"), "\(gone)")
    #expect(!gone.contains(world.scratch.path("history")), "the path is the user's")
  }

  @Test("the status counts what rules left out")
  func rules() async throws {
    let world = try await World()
    var criteria = Deletion.Criteria()
    criteria.text = "make"
    let rule = try PrivacyRule(.drop, matching: criteria)
    _ = try await world.store.changePrivacyRules { $0.add(rule) }
    let hourly = world.hourly()
    _ = try await world.look(hourly, at: 0)
    #expect(try await world.look(hourly, at: 180) == 0)
    let status = try JSONText.line(await hourly.status)
    #expect(status.contains(#""rule":1"#) && status.contains(#""filtered":1"#), "\(status)")
  }
}
