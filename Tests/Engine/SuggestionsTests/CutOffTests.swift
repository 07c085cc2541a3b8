import Activities
import Storage
import Synchronization
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

/// A number that closures count up or set.
private final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  /// Returns one more than before.
  func next() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }

  func set(_ value: Int) { number.withLock { $0 = value } }
}

/// The progress that an engine reported.
private final class Told: Sendable {
  private let told = Mutex<[LearningProgress]>([])

  var all: [LearningProgress] { told.withLock { $0 } }

  func append(_ progress: LearningProgress) { told.withLock { $0.append(progress) } }
}

@Suite("A replay that is cut off or overtaken")
struct CutOffTests {
  static let after: Int64 = 200_000

  @Test("a query that is cut off three times continues where it stopped")
  func cutOff() async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(160, seed: 1)
    _ = try await log.inner.ingest(verbatim: history)
    for _ in 0..<3 {
      await log.fail(afterPages: 4)
      await #expect(throws: CountingLog.Failure.self) {
        try await coding.engine(log, spacing: 4, pageSize: 8).ask(at: Self.after)
      }
    }
    let answer = try await coding.engine(log, spacing: 4, pageSize: 8).ask(at: Self.after, explains: true)
    #expect(try await answer == World.engine(history).ask(at: Self.after, explains: true))
    #expect(await log.donationsRead <= 160 + 3 * 8)
  }

  @Test("a replay that is killed continues from the last checkpoint that it saved")
  func killed() async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(160, seed: 2)
    _ = try await log.inner.ingest(verbatim: history)
    let key = coding.coding.key(for: try World.model())
    let (covered, pages) = (Counter(), Counter())
    await log.beforeEachPage { log in
      guard pages.next() == 12 else { return }
      let newest = await log.checkpoint(of: .me, key: key, before: .max, arrivedBy: .max)
      covered.set(newest?.donations ?? 0)
    }
    _ = try await coding.engine(log, spacing: 4, pageSize: 8).ask(at: Self.after)
    #expect(covered.value >= 64)
  }

  @Test("a late donation with every page: the answer is for the moment of the query")
  func overtaken() async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(120, seed: 3)
    _ = try await log.inner.ingest(verbatim: history)
    let number = Counter()
    await log.beforeEachPage { log in
      let minute = Int64(number.next())
      if let late = try? World.donation("late", at: minute) { _ = try await log.ingest(verbatim: [late]) }
    }
    let engine = try coding.engine(log, spacing: 4, pageSize: 8)
    let answer = try await engine.ask(at: Self.after)
    #expect(try await answer == World.engine(history).ask(at: Self.after))
    #expect(await log.donationsRead < 300)
    let before = try World.history(120, seed: 3)
    let arrived = Int64(number.value)
    await log.beforeEachPage(nil)
    let late = try (1...arrived).map { try World.donation("late", at: $0) }
    #expect(try await engine.ask(at: Self.after) == World.engine(before + late).ask(at: Self.after))
  }

  @Test("donations forgotten during a replay are in no answer")
  func forgotten() async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(80, seed: 4)
    _ = try await log.inner.ingest(verbatim: history)
    var criteria = Deletion.Criteria()
    criteria.until = history[20].context.instant
    let deletion = try Deletion(at: World.instant(Self.after), matching: criteria)
    let pages = Counter()
    await log.beforeEachPage { log in
      if pages.next() == 5 { _ = await log.forget(deletion) }
    }
    let answer = try await coding.engine(log, spacing: 4, pageSize: 8).ask(at: Self.after)
    #expect(try await answer == World.engine(Array(history[20...])).ask(at: Self.after))
  }

  @Test("a replay reports its progress")
  func progress() async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    _ = try await log.inner.ingest(verbatim: try World.history(50, seed: 5))
    let told = Told()
    let engine = try coding.engine(log, pageSize: 8) { told.append($0) }
    _ = try await engine.ask(at: Self.after)
    let all = told.all
    #expect(all.map(\.donations) == [8, 16, 24, 32, 40, 48] && all.allSatisfy { $0.total == 50 })
  }
}
