import Activities
import Kernels
import Storage
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("How the engine follows its log")
struct FollowingTests {
  static let after: Int64 = 200_000

  @Test("donations through another engine are in the next answer")
  func otherEngine() async throws {
    let log = InMemoryDonationStore()
    let (one, other) = try (
      SuggestionEngine(log: log, model: World.model()), SuggestionEngine(log: log, model: World.model())
    )
    #expect(try await one.ask(at: 1).suggestions.isEmpty)
    try await other.donate([World.donation("a", at: 2)], now: World.instant(2))
    #expect(try await one.ask(at: 3).titles == ["Open a"])
    try await one.donate([World.donation("b", at: 4)], now: World.instant(4))
    #expect(try await other.ask(at: 5) == one.ask(at: 5))
  }

  @Test("late donations give the same answers as if they had arrived in time", arguments: 1...5)
  func lateArrivals(seed: UInt64) async throws {
    let history = try World.history(120, seed: seed)
    let expected = try await World.engine(history).ask(at: Self.after, explains: true)
    var random = SeededRandom(seed: seed)
    let engine = try await World.engine([])
    var waiting = history
    while !waiting.isEmpty {
      let pick = waiting.remove(at: random.integer(below: min(20, waiting.count)))
      try await engine.donate([pick], now: World.instant(Self.after))
      if random.integer(below: 5) == 0 { _ = try await engine.ask(at: Self.after) }
    }
    #expect(try await engine.ask(at: Self.after, explains: true) == expected, "seed \(seed)")
  }

  @Test("a query about the past is answered as of that moment", arguments: [1, 5, 40, 119])
  func past(known: Int) async throws {
    let history = try World.history(120, seed: 9)
    let moment = history[known].context.instant
    let request = SuggestionRequest(in: Context(at: moment), limit: 100)
    let expected = try await World.engine(Array(history[...known])).suggestions(request)
    let engine = try await World.engine(history)
    _ = try await engine.ask(at: Self.after)
    #expect(try await engine.suggestions(request) == expected)
    #expect(expected.donations == known + 1)
  }

  @Test("after forgetting, answers are as if the donation had never existed", arguments: 1...5)
  func forgetting(seed: UInt64) async throws {
    let history = try World.history(150, seed: seed)
    let engine = try await World.engine(history)
    _ = try await engine.ask(at: Self.after)
    var criteria = Deletion.Criteria()
    criteria.since = history[50].context.instant
    criteria.until = history[100].context.instant
    let count = try await engine.forget(
      Deletion(at: World.instant(Self.after), matching: criteria))
    #expect(count == 50)
    let kept = try await World.engine(Array(history[..<50] + history[100...]))
    #expect(
      try await engine.ask(at: Self.after, explains: true) == kept.ask(at: Self.after, explains: true),
      "seed \(seed)")
    try await engine.forget(Deletion(at: World.instant(Self.after), matching: .everything))
    #expect(try await engine.ask(at: Self.after) == World.engine([]).ask(at: Self.after))
  }

  @Test("users do not influence each other")
  func users() async throws {
    let (ada, ben) = try (UserIdentifier("ada"), UserIdentifier("ben"))
    let history = try World.history(80, seed: 1, by: ada)
    let alone = try await World.engine(history).ask(at: Self.after, by: ada)
    let engine = try await World.engine(history + World.history(90, seed: 2, by: ben))
    #expect(try await engine.ask(at: Self.after, by: ada) == alone)
    #expect(try await engine.ask(at: Self.after, by: ben).donations == 90)
    #expect(try await engine.ask(at: Self.after).suggestions.isEmpty)
  }

  @Test("a donor's clock may be at most a day ahead")
  func future() async throws {
    let engine = try await World.engine([])
    let now = try World.instant(0)
    try await engine.donate([World.donation("a", at: 24 * 60)], now: now)
    await #expect(throws: SuggestionError.donationFromTheFuture) {
      try await engine.donate(
        [World.donation("b", at: 1), World.donation("c", at: 24 * 60 + 1)], now: now)
    }
    #expect(try await engine.ask(at: 2_000).titles == ["Open a"])
  }

  @Test("the same donation twice is one donation")
  func duplicates() async throws {
    let engine = try await World.engine([])
    let donation = try World.donation("a", at: 1)
    let receipt = try await engine.donate([donation, donation], now: World.instant(1))
    #expect(receipt == AppendReceipt(added: 1, duplicates: 1))
    #expect(try await engine.ask(at: 2).donations == 1)
  }

  @Test("a hundred queries and donations at once end in the same state as one after another")
  func concurrency() async throws {
    let history = try World.history(100, seed: 4)
    let engine = try await World.engine([])
    let now = try World.instant(Self.after)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for donation in history {
        group.addTask { try await engine.donate([donation], now: now) }
        group.addTask {
          let answer = try await engine.ask(at: Self.after)
          #expect(answer.donations <= 100)
          #expect(answer.candidates <= 7)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await engine.ask(at: Self.after) == World.engine(history).ask(at: Self.after))
  }

  @Test("queries that come together read the log once")
  func sharedReading() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: try World.history(50, seed: 4))
    let engine = try SuggestionEngine(log: log, model: World.model())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await engine.ask(at: Self.after).donations } }
      for try await donations in group { #expect(donations == 50) }
    }
    #expect(await log.scans == 1)
  }

  @Test("a first query about the past does not wait for a replay of the present")
  func pastFirst() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: try World.history(50, seed: 4))
    let engine = try SuggestionEngine(log: log, model: World.model())
    let early = try await engine.ask(at: 2_000)
    #expect(await log.scans == 1)
    let asked = try World.instant(2_000).milliseconds
    #expect(await log.readUntil == asked + 1)
    #expect(try await engine.ask(at: Self.after).donations == 50)
    #expect(try await engine.ask(at: 2_000) == early)
  }

  @Test("a log that fails is asked again by the next query")
  func failingLog() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: try World.history(50, seed: 4))
    await log.failOnce()
    let engine = try SuggestionEngine(log: log, model: World.model())
    await #expect(throws: CountingLog.Failure.self) { try await engine.ask(at: Self.after) }
    #expect(try await engine.ask(at: Self.after).donations == 50)
  }

  @Test("donations that vanish between two reads do not hold up the answer")
  func vanishedArrival() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: [World.donation("a", at: 1)])
    let engine = try SuggestionEngine(log: log, model: World.model())
    #expect(try await engine.ask(at: 10).donations == 1)
    _ = try await log.inner.ingest(verbatim: [World.donation("b", at: 2), World.donation("c", at: 3)])
    await log.hide(sequence: 3, claiming: 2)
    #expect(try await engine.ask(at: 10).donations == 1)
    await log.hide(sequence: nil, claiming: nil)
    #expect(try await engine.ask(at: 10).donations == 3)
  }
}
