import Activities
import Kernels
import Storage
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Checkpoints do not change answers")
struct RebuildingTests {
  static let after: Int64 = 200_000

  /// Donates in order, late and at equal times, forgets, and gives feedback.
  ///
  /// Meanwhile two engines that share a log, and a new one, are queried now and then. The reference
  /// is a fresh engine on a fresh log with the same donations.
  @Test(
    "answers are the same bit by bit, whatever happens to the log", arguments: 1...12 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let (log, coding) = (InMemoryDonationStore(), CountingUserModelCoding())
    let engines = try [coding.engine(log, spacing: 7), coding.engine(log, spacing: 4)]
    var minutes: Int64 = 0
    for _ in 0..<50 {
      switch random.integer(below: 8) {
      case 0...4:
        let batch = try (0..<1 + random.integer(below: 7)).map { _ in
          minutes += Int64(random.integer(below: 3) * random.integer(below: 40))
          let late = random.integer(below: 6) == 0 ? Int64(random.integer(below: 300)) : 0
          return try donation("d\(random.integer(below: 6))", at: max(0, minutes - late), random: &random)
        }
        _ = try await engines[random.integer(below: 2)].donate(batch, now: World.instant(Self.after))
      case 5:
        var criteria = Deletion.Criteria()
        criteria.since = try World.instant(max(0, minutes - Int64(random.integer(below: 200))))
        criteria.until = try World.instant(minutes - Int64(random.integer(below: 40)))
        _ = try await engines[0].forget(Deletion(at: World.instant(Self.after), matching: criteria))
      case 6:
        _ = try await log.ingest(verbatim: [
          try PolicyTests.verdict(
            Feedback.Verdict.allCases[random.integer(below: Feedback.Verdict.allCases.count)], .activity,
            at: minutes)
        ])
      default: break
      }
      guard random.integer(below: 3) == 0 else { continue }
      let asked = random.integer(below: 3) == 0 ? Int64(random.integer(below: Int(minutes) + 1)) : Self.after
      let expected = try await fresh(log).ask(at: asked)
      for engine in engines + [try coding.engine(log, spacing: 5)] where random.integer(below: 4) > 0 {
        #expect(try await engine.ask(at: asked) == expected, "seed \(seed), at \(asked)")
      }
    }
    let explained = try await fresh(log).ask(at: Self.after, explains: true)
    for engine in engines + [try coding.engine(log)] {
      #expect(try await engine.ask(at: Self.after, explains: true) == explained, "seed \(seed)")
    }
    #expect(coding.count > 5, "seed \(seed)")
  }

  private func donation(_ name: String, at minutes: Int64, random: inout SeededRandom) throws -> Donation {
    var details = Donation.Details()
    details.source = random.integer(below: 5) == 0 ? .suggestion : .user
    details.timePrecision = minutes % 7 == 3 ? .order : minutes % 7 == 5 ? .day : .exact
    var activity = try World.activity("\(name)")
    if name == "d1" || name == "d2" {
      activity.userInfo["pages"] = .integer(Int64(random.integer(below: 2)))
      try activity.setParameterCombinations([.init(keys: ["document"]), .init(keys: ["document", "pages"])])
    }
    return try Donation(
      of: activity, in: Context(at: World.instant(minutes)), details: details,
      ordinal: random.integer(below: 1_000_000))
  }

  /// An engine without checkpoints, on a log with the same contents as this one.
  private func fresh(_ log: InMemoryDonationStore) async throws -> SuggestionEngine {
    let copy = InMemoryDonationStore()
    _ = try await copy.ingest(verbatim: try await log.allDonations(of: .me).map(\.donation))
    _ = try await copy.ingest(verbatim: await log.feedback(of: .me))
    return SuggestionEngine(log: copy, model: try World.model(), capacity: 1, checkpoints: nil)
  }

  @Test("a checkpoint that is outdated before it is saved is not saved", arguments: [true, false])
  func overtaken(forgets: Bool) async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(30, seed: 3)
    _ = try await log.inner.ingest(verbatim: history)
    let late = try World.donation("late", at: 1)
    var criteria = Deletion.Criteria()
    criteria.until = history[5].context.instant
    let deletion = try Deletion(at: World.instant(Self.after), matching: criteria)
    await log.beforeSaving { log in
      if forgets { _ = await log.forget(deletion) } else { _ = try await log.ingest(verbatim: [late]) }
    }
    let expected = forgets ? Array(history[5...]) : [late] + history
    let engine = try coding.engine(log)
    _ = try await engine.ask(at: Self.after)
    let answer = try await World.engine(expected).ask(at: Self.after)
    #expect(try await engine.ask(at: Self.after) == answer)
    #expect(try await coding.engine(log).ask(at: Self.after) == answer)
  }

  @Test(
    "a checkpoint of later arrivals than an engine knows of is not counted twice", arguments: [true, false])
  func ahead(atOneMoment: Bool) async throws {
    let (log, coding) = (CountingLog(), CountingUserModelCoding())
    let history = try World.history(20, seed: 4)
    let last = try #require(history.last).context.instant.milliseconds / 60_000 - World.monday / 60_000
    let more = try (0..<20).map { try World.donation("e\($0)", at: atOneMoment ? last : last + $0) }
    _ = try await log.inner.ingest(verbatim: history)
    _ = try await coding.engine(log).ask(at: Self.after)
    let quicker = try coding.engine(log.inner)
    // Between reading the version and the checkpoints, another engine donates and learns.
    await log.beforeLoading { log in
      _ = try await log.ingest(verbatim: more)
      _ = try? await quicker.ask(at: Self.after)
    }
    // It answers for the moment of the query; later arrivals are in the next answer, once.
    let engine = try coding.engine(log)
    #expect(try await engine.ask(at: Self.after) == World.engine(history).ask(at: Self.after))
    #expect(try await engine.ask(at: Self.after) == World.engine(history + more).ask(at: Self.after))

    let model = try World.model()
    let shelf = try #require(CheckpointCache(log: log, coding: coding.coding, model: model))
    for last in [20, 40] as [Int64] {
      let version = LogVersion(generation: 0, lastSequence: last, feedbackCount: 0)
      #expect(await shelf.learned(by: .me, before: .max, at: version)?.donations == Int(last))
    }
  }
}
