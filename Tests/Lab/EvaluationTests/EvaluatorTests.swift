import Activities
import Foundation
import Suggestions
import Synchronization
import Testing

@testable import Evaluation

@Suite("Evaluation: everything together")
struct EvaluatorTests {
  /// Mail at eight, notes after it, a walk at noon, tea after it, music at eight in the evening:
  /// the same every day.
  private static func days(_ count: Int, by name: String, shift: Double = 0) throws -> [Donation] {
    let user = try UserIdentifier(name)
    let plan = [("mail", 8.0), ("notes", 8.5), ("walk", 12), ("tea", 12.5), ("music", 20)]
    return try (0..<count).flatMap { day in
      try plan.map { try World.donation($0.0, hour: Double(day) * 24 + $0.1 + shift, by: user) }
    }
  }

  private static func users() throws -> [[Donation]] {
    [try days(20, by: "ada"), try days(12, by: "kai", shift: 1), try days(16, by: "noor", shift: 3)]
  }

  @Test("the engine and every rule are measured on the same queries, and the engine beats the most frequent")
  func measures() async throws {
    let evaluation = try await Evaluator(model: World.model()).measure(Self.users())
    #expect(evaluation.users == 3 && evaluation.scored == 30 + 18 + 24)
    #expect(evaluation.rankers.map(\.name) == ["hunch"] + Baseline.allCases.map(\.rawValue))
    let rates = Dictionary(uniqueKeysWithValues: evaluation.rankers.map { ($0.name, $0.metrics) })
    let (engine, rule) = (try #require(rates["hunch"]), try #require(rates["most-frequent"]))
    #expect(engine.hitRate[0] > 0.9)
    #expect(engine.meanReciprocalRank > rule.meanReciprocalRank + 0.3)
    #expect(engine.logLoss != nil && engine.calibrationError != nil)
    #expect(rule.logLoss == nil && rule.calibrationError == nil)
    #expect(evaluation.rankers.allSatisfy { $0.microsecondsPerQuery == nil })
  }

  @Test("users in parallel give the same results as each alone, every time")
  func parallel() async throws {
    let (users, evaluator) = (try Self.users(), Evaluator(model: try World.model()))
    let together = try await evaluator.measure(users)
    #expect(try await evaluator.measure(users) == together)
    for (index, ranker) in together.rankers.enumerated() {
      var (reciprocal, scored) = (0.0, 0)
      for user in users {
        let alone = try await evaluator.measure([user])
        reciprocal += alone.rankers[index].metrics.meanReciprocalRank * Double(alone.scored)
        scored += alone.scored
      }
      #expect(abs(reciprocal / Double(scored) - ranker.metrics.meanReciprocalRank) < 1e-12, "\(ranker.name)")
    }
  }

  @Test("the report has the keys that scripts rely on")
  func report() async throws {
    let evaluator = Evaluator(model: try World.model())
    let evaluation = try await evaluator.measure(Self.users(), nanoseconds: { 0 })
    let common: Set = ["name", "hit_rate", "mrr", "mrr_per_user", "mrr_interval", "microseconds_per_query"]
    for isInSample in [false, true] {
      let bytes = try JSONEncoder().encode(
        EvaluationReport(of: evaluation, log: "log.jsonl", isInSample: isInSample))
      let report = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      #expect(
        Set(report.keys) == Set(["log", "users", "scored", "rankers"] + (isInSample ? ["in_sample"] : [])))
      #expect(report["log"] as? String == "log.jsonl")
      #expect(report["users"] as? Int == 3 && report["scored"] as? Int == 72)
      let rankers = try #require(report["rankers"] as? [[String: Any]])
      #expect(rankers.map { $0["name"] as? String } == evaluation.rankers.map(\.name))
      for (index, ranker) in rankers.enumerated() {
        #expect(Set(ranker.keys) == (index == 0 ? common.union(["log_loss", "calibration_error"]) : common))
        let rates = try #require(ranker["hit_rate"] as? [String: Double])
        #expect(Set(rates.keys) == ["1", "3", "5", "8"])
        #expect((ranker["mrr_interval"] as? [Double])?.count == 2)
        let reciprocal = try #require(ranker["mrr"] as? Double)
        // Foundation reads a number back to within its last bits.
        #expect(abs(reciprocal - evaluation.rankers[index].metrics.meanReciprocalRank) < 1e-12)
      }
    }
  }

  @Test("requesting details changes no total, and the cold start covers all queries but each user's first")
  func detailed() async throws {
    let (users, evaluator) = (try Self.users(), Evaluator(model: try World.model()))
    var detailed = evaluator
    detailed.isDetailed = true
    let (plain, whole) = (try await evaluator.measure(users), try await detailed.measure(users))
    #expect(whole.rankers == plain.rankers && whole.scored == plain.scored && plain.details == nil)
    let details = try #require(whole.details)
    #expect(details.coldStart.map(\.queries).reduce(0, +) == 237, "48 days of 5, but each user's first")
    #expect(details.coldStart.map(\.label).prefix(4) == ["1", "2", "3–4", "5–9"])
    #expect(details.coldStart.first?.novelShare == 1, "on the first day all is new")
    #expect(details.hours.map(\.queries).reduce(0, +) == 72)
    #expect(details.reliability.map(\.queries).reduce(0, +) == 72)
    #expect(details.differences.map(\.baseline) == Baseline.allCases.map(\.rawValue))
    #expect(details.users.allSatisfy { $0.users == 3 })
    for (difference, rule) in zip(details.differences, whole.rankers.dropFirst()) {
      let lead = whole.rankers[0].metrics.meanReciprocalRank - rule.metrics.meanReciprocalRank
      #expect(abs(difference.mean - lead) < 1e-12, "\(rule.name)")
    }
  }

  @Test("replays of several logs are pooled user by user")
  func pooled() async throws {
    var evaluator = Evaluator(model: try World.model())
    evaluator.isDetailed = true
    let users = try Self.users()
    let (first, second) = (
      try await evaluator.replayed(Array(users.prefix(1))),
      try await evaluator.replayed(Array(users.dropFirst()))
    )
    let pooled = evaluator.coldStart(of: first + second)
    #expect(pooled == (try await evaluator.measure(users)).details?.coldStart)
    #expect(pooled.first?.users == 3)
  }

  @Test("a user with one donation has no query; two donations have one, after the first")
  func shortUsers() async throws {
    var evaluator = Evaluator(model: try World.model())
    evaluator.isDetailed = true
    let lone = try World.hourly(["mail"], by: UserIdentifier("lone"))
    let alone = try await evaluator.measure([lone])
    #expect(alone.scored == 0 && alone.details?.coldStart.isEmpty == true)
    #expect(alone.details?.differences.isEmpty == true && alone.details?.reliability.isEmpty == true)
    let both = try await evaluator.measure([lone, World.hourly(["mail", "mail"])])
    #expect(both.details?.coldStart.map(\.queries) == [1])
    #expect(both.details?.coldStart.first?.figures.allSatisfy { $0.meanReciprocalRank == 1 } == true)
  }

  @Test("the report has details by name, each with its subject")
  func detailedReport() async throws {
    var evaluator = Evaluator(model: try World.model())
    evaluator.isDetailed = true
    let evaluation = try await evaluator.measure(Self.users())
    let bytes = try JSONEncoder().encode(EvaluationReport(of: evaluation, log: "log.jsonl"))
    let report = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    func keys(_ name: String) throws -> Set<String> {
      Set(try #require((report[name] as? [[String: Any]])?.first, "\(name)").keys)
    }
    let slice: Set = ["users", "queries", "new_share", "rankers", "best_baseline"]
    #expect(try keys("cold_start") == slice.union(["seen_from", "seen_to"]))
    #expect(try keys("hours") == slice.union(["hour"]))
    #expect(try keys("differences") == ["baseline", "mrr_difference", "interval", "win_share"])
    #expect(try keys("reliability") == ["queries", "said", "met"])
    #expect(try keys("per_user") == ["name", "users", "quantiles", "histogram"])
    let curve = try #require(report["cold_start"] as? [[String: Any]])
    #expect(curve.compactMap { $0["seen_from"] as? Int } == [1, 2, 3, 5, 10, 20, 50])
    let quantiles = (report["per_user"] as? [[String: Any]])?.first?["quantiles"] as? [String: Double]
    #expect(quantiles.map { Set($0.keys) } == ["0", "10", "25", "50", "75", "90", "100"])
    #expect(report["cold_start_in_sample"] == nil)
    let marked = try JSONEncoder().encode(
      EvaluationReport(of: evaluation, log: "log.jsonl", isColdStartInSample: true))
    let markedReport = try #require(JSONSerialization.jsonObject(with: marked) as? [String: Any])
    #expect(markedReport["cold_start_in_sample"] as? Bool == true && markedReport["in_sample"] == nil)
    let pooled = try JSONEncoder().encode(
      PooledReport(of: evaluation.details?.coldStart ?? [], logs: ["a", "b"]))
    let object = try #require(JSONSerialization.jsonObject(with: pooled) as? [String: Any])
    #expect(object["pooled"] as? [String] == ["a", "b"])
    #expect((object["cold_start"] as? [[String: Any]])?.count == 7)
  }

  @Test("an evaluation without users has no figures", arguments: [false, true])
  func nobody(isDetailed: Bool) async throws {
    var evaluator = Evaluator(model: try World.model())
    evaluator.isDetailed = isDetailed
    let evaluation = try await evaluator.measure([])
    #expect(evaluation.details?.coldStart.isEmpty == (isDetailed ? true : nil))
    #expect(evaluation.users == 0 && evaluation.scored == 0)
    #expect(
      evaluation.rankers.allSatisfy { $0.metrics.hitRate == [0, 0, 0, 0] && $0.microsecondsPerQuery == nil })
  }

  @Test("progress counts all donations, and a cancelled task stops")
  func progress() async throws {
    let (users, evaluator) = (try Self.users(), Evaluator(model: try World.model()))
    let sum = Mutex(0)
    _ = try await evaluator.measure(users, progress: { count in sum.withLock { $0 += count } })
    #expect(sum.withLock(\.self) == 48 * 5)
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { _ = try await evaluator.measure(users) }
        try await group.waitForAll()
      }
    }
  }
}
