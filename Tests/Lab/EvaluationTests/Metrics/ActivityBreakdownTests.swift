import Activities
import Testing

@testable import Evaluation

@Suite("Evaluation: activities predicted best and worst, and confusions")
struct ActivityBreakdownTests {
  /// A user's queries as a replay with the most frequent first keeps them.
  private static func user(_ names: [String], scoredFrom: Int = 0) async throws -> ReplayedUser {
    let donations = try World.hourly(names)
    var sink = RankingSink(
      [Baseline.mostFrequent.makeRanker()], from: 1, firstScored: scoredFrom, keepsPredictions: true)
    var history = ReplayHistory(donations[...])
    try await Replay(.eachDonation).run(&history, into: &sink)
    return ReplayedUser(
      queries: sink.queries, outcomes: sink.outcomes, firstScored: max(0, scoredFrom - 1),
      stopwatches: sink.stopwatches, predictions: sink.predictions, activities: sink.activities)
  }

  @Test("confusions match those counted by hand, without first times and right answers")
  func confusions() async throws {
    // Asked before: a b a b b c c b First by frequency: a a a a a a/b a/b a/b (a has three; b has
    // three from the seventh on)
    let names = ["a", "a", "b", "a", "b", "b", "c", "c", "b"]
    let breakdown = ActivityBreakdown(of: [try await Self.user(names)])
    let identities = try ["a", "b"].map { try World.donation($0, hour: 0).identity }
    let tied = identities[0] < identities[1] ? "a" : "b"  // of equal counts the lower identity
    func count(_ done: String, _ suggested: String) -> Int {
      breakdown.confusions.first { $0.done.hasSuffix(done) && $0.suggested.hasSuffix(suggested) }?.count ?? 0
    }
    #expect(count("b", "a") == (tied == "a" ? 3 : 2))
    #expect(count("c", tied) == 1 && count("a", "b") == 0 && count("a", "a") == 0)
    #expect(breakdown.misses == (tied == "a" ? 4 : 3))
    #expect(breakdown.confusions.first?.queries == 3, "b was done three times after its first")
    #expect(breakdown.confusions.map(\.count) == breakdown.confusions.map(\.count).sorted(by: >))
    let late = ActivityBreakdown(of: [try await Self.user(names, scoredFrom: 7)])
    #expect(late.misses <= 2, "only scored queries count")
  }

  @Test(
    "the best is first among the best, the worst among the worst, none is both, and rare ones are neither")
  func extremes() async throws {
    // Seven of a in a row are right from the second on; b and c take turns behind them, c is rare.
    let names =
      Array(repeating: "a", count: 7) + Array(repeating: "b", count: 6) + ["c", "c"]
    let breakdown = ActivityBreakdown(of: [try await Self.user(names)])
    #expect(breakdown.best.map(\.title).map { $0.suffix(1) } == ["a"])
    #expect(breakdown.best.map(\.queries) == [6] && breakdown.best.map(\.hits) == [6])
    #expect(breakdown.best.map(\.meanReciprocalRank) == [1])
    #expect(breakdown.worst.map(\.title).map { $0.suffix(1) } == ["b"])
    #expect(breakdown.worst.map(\.queries) == [5] && breakdown.worst.map(\.hits) == [0])
    #expect(breakdown.worst.map(\.meanReciprocalRank) == [0.5])
  }

  @Test("a replay without kept predictions has an empty breakdown, and an evaluation with details keeps them")
  func kept() async throws {
    let bare = ActivityBreakdown(of: [ReplayedUser(ranks: [[1, 2, 1, 2, 1, 2]], seen: 1)])
    #expect(bare.best.isEmpty && bare.worst.isEmpty && bare.confusions.isEmpty && bare.misses == 0)
    var evaluator = Evaluator(model: try World.model())
    evaluator.scoreFrom = 0
    let donations = try World.hourly((0..<30).map { ["a", "b", "c"][$0 % 3] })
    #expect(try await evaluator.measure([donations]).details == nil)
    evaluator.isDetailed = true
    let evaluation = try await evaluator.measure([donations])
    let details = try #require(evaluation.details)
    let known = details.activities.best + details.activities.worst
    #expect(known.reduce(0) { $0 + $1.queries } == 27, "all but the first of each")
    let hits = Double(known.reduce(0) { $0 + $1.hits })
    #expect(abs(hits / 30 - evaluation.rankers[0].metrics.hitRate[0]) < 1e-9)
    #expect(27 - Int(hits) == details.activities.misses)
  }

  @Test("activities with the same title are told apart")
  func titles() async throws {
    var user = try await Self.user(["a", "b", "a", "b", "a", "b", "a", "b", "a", "b", "a", "b"])
    for (identity, activity) in user.activities {
      var titled = activity
      titled.title = "Open a note"
      user.activities[identity] = titled
    }
    let breakdown = ActivityBreakdown(of: [user])
    let titles = Set((breakdown.best + breakdown.worst).map(\.title))
    #expect(titles.count == 2 && titles.allSatisfy { $0.hasPrefix("Open a note") }, "\(titles)")
  }
}
