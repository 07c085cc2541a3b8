import Activities
import Testing

@testable import Evaluation

/// A ranker that records its calls, and gives the scores of a closure.
private struct Spy: Ranker {
  var events: [String] = []
  var asked: [Context] = []
  let score: @Sendable (Int) -> Float
  private var rows = 0

  init(score: @escaping @Sendable (Int) -> Float = { _ in 0 }) {
    self.score = score
  }

  mutating func scores(for context: Context, precision: TimePrecision) -> [Float] {
    events.append("ask \(context.instant.milliseconds)")
    asked.append(context)
    return (0..<rows).map(score)
  }

  mutating func observe(_ donation: Donation, row: Int) {
    events.append("learn \(donation.context.instant.milliseconds) \(row)")
    rows = max(rows, row + 1)
  }
}

@Suite("Evaluation: replay")
struct ReplayTests {
  @Test(
    "scoring starts after a share of the donations, rounded up except for rounding errors",
    arguments: [
      (0.7, 10, 7), (0.7, 11, 8), (0.7, 1, 1), (0.7, 0, 0), (0, 10, 0), (1, 10, 10), (0.55, 100, 55),
      (0.07, 100, 7),
      (0.9, 30, 27), (0.999, 10, 10), (-1, 10, 0), (2, 10, 10), (.nan, 10, 0), (.infinity, 10, 10),
    ] as [(Double, Int, Int)])
  func firstScored(_ share: Double, _ count: Int, _ expected: Int) {
    #expect(Replay.first(share, of: count) == expected)
  }

  @Test("a replay asks before it teaches, and only teaches donations that are not scored")
  func order() async throws {
    let donations = try World.hourly(["a", "b", "a", "c"])
    let sink = try await Replay().measured(donations, from: 0.5, asking: Spy())
    let spy = try #require(sink.rankers[0] as? Spy)
    let times = donations.map(\.context.instant.milliseconds)
    #expect(
      spy.events == [
        "learn \(times[0]) 0", "learn \(times[1]) 1", "ask \(times[2])", "learn \(times[2]) 0",
        "ask \(times[3])",
        "learn \(times[3]) 2",
      ])
    #expect(sink.outcomes[0].count == 2 && sink.stopwatches[0].laps == 2)
  }

  @Test("all rankers get the same queries and donations, in one pass")
  func together() async throws {
    let donations = try World.hourly(["a", "b", "a", "c", "b", "a"])
    let together = try await Replay().measured(donations, from: 0.5, asking: Spy(), Spy(score: { Float($0) }))
    let spies = try together.rankers.map { try #require($0 as? Spy) }
    #expect(spies[0].events == spies[1].events && together.queries.map(\.donationsSeen) == [3, 4, 5])
    for (index, spy) in [Spy(), Spy(score: { Float($0) })].enumerated() {
      let alone = try await Replay().measured(donations, from: 0.5, asking: spy)
      #expect(alone.outcomes[0] == together.outcomes[index])
    }
  }

  @Test("a query before a donation with an inexact time has no hour")
  func hours() async throws {
    let donations = try [TimePrecision.exact, .order, .day, .exact].enumerated().map {
      try World.donation("a", hour: Double($0.offset), precision: $0.element)
    }
    let sink = try await Replay().measured(donations, from: 0, asking: Spy())
    #expect(sink.queries.map(\.hour) == [0, nil, nil, 3])
  }

  @Test(
    "a query knows time and attributes, but the place of the next donation only on request",
    arguments: [false, true])
  func place(known: Bool) async throws {
    var replay = Replay()
    replay.knowsPlace = known
    let berlin = try Place(latitude: 52.5, longitude: 13.4)
    let donation = try World.donation("a", hour: 1, place: berlin, attributes: ["wifi": .string("home")])
    let spy = try #require(
      try await replay.measured([donation], from: 0, asking: Spy()).rankers[0] as? Spy)
    #expect(spy.asked.map(\.place) == [known ? berlin : nil])
    #expect(spy.asked.first?.attributes == ["wifi": .string("home")])
    #expect(spy.asked.first?.instant == donation.context.instant)
  }

  @Test(
    "equal scores are ranked by identity, whatever the order of donations",
    arguments: [["a", "b", "c"], ["c", "b", "a"]])
  func ties(names: [String]) async throws {
    let donations = try World.hourly(names + names)
    let outcomes = try await Replay().measured(donations, from: 0.5, asking: Spy()).outcomes[0]
    let identities = donations.prefix(3).map(\.identity)
    let expected = identities.map { own in 1 + identities.count { $0 < own } }
    #expect(outcomes.map(\.rank) == expected)
  }

  @Test("the rank counts higher scores")
  func ranks() async throws {
    let donations = try World.hourly(["a", "b", "c", "a", "b", "c"])
    let sink = try await Replay().measured(donations, from: 0.5, asking: Spy(score: { Float($0) }))
    #expect(sink.outcomes[0].map(\.rank) == [3, 2, 1])
  }

  @Test("a new activity is a miss, with the engine's probability of none of these")
  func novelty() async throws {
    let donations = try World.hourly(["a", "a", "b"])
    let sink = try await Replay().measured(
      donations, from: 0, asking: Spy(), HunchRanker(model: World.model()))
    #expect(sink.outcomes[0].map(\.rank) == [nil, 1, nil])
    let engine = sink.outcomes[1]
    #expect(engine.map(\.rank) == [nil, 1, nil])
    #expect(engine[0].probability == 1 && engine[0].topProbability == nil)
    let (sure, none) = (try #require(engine[2].topProbability), try #require(engine[2].probability))
    #expect(abs(sure + none - 1) < 1e-6)
  }

  @Test("the stopwatch runs only during scored queries", arguments: [nil, 0, 1])
  func stopwatch(start: Int?) async throws {
    final class Clock: @unchecked Sendable { var now: UInt64 = 0 }  // used by one task only
    let clock = Clock()
    let donations = try World.hourly(["a", "b", "c", "d"])
    let sink = try await Replay().measured(donations, from: 0.5, start: start, asking: Spy()) {
      clock.now += 5
      return clock.now
    }
    let spy = try #require(sink.rankers[0] as? Spy)
    #expect(sink.outcomes[0].count == 4 - (start ?? 2) && spy.asked.count == sink.outcomes[0].count)
    #expect(sink.stopwatches[0].laps == 2 && sink.stopwatches[0].total == 10)
  }
}
