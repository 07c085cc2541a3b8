import Activities
import Features
import Foundation
import Suggestions
import Testing

@testable import Evaluation

@Suite("Evaluation at moments: everything together")
struct MomentEvaluatorTests {
  /// Returns a user who does one activity after another, at a distance in hours.
  private static func user(
    _ count: Int, every hours: Double = 1, from start: Double = 0, names: [String] = ["a"]
  )
    throws -> [Donation]
  {
    try (0..<count).map { try World.donation(names[$0 % names.count], hour: start + Double($0) * hours) }
  }

  private static func evaluator(_ rules: [MomentRule] = [.nothing], step: Double = 3_600) throws
    -> MomentEvaluator
  {
    var evaluator = MomentEvaluator(model: try World.model())
    evaluator.rules = rules
    evaluator.schedule.step = step
    return evaluator
  }

  @Test("moments are whole steps of UTC, from the first scored donation to the last one")
  func steps() async throws {
    // 80 donations on the hour, scored from the 57th on: hours 56 to 79.
    let evaluator = try Self.evaluator()
    let whole = try await evaluator.measure([Self.user(80, names: ["a", "b"])])
    #expect(whole.asked == 24 && whole.users == 1)
    #expect(whole.rankers.map(\.brier) == [1], "one of the two is done in each hour")
    // Six minutes later the first whole hour is the 57th, and the last the 79th.
    #expect(try await evaluator.measure([Self.user(80, from: 0.1)]).asked == 23)
    #expect(try await Self.evaluator(step: 900).measure([Self.user(80)]).asked == 23 * 4 + 1)
    var early = evaluator
    early.scoreFrom = 0.5
    #expect(try await early.measure([Self.user(80)]).asked == 40)
    early.scoreFrom = 1
    #expect(try await early.measure([Self.user(80)]).asked == 0)
    early.scoreFrom = 0
    #expect(try await early.measure([Self.user(80)]).rankers.map(\.brier) == [1], "also what is new")
  }

  @Test("no user is evaluated for more than fourteen days")
  func fourteenDays() async throws {
    let donations = try Self.user(400, every: 6)
    #expect(try await Self.evaluator().measure([donations]).asked == 14 * 24)
    #expect(try await Self.evaluator(step: 900).measure([donations]).asked == 14 * 96)
    #expect(try await Self.evaluator().measure([Self.user(80, every: 6)]).asked == 23 * 6 + 1)
  }

  @Test("users with the most donations are evaluated, the first of equals, and none with fewer than 80")
  func users() async throws {
    var evaluator = try Self.evaluator()
    #expect(try await evaluator.measure([Self.user(79)]).asked == 0)
    let many = try (0..<14).map { _ in try Self.user(80) }
    let twelve = try await evaluator.measure(many)
    #expect(twelve.users == 12 && twelve.asked == 12 * 24)
    evaluator.schedule.mostUsers = 1
    let (hourly, slow) = (try Self.user(81), try Self.user(81, every: 2))
    #expect(try await evaluator.measure([hourly, slow]).rankers[0].brier == 1)
    #expect(try await evaluator.measure([slow, hourly]).rankers[0].brier < 0.6)
    #expect(try await evaluator.measure([slow, Self.user(82)]).rankers[0].brier == 1)
  }

  @Test(
    "donations with inexact times cause no moments, do not count as done, and qualify no user")
  func timePrecision() async throws {
    let exact = try Self.user(80)
    func with(_ count: Int, _ precision: TimePrecision) throws -> [Donation] {
      let others = try (0..<count).map {
        try World.donation("a", hour: 30.25 + Double($0), precision: precision)
      }
      return (exact + others).sorted { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
    }
    let evaluator = try Self.evaluator([.nothing, .climatology], step: 900)
    let plain = try await evaluator.measure([exact])
    for precision in [TimePrecision.day, .order] {
      #expect(try await evaluator.measure([with(90, precision)]) == plain, "\(precision)")
      let few = try with(90, precision).drop { $0 != exact[0] }.dropFirst()
      #expect(few.count > 80)
      #expect(try await evaluator.measure([Array(few)]).asked == 0)
    }
    #expect(try await evaluator.measure([with(90, .exact)]) != plain)
  }

  @Test("none and climatology have the scores computed by hand")
  func byHand() async throws {
    // Once a day at eight for 80 days; asked at 8, 16 and 0 o'clock on the days from the 57th
    // (index 56) to the 70th.
    let donations = try Self.user(80, every: 24, from: 8)
    let evaluation = try await Self.evaluator([.nothing, .climatology], step: 28_800).measure([donations])
    #expect(evaluation.asked == 42)
    var climatology = 0.0
    for moment in 0..<42 {
      let day = 56 + (moment + 1) / 3
      let isWeekend = day % 7 >= 5
      let likeDays = Double((1...60).count { $0 <= day && ((day - $0) % 7 >= 5) == isWeekend })
      let error = moment % 3 == 0 ? 1 - (likeDays + 0.2) / (likeDays + 2) : 0.2 / (likeDays + 2)
      climatology += error * error / 42
    }
    #expect(evaluation.rankers[0].brier == 14.0 / 42)
    #expect(abs(evaluation.rankers[1].brier - climatology) < 1e-12)
    #expect(evaluation.rankers[1].ratio == 1)
    let said = evaluation.rankers[1].interruptions[5]
    #expect(said.threshold == 0.8 && said.said == 14 && said.cameTrue == 1 && said.missed == 0)
    #expect(said.perDay == 1)
  }

  @Test("figures under a policy and by the hour of the week match those computed by hand")
  func underPolicy() async throws {
    // Once a day at eight for 80 days; climatology says so at eight, on all fourteen days.
    let donations = try Self.user(80, every: 24, from: 8)
    var evaluator = try Self.evaluator([.nothing, .climatology], step: 28_800)
    let evaluation = try await evaluator.measure([donations, donations])
    let silent = evaluation.rankers[0].underPolicy
    #expect(silent.said == 0 && silent.cameTrue == nil && silent.missed == 0 && silent.missedPerDay == 0)
    let said = evaluation.rankers[1].underPolicy
    #expect(said.said == 28 && said.perDay == 1 && said.cameTrue == 1 && said.missed == 0)
    #expect(evaluation.engine == nil && evaluation.policy == SuggestionPolicy())
    for ranker in evaluation.rankers {
      let days = ranker.week.days
      #expect(days.allSatisfy { $0.map(\.moments) == (0..<24).map { $0 % 8 == 0 ? 4 : 0 } })
      #expect(days.allSatisfy { $0.map(\.happened) == (0..<24).map { $0 == 8 ? 4 : 0 } })
    }
    let expected = evaluation.rankers.map { $0.week.days.joined().reduce(0) { $0 + $1.expected } }
    #expect(expected[0] == 0 && expected[1] > 20)
    evaluator.policy.interruptionsPerDay = 0
    let forbidden = try await evaluator.measure([donations]).rankers[1].underPolicy
    #expect(forbidden.said == 0 && forbidden.missed == 14 && forbidden.missedPerDay == 1)
    evaluator.rules = MomentRule.allCases
    let engine = try await evaluator.measure([donations]).engine
    #expect(engine?.name == MomentRule.allCases.last?.rawValue)
  }

  @Test("the conditional probability is the engine's, whatever the horizon")
  func conditional() throws {
    var (engine, ranker) = (
      HunchRanker(model: try World.model()), MomentRule.conditional.makeRanker(try World.model())
    )
    for (index, donation) in try World.hourly(["a", "b", "a", "c", "a"]).enumerated() {
      let row = [0, 1, 0, 2, 0][index]
      try engine.observe(donation, row: row)
      try ranker.observe(donation, row: row)
    }
    let moment = AskedMoment(Context(at: try World.instant(hour: 6.5)))
    _ = try engine.scores(for: moment.context, precision: .exact)
    #expect(try ranker.probabilities(at: moment, within: 60) == engine.probabilities.rows.map(Double.init))
    #expect(try ranker.probabilities(at: moment, within: 9_000).count == 3)
  }

  @Test("users in parallel give the same results as each alone; steps and horizons of zero are rejected")
  func parallel() async throws {
    let evaluator = try Self.evaluator(MomentRule.allCases)
    let users = try [Self.user(80, names: ["a", "b"]), Self.user(90, names: ["a", "b", "c"])]
    let together = try await evaluator.measure(users)
    #expect(try await evaluator.measure(users) == together)
    for (index, ranker) in together.rankers.enumerated() {
      var sum = 0.0
      for user in users {
        let alone = try await evaluator.measure([user])
        sum += alone.rankers[index].brier * Double(alone.asked)
      }
      #expect(abs(sum / Double(together.asked) - ranker.brier) < 1e-12, "\(ranker.name)")
    }
    for (step, horizon) in [(0, 3_600), (.nan, 3_600), (900, 0), (900, .infinity)] {
      var evaluator = evaluator
      (evaluator.schedule.step, evaluator.schedule.horizon) = (step, horizon)
      await #expect(throws: step == 900 ? ReplayError.horizonTooSmall : .stepTooSmall) {
        try await evaluator.measure(users)
      }
    }
  }

  @Test("with a lead the moments and outcomes are the same, and less is known")
  func lead() async throws {
    let donations = try Self.user(80, every: 24, from: 8)
    var evaluator = try Self.evaluator(MomentRule.allCases, step: 28_800)
    let plain = try await evaluator.measure([donations])
    evaluator.schedule.lead = 40 * 3_600
    let ahead = try await evaluator.measure([donations])
    #expect(ahead.asked == plain.asked && ahead.lead == 144_000 && plain.lead == 0)
    #expect(ahead.rankers.map(\.happened) == plain.rankers.map(\.happened))
    #expect(ahead.rankers[0].brier == plain.rankers[0].brier)
    #expect(ahead.rankers[1].brier > plain.rankers[1].brier, "it has seen a day or two less")
    #expect(plain.rankers.map(\.happened) == [14, 14, 14, 14])
    let sums = plain.rankers.map { $0.week.days.joined().reduce(0) { $0 + $1.expected } }
    #expect(zip(plain.rankers, sums).allSatisfy { abs($0.expected - $1) < 1e-9 })
    evaluator.schedule.lead = -1
    await #expect(throws: ReplayError.leadNegative) { try await evaluator.measure([donations]) }
  }

  @Test("the report has the keys that scripts rely on", arguments: [false, true])
  func report(isInSample: Bool) async throws {
    let evaluation = try await Self.evaluator(MomentRule.allCases).measure([Self.user(80, names: ["a", "b"])])
    let bytes = try JSONEncoder().encode(
      MomentReport(of: evaluation, log: "log.jsonl", isInSample: isInSample))
    let report = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    #expect(Set(report.keys) == Set(["log", "moments"] + (isInSample ? ["in_sample"] : [])))
    let moments = try #require(report["moments"] as? [String: Any])
    #expect(Set(moments.keys) == ["step_seconds", "within_seconds", "lead_seconds", "asked", "rankers"])
    #expect(moments["lead_seconds"] as? Int == 0)
    #expect(moments["step_seconds"] as? Int == 3_600 && moments["within_seconds"] as? Int == 3_600)
    #expect(moments["asked"] as? Int == 24)
    let rankers = try #require(moments["rankers"] as? [[String: Any]])
    #expect(rankers.map { $0["name"] as? String } == ["none", "climatology", "conditional", "hunch"])
    let keys: Set = [
      "name", "brier", "expected", "happened", "calibration_error", "interruptions", "under_policy",
      "reliability",
    ]
    for ranker in rankers {
      #expect(ranker["happened"] as? Int == 24)
      #expect(Set(ranker.keys) == keys)
      let policy = try #require(ranker["under_policy"] as? [String: Any])
      #expect(Set(policy.keys) == ["said", "per_day", "came_true", "missed", "missed_per_day"])
      #expect(policy["said"] as? Int != 0 || policy["came_true"] is NSNull)
      let interruptions = try #require(ranker["interruptions"] as? [[String: Any]])
      #expect(interruptions.map { $0["threshold"] as? Double } == [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
      for each in interruptions {
        #expect(Set(each.keys) == ["threshold", "said", "per_day", "came_true", "missed"])
        #expect(each["said"] as? Int != 0 || each["came_true"] is NSNull)
      }
      let bins = try #require(ranker["reliability"] as? [[String: Any]])
      #expect(bins.allSatisfy { Set($0.keys) == ["said", "happened", "count"] })
      let isSilent = ranker["name"] as? String == "none"
      #expect(bins.compactMap { $0["count"] as? Int }.reduce(0, +) == (isSilent ? 0 : 24))
      #expect((ranker["calibration_error"] is NSNull) == isSilent)
    }
  }
}
