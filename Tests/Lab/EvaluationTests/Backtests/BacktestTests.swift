import Activities
import Suggestions
import Testing

@testable import Evaluation

@Suite struct BacktestTests {
  private func moments(
    of backtest: Backtest = Backtest(), _ variant: Backtest.Variant,
    against other: Backtest.Variant? = nil
  ) async throws -> (moments: [ReplayedMoment], summary: ReplaySummary) {
    var moments: [ReplayedMoment] = []
    let summary = try await backtest.run(variant, against: other) { moments.append($0) }
    return (moments, summary)
  }

  private func variant(_ donations: [Donation], _ column: String = "agreement/share") async throws
    -> Backtest.Variant
  {
    Backtest.Variant(
      log: try await BacktestWorld.log(donations), user: .me, model: try BacktestWorld.model(column))
  }

  @Test func `each moment is asked as the engine answers it as of just before`() async throws {
    let donations = try BacktestWorld.history(60, seed: 3)
    let (found, summary) = try await moments(variant(donations))
    let times = Set(donations.map(\.context.instant.milliseconds)).sorted()
    #expect(found.map(\.context.instant.milliseconds) == times, "a moment is asked once")
    #expect(found.flatMap(\.donated) == donations)
    #expect(found[0].answer.suggestions.isEmpty && summary.moments == times.count)
    for moment in found {
      let before = donations.filter { $0.context.instant.milliseconds < moment.context.instant.milliseconds }
      let engine = SuggestionEngine(
        log: try await BacktestWorld.log(before), model: try BacktestWorld.model())
      let expected = try await engine.suggestions(SuggestionRequest(in: moment.context, limit: 3))
      #expect(moment.answer == expected)
      #expect(moment.context.attributes == moment.donated[0].context.attributes)
    }
    let firsts = found.count { moment in
      moment.donated.contains { $0.identity == moment.answer.suggestions.first?.identity }
    }
    #expect(summary.first == firsts && summary.donated == times.count && summary.among >= summary.first)
  }

  @Test func `with a surface it asks as that surface does, unless a horizon is stated`() async throws {
    let donations = try BacktestWorld.history(40, seed: 5)
    var backtest = Backtest()
    backtest.replay.moments = .times([try BacktestWorld.instant(1_000_000)])
    #expect(backtest.horizon == nil)
    let engine = SuggestionEngine(
      log: try await BacktestWorld.log(donations), model: try BacktestWorld.model())
    backtest.surface = .list
    for horizon in [3_600, nil, 7_200] as [Double?] {
      if horizon != 3_600 { backtest.horizon = horizon }
      #expect(backtest.horizon == horizon)
      let (found, _) = try await moments(of: backtest, variant(donations))
      let moment = try #require(found.first)
      let request = SuggestionRequest(in: moment.context, limit: 3, surface: .list, horizon: horizon)
      let expected = try await engine.suggestions(request)
      #expect(moment.answer == expected && moment.answer.horizon == horizon)
    }
    backtest.policy.leastInList = 1
    let silent = try await moments(of: backtest, variant(donations)).moments
    #expect(silent.first?.answer.suggestions.isEmpty == true, "and by its policy")
  }

  @Test func `with a lead each moment is asked as the engine answers it that knows the log until then`()
    async throws
  {
    let donations = try BacktestWorld.history(40, seed: 7)
    let last = try #require(donations.last).context.instant
    let times = [-3_000.0, 0, 90_000].map { last.advanced(bySeconds: $0) }
    for moments in [.every(30_000), .times(times)] as [Replay.Moments] {
      for horizon in [nil, 3_600] as [Double?] {
        var backtest = Backtest()
        backtest.replay = Replay(moments)
        backtest.horizon = horizon
        let plain = try await self.moments(of: backtest, variant(donations)).moments
        backtest.replay.lead = 7_200
        let variant = try await variant(donations)
        let ahead = try await self.moments(of: backtest, variant, against: variant).moments
        #expect(ahead.map(\.context.instant) == plain.map(\.context.instant) && ahead.count >= 3)
        for moment in ahead {
          let clock = moment.context.instant.advanced(bySeconds: -7_200)
          let known = donations.filter { $0.context.instant.milliseconds <= clock.milliseconds }
          let engine = SuggestionEngine(
            log: try await BacktestWorld.log(known), model: try BacktestWorld.model())
          var request = SuggestionRequest(in: moment.context, limit: 3, horizon: horizon)
          request.observedUntil = clock
          let expected = try await engine.suggestions(request)
          #expect(moment.answer == expected && moment.other == expected && moment.lead == 7_200)
        }
      }
    }
  }

  @Test func `moments of one's own know what happened up to them, as a question about the past does`()
    async throws
  {
    let donations = try BacktestWorld.history(40, seed: 4)
    var backtest = Backtest()
    let times = try [5_000, 1_000, 1_000_000].map { try BacktestWorld.instant($0) }
    backtest.replay.moments = .times(times)
    let (found, _) = try await moments(of: backtest, variant(donations))
    #expect(found.map(\.context.instant) == [times[1], times[0], times[2]], "in the order of time")
    let engine = SuggestionEngine(
      log: try await BacktestWorld.log(donations), model: try BacktestWorld.model())
    for moment in found {
      let expected = try await engine.suggestions(SuggestionRequest(in: moment.context, limit: 3))
      #expect(moment.answer == expected)
      #expect(moment.donated.isEmpty)
    }
  }

  @Test func `every so often, from and to`() async throws {
    var backtest = Backtest()
    let donations = try (0..<10).map { try BacktestWorld.donation("a", at: $0 * 60) }
    backtest.replay.moments = .every(3_600)
    let all = try await moments(of: backtest, variant(donations)).moments
    #expect(all.map(\.context.instant.milliseconds) == (1...9).map { BacktestWorld.monday + $0 * 3_600_000 })
    backtest.replay.from = try BacktestWorld.instant(30)
    backtest.replay.to = try BacktestWorld.instant(150)
    let some = try await moments(of: backtest, variant(donations)).moments
    #expect(some.map(\.context.instant.milliseconds) == [30, 90].map { BacktestWorld.monday + $0 * 60_000 })
    #expect(some.map(\.answer.donations) == [1, 2])
    backtest.replay.moments = .donations
    let own = try await moments(of: backtest, variant(donations)).moments
    #expect(own.map(\.context.instant.milliseconds) == [60, 120].map { BacktestWorld.monday + $0 * 60_000 })
    #expect(own.map(\.answer.donations) == [1, 2], "what lay before was let go by")
  }

  @Test func `feedback is obeyed from when it was given on`() async throws {
    let donations = try (0..<20).map { try BacktestWorld.donation($0 % 2 == 0 ? "a" : "b", at: $0 * 60) }
    let never = try Feedback(
      at: BacktestWorld.instant(605),
      shown: [Feedback.Impression(activityType: "org.example.notes.open", userInfo: ["document": "a"])],
      chosen: 0,
      verdict: .never)
    let log = try await BacktestWorld.log(donations, [never])
    let (found, _) = try await moments(
      Backtest.Variant(log: log, user: .me, model: try BacktestWorld.model()))
    for moment in found where moment.answer.donations > 1 {
      let hasA = moment.answer.suggestions.contains { $0.activity.title == "Open a" }
      #expect(hasA == (moment.context.instant.milliseconds < BacktestWorld.monday + 605 * 60_000))
    }
  }

  @Test func `a history against itself does not differ`() async throws {
    let donations = try BacktestWorld.history(50, seed: 5)
    let (found, summary) = try await moments(variant(donations), against: variant(donations))
    #expect(found.allSatisfy { $0.difference?.isEmpty == true })
    #expect(summary.same == summary.moments && summary.sameFirst == summary.moments)
    #expect(summary.came + summary.went + summary.moved == 0 && summary.meanChange == 0)
    #expect(summary.otherFirst == summary.first && summary.otherAmong == summary.among)
  }

  @Test func `another model and another log differ in what came, went and moved`() async throws {
    let donations = try BacktestWorld.history(60, seed: 6)
    let (found, summary) = try await moments(variant(donations), against: variant(donations, "is-previous"))
    #expect(summary.same < summary.moments)
    for moment in found {
      let (before, after) = (moment.answer.suggestions, try #require(moment.other).suggestions)
      let difference = try #require(moment.difference)
      #expect(difference.kept.count + difference.went.count == before.count)
      #expect(difference.kept.count + difference.came.count == after.count)
      #expect(difference.hasSameFirst == (before.first?.identity == after.first?.identity))
    }
    #expect(summary.moved == found.reduce(0) { $0 + ($1.difference?.moved.count ?? 0) })
    let without = donations.filter { $0.activity.userInfo["document"] != "d1" }
    let other = try await moments(variant(donations), against: variant(without)).moments
    #expect(other.contains { $0.difference?.went.contains { $0.activity.title == "Open d1" } == true })
    #expect(!other.contains { $0.difference?.came.contains { $0.activity.title == "Open d1" } == true })
  }

  @Test func `the same input gives the same answer`() async throws {
    let donations = try BacktestWorld.history(80, seed: 7)
    let first = try await moments(variant(donations))
    let second = try await moments(variant(donations))
    #expect(first.moments == second.moments && first.summary == second.summary)
  }

  @Test func `what cannot be asked is refused, and nothing is nothing`() async throws {
    var backtest = Backtest()
    #expect(try await moments(of: backtest, variant([])).summary == ReplaySummary())
    backtest.replay.moments = .every(60)
    #expect(try await moments(of: backtest, variant([])).summary.moments == 0)
    let one = try await variant([BacktestWorld.donation("a", at: 0)])
    backtest.replay.moments = .every(0.5)
    await #expect(throws: ReplayError.stepTooSmall) { try await moments(of: backtest, one) }
    backtest.replay.moments = .every(1)
    backtest.replay.from = try BacktestWorld.instant(0)
    backtest.replay.to = try BacktestWorld.instant(20_000)
    await #expect(throws: ReplayError.tooManyMoments) { try await moments(of: backtest, one) }
    backtest.limit = 0
    await #expect(throws: ReplayError.limitNotPositive) { try await moments(of: backtest, one) }
  }

  /// An evaluation measures the served ranking, before feedback, gates, limits and hints.
  @Test
  func `an engine without feedback, limits and hints suggests in the order that an evaluation measures`()
    async throws
  {
    let donations = try BacktestWorld.history(60, seed: 8)
    var ranker = HunchRanker(model: try BacktestWorld.model())
    var identities: [ActivityIdentity] = []
    for donation in donations {
      if !identities.contains(donation.identity) { identities.append(donation.identity) }
      try ranker.observe(donation, row: identities.firstIndex(of: donation.identity) ?? 0)
    }
    let context = try Context(at: BacktestWorld.instant(20_000))
    let scores = try ranker.scores(for: context, precision: .exact)
    let measured = identities.indices.sorted {
      scores[$0] != scores[$1] ? scores[$0] > scores[$1] : identities[$0] < identities[$1]
    }
    let engine = SuggestionEngine(
      log: try await BacktestWorld.log(donations), model: try BacktestWorld.model())
    let served = try await engine.suggestions(SuggestionRequest(in: context, limit: 100)).suggestions
    #expect(served.map(\.identity) == measured.map { identities[$0] } && served.count == 5)
    for (suggestion, row) in zip(served, measured) {
      #expect(abs(suggestion.probability - Double(ranker.probabilities.rows[row])) < 1e-6)
    }
  }
}
