import Activities
import Kernels
import Storage
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Learning from the last checkpoint")
struct CheckpointTests {
  static let after: Int64 = 200_000

  /// A log with a number of donations, and an engine's checkpoints of them.
  private func learned(
    _ history: [Donation], _ coding: CountingUserModelCoding, spacing: Int = 10
  ) async throws -> CountingLog {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: history)
    _ = try await coding.engine(log, spacing: spacing).ask(at: Self.after)
    await log.resetCounts()
    return log
  }

  @Test("another engine on the log reads only donations after the newest checkpoint, and answers the same")
  func opening() async throws {
    let (coding, history) = (CountingUserModelCoding(), try World.history(120, seed: 1))
    let log = try await learned(Array(history[..<117]), coding)
    _ = try await log.inner.ingest(verbatim: Array(history[117...]))
    let answer = try await coding.engine(log).ask(at: Self.after, explains: true)
    #expect(try await answer == World.engine(history).ask(at: Self.after, explains: true))
    #expect(await log.donationsRead == 3)
  }

  @Test(
    "a few donations do not cause a checkpoint; then they are taken at intervals, and at the end of a replay")
  func spacing() async throws {
    let (coding, history) = (CountingUserModelCoding(), try World.history(120, seed: 1))
    let log = try await learned(Array(history[..<9]), coding)
    let engine = try coding.engine(log)
    func covered() async throws -> [Int] { await log.inner.kept(by: coding).map(\.donations) }
    #expect(try await covered().isEmpty)
    for donation in history[9..<45] {
      try await engine.donate([donation], now: donation.context.instant)
      _ = try await engine.ask(at: Self.after)
    }
    #expect(try await covered() == [10, 20, 30, 40])
    _ = try await log.inner.ingest(verbatim: Array(history[45...]))
    let late = try World.donation("late", at: 0)
    try await engine.donate([late], now: World.instant(Self.after))
    #expect(try await covered().isEmpty, "it comes before all of them")
    _ = try await engine.ask(at: Self.after)
    let kept = try await covered()
    #expect(kept.count == Checkpoint.limit)
    #expect(kept.last == 121)
  }

  @Test("a late donation or forgetting makes the engine read on from an earlier checkpoint")
  func changes() async throws {
    let (coding, history) = (CountingUserModelCoding(), try World.history(60, seed: 5))
    let log = try await learned(history, coding)
    let engine = try coding.engine(log)
    _ = try await engine.ask(at: Self.after)
    await log.resetCounts()
    let late = try World.donation(
      "new", at: history[54].context.instant.milliseconds / 60_000 - World.monday / 60_000)
    try await engine.donate([late], now: World.instant(Self.after))
    #expect(try await engine.ask(at: Self.after) == World.engine(history + [late]).ask(at: Self.after))
    #expect(await log.donationsRead == 1 + 11, "the late one by itself; then those after the 50th")
    await log.resetCounts()
    var criteria = Deletion.Criteria()
    criteria.since = history[33].context.instant
    try await engine.forget(Deletion(at: World.instant(Self.after), matching: criteria))
    #expect(try await engine.ask(at: Self.after) == World.engine(Array(history[..<33])).ask(at: Self.after))
    #expect(await log.donationsRead == 3)
  }

  @Test("the past is replayed from the checkpoint before it")
  func past() async throws {
    let (coding, history) = (CountingUserModelCoding(), try World.history(60, seed: 6))
    let log = try await learned(history, coding)
    for known in [44, 9, 3, 59] {
      await log.resetCounts()
      let request = SuggestionRequest(in: Context(at: history[known].context.instant), limit: 100)
      let expected = try await World.engine(Array(history[...known])).suggestions(request)
      #expect(try await coding.engine(log).suggestions(request) == expected)
      let covered = [44: 40, 9: 10, 3: 0, 59: 60][known] ?? 0
      // one more donation shows that the moment is past
      #expect(await log.donationsRead == known + 1 - covered + (known == 59 ? 0 : 1))
    }
  }

  @Test("a checkpoint of another model, or an unreadable one, is skipped")
  func unfit() async throws {
    let (coding, history) = (CountingUserModelCoding(), try World.history(50, seed: 7))
    let log = try await learned(history, coding)
    let model = try World.curvedModel(seed: 3)
    let answer = try await coding.engine(log, model: model).ask(at: Self.after)
    #expect(try await answer == World.engine(history, model: model).ask(at: Self.after))
    #expect(await log.donationsRead == 50)
    await log.resetCounts()
    let newest = try #require(await log.inner.kept(by: coding).last)
    let broken = Checkpoint(
      key: newest.key, cursor: newest.cursor, lastSequence: newest.lastSequence, donations: 50, state: [1, 2])
    #expect(await log.inner.save([broken], of: .me, generation: 0) == 1)
    #expect(try await coding.engine(log).ask(at: Self.after) == World.engine(history).ask(at: Self.after))
    #expect(await log.donationsRead == 50)
    await log.resetCounts()
    _ = try await coding.engine(log).ask(at: Self.after)
    #expect(await log.donationsRead == 0, "a good one has taken its place")
  }

  @Test(
    "an engine answers even if the log cannot save or find checkpoints",
    arguments: [1...3] as [ClosedRange<UInt64>])
  func failing(seeds: ClosedRange<UInt64>) async throws {
    for seed in seeds {
      let (coding, history) = (CountingUserModelCoding(), try World.history(40, seed: seed))
      let log = try await learned(Array(history[..<25]), coding)
      await log.failAtCheckpoints()
      let engine = try coding.engine(log)
      #expect(try await engine.ask(at: Self.after).donations == 25)
      try await engine.donate(Array(history[25...]), now: World.instant(Self.after))
      #expect(
        try await engine.ask(at: Self.after) == World.engine(history).ask(at: Self.after), "seed \(seed)")
      #expect(await log.inner.kept(by: coding).map(\.donations).max() == 25)
    }
  }

  @Test("checkpoints contain no verdicts: these apply and are undone as in the log")
  func verdicts() async throws {
    let coding = CountingUserModelCoding()
    let history =
      try World.history(40, seed: 8)
      + PolicyTests.donations().map { donation in
        try Donation(of: donation.activity, in: Context(at: World.instant(100_000)))
      }
    let log = try await learned(history, coding)
    let all = try await coding.engine(log).ask(at: Self.after).suggestions.count
    _ = try await log.inner.ingest(verbatim: [PolicyTests.verdict(.never, .program, at: 150_000)])
    #expect(try await coding.engine(log).ask(at: Self.after).titles == ["Open d"])
    _ = try await log.inner.ingest(verbatim: [PolicyTests.verdict(.undone, .program, at: 150_001)])
    #expect(try await coding.engine(log).ask(at: Self.after).suggestions.count == all)
    #expect(try await coding.engine(log).ask(at: 150_000).titles == ["Open d"])
    #expect(await log.donationsRead == 0)
  }

  @Test("the least recently queried user is evicted, and loaded again")
  func capacity() async throws {
    let coding = CountingUserModelCoding()
    let users = try (0..<6).map { try UserIdentifier("user\($0)") }
    let log = CountingLog()
    for (seed, user) in users.enumerated() {
      _ = try await log.inner.ingest(verbatim: try World.history(25, seed: UInt64(seed), by: user))
    }
    let engine = try coding.engine(log, capacity: 3)
    var answers: [SuggestionList] = []
    for user in users { answers.append(try await engine.ask(at: Self.after, by: user)) }
    #expect(await engine.usersInMemory == 3)
    await log.resetCounts()
    for user in users[3...] { _ = try await engine.ask(at: Self.after, by: user) }
    #expect(await log.versionsAsked == 3)
    #expect(await log.donationsRead == 0)
    for (user, answer) in zip(users, answers) {
      #expect(try await engine.ask(at: Self.after, by: user) == answer)
    }
    #expect(await engine.usersInMemory == 3)
    #expect(await log.donationsRead == 0, "each was loaded from a checkpoint")
  }

  @Test("evicting a user saves a checkpoint of new donations")
  func puttingAway() async throws {
    let coding = CountingUserModelCoding()
    let (log, other) = (CountingLog(), try UserIdentifier("other"))
    let history = try World.history(9, seed: 1)
    _ = try await log.inner.ingest(verbatim: history)
    let engine = try coding.engine(log, capacity: 1)
    let answer = try await engine.ask(at: Self.after)
    #expect(await log.inner.kept(by: coding).isEmpty)
    _ = try await engine.ask(at: Self.after, by: other)
    while await log.inner.kept(by: coding).isEmpty { await Task.yield() }
    await log.resetCounts()
    #expect(try await engine.ask(at: Self.after) == answer)
    #expect(await log.donationsRead == 0)
  }
}

extension InMemoryDonationStore {
  /// The saved checkpoints for the model of the tests, oldest first.
  func kept(by coding: CountingUserModelCoding) -> [Checkpoint] {
    guard let key = try? coding.coding.key(for: World.model()) else { return [] }
    var found: [Checkpoint] = []
    var end = Int64.max
    while let next = checkpoint(of: .me, key: key, before: end, arrivedBy: .max) {
      found.append(next)
      end = next.cursor.milliseconds
    }
    return found.reversed()
  }
}
