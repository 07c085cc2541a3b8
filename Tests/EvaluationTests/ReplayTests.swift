import Activities
import Testing

@testable import Evaluation

/// Writes down what it is asked and told, and scores as it is told to.
private struct Spy: Ranker {
  var events: [String] = []
  var asked: [Context] = []
  let score: @Sendable (Int) -> Float
  private var rows = 0

  init(score: @escaping @Sendable (Int) -> Float = { _ in 0 }) {
    self.score = score
  }

  mutating func scores(for context: Context) -> [Float] {
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
    "queries are scored from a share of the donations on, rounded up but for rounding itself",
    arguments: [
      (0.7, 10, 7), (0.7, 11, 8), (0.7, 1, 1), (0.7, 0, 0), (0, 10, 0), (1, 10, 10), (0.55, 100, 55),
      (0.07, 100, 7),
      (0.9, 30, 27), (0.999, 10, 10), (-1, 10, 0), (2, 10, 10), (.nan, 10, 0), (.infinity, 10, 10),
    ] as [(Double, Int, Int)])
  func firstScored(_ share: Double, _ count: Int, _ expected: Int) {
    var replay = Replay()
    replay.scoreFrom = share
    #expect(replay.firstScored(of: count) == expected)
  }

  @Test("asks, then lets learn; what is not scored is learned only")
  func order() throws {
    var replay = Replay()
    replay.scoreFrom = 0.5
    let donations = try World.hourly(["a", "b", "a", "c"])
    var (spy, stopwatch) = (Spy(), Stopwatch(nanoseconds: nil))
    let outcomes = try replay.run(donations, asking: &spy, stopwatch: &stopwatch)
    let times = donations.map(\.context.instant.milliseconds)
    #expect(
      spy.events == [
        "learn \(times[0]) 0", "learn \(times[1]) 1", "ask \(times[2])", "learn \(times[2]) 0",
        "ask \(times[3])",
        "learn \(times[3]) 2",
      ])
    #expect(outcomes.count == 2 && stopwatch.laps == 2)
  }

  @Test(
    "a query knows time and attributes, but the place of what will happen only if told so",
    arguments: [false, true])
  func place(known: Bool) throws {
    var replay = Replay()
    (replay.scoreFrom, replay.knowsPlace) = (0, known)
    let berlin = try Place(latitude: 52.5, longitude: 13.4)
    let donation = try World.donation("a", hour: 1, place: berlin, attributes: ["wifi": .string("home")])
    var (spy, stopwatch) = (Spy(), Stopwatch(nanoseconds: nil))
    _ = try replay.run([donation], asking: &spy, stopwatch: &stopwatch)
    #expect(spy.asked.map(\.place) == [known ? berlin : nil])
    #expect(spy.asked.first?.attributes == ["wifi": .string("home")])
    #expect(spy.asked.first?.instant == donation.context.instant)
  }

  @Test(
    "equal scores are ranked by identity, whatever was donated first",
    arguments: [["a", "b", "c"], ["c", "b", "a"]])
  func ties(names: [String]) throws {
    let donations = try World.hourly(names + names)
    var replay = Replay()
    replay.scoreFrom = 0.5
    let outcomes = try replay.outcomes(of: donations, asking: Spy())
    let identities = donations.prefix(3).map(\.identity)
    let expected = identities.map { own in 1 + identities.count { $0 < own } }
    #expect(outcomes.map(\.rank) == expected)
  }

  @Test("the rank counts what scored higher")
  func ranks() throws {
    let donations = try World.hourly(["a", "b", "c", "a", "b", "c"])
    var replay = Replay()
    replay.scoreFrom = 0.5
    #expect(try replay.outcomes(of: donations, asking: Spy(score: { Float($0) })).map(\.rank) == [3, 2, 1])
  }

  @Test("something new is a miss; the engine gives it the probability of none of these")
  func novelty() throws {
    var replay = Replay()
    replay.scoreFrom = 0
    let donations = try World.hourly(["a", "a", "b"])
    #expect(try replay.outcomes(of: donations, asking: Spy()).map(\.rank) == [nil, 1, nil])
    let engine = try replay.outcomes(of: donations, asking: HunchRanker(model: World.model()))
    #expect(engine.map(\.rank) == [nil, 1, nil])
    #expect(engine[0].probability == 1 && engine[0].topProbability == nil)
    let (sure, none) = (try #require(engine[2].topProbability), try #require(engine[2].probability))
    #expect(abs(sure + none - 1) < 1e-6)
  }

  @Test("the stopwatch runs during scored queries only, whatever else is asked", arguments: [nil, 0, 1])
  func stopwatch(start: Int?) throws {
    final class Clock: @unchecked Sendable { var now: UInt64 = 0 }  // used by one task only
    let clock = Clock()
    var (spy, stopwatch) = (
      Spy(),
      Stopwatch(nanoseconds: {
        clock.now += 5; return clock.now
      })
    )
    var replay = Replay()
    replay.scoreFrom = 0.5
    let donations = try World.hourly(["a", "b", "c", "d"])
    let outcomes = try replay.run(donations, asking: &spy, stopwatch: &stopwatch, from: start)
    #expect(outcomes.count == 4 - (start ?? 2) && spy.asked.count == outcomes.count)
    #expect(stopwatch.laps == 2 && stopwatch.total == 10)
  }
}
