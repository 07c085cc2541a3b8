import Activities
import Evaluation
import Features
import Foundation
import Kernels
import Ranking
import Suggestions
import Testing

@testable import Training

@Suite("Training: horizons")
struct HorizonFittingTests {
  private static let model = Result {
    let (width, novelties) = (FeatureSchema.current.width, FeatureSchema.current.noveltyNames.count)
    func network(_ inputs: Int) throws -> Network {
      try Network(hidden: [], output: [], skip: [Float](repeating: 0.01, count: inputs), bias: 0)
    }
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: network(width), candidateStandardizer: Standardizer(identity: width),
        noveltyNetwork: network(novelties), noveltyStandardizer: Standardizer(identity: novelties)),
      fittedFor: FeatureSchema.current.fingerprint)
  }

  private static func fit(
    _ logs: [FittingLog], _ plan: FittingPlan = World.plan()
  ) async throws -> HorizonFitting.Result {
    try await HorizonFitting(plan, ranking: model.get()).fit(to: logs)
  }

  /// Collects the examples of one user at moments of a given distance.
  private static func collected(
    _ donations: [Donation], every seconds: Double, until end: Int64? = nil,
    plan: FittingPlan = World.plan(), seed: UInt64 = 1
  ) async throws -> HorizonExamples {
    var sink = HorizonCollector(
      try model.get(), plan: plan, seed: seed,
      end: end ?? donations.last?.context.instant.milliseconds ?? 0)
    var replay = Replay(.every(seconds))
    replay.horizon = (plan.horizons.max() ?? 0) + (plan.leads.max() ?? 0)
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    return sink.examples
  }

  @Test("the same logs and seed give the same model, and another seed gives another")
  func deterministic() async throws {
    let logs = [
      FittingLog(
        name: "two", donations: try World.history(150, by: "ada") + World.history(120, by: "kai", seed: 2)),
      try World.log(130, seed: 3),
    ]
    let first = try await Self.fit(logs)
    let again = try await Self.fit(logs)
    #expect(again.model == first.model && again.losses == first.losses && again.examples == first.examples)
    #expect(first.model.featureCount == HorizonSchema.columns.count && first.examples > 100)
    #expect(first.losses.count == 2 && first.losses.allSatisfy(\.isFinite))
    for change in [
      { $0.optimisation.seed = 2 }, { $0.horizonOptimisation.seed = 2 }, { $0.moments = 200 },
      { $0.horizons = [3_600] }, { $0.leads = [0] }, { $0.until = 0.7 },
    ] as [(inout FittingPlan) -> Void] {
      let other = try await Self.fit(logs, World.plan(change))
      #expect(other.model != first.model)
    }
  }

  @Test("moments fall at all times of day", arguments: [1, 7, 30, 300, 12_000, 1_000_000])
  func steps(moments: Int) throws {
    let plan = World.plan { $0.moments = moments }
    for count in [2, 50, 400] {
      let users = [try World.history(count)[...], try World.history(count, by: "kai", seed: 2)[...]]
      let seconds = plan.momentStep(of: users)
      let minutes = Int(seconds / 60)
      #expect(Double(minutes) * 60 == seconds && minutes >= 7)
      // No factor in common with 1,440: after as many steps every minute of the day was asked at
      // once.
      #expect(Set((0..<1_440).map { $0 * minutes % 1_440 }).count == 1_440, "\(minutes)")
      let span = users.reduce(0.0) { sum, own in
        guard let first = own.first, let last = own.last else { return sum }
        return sum + last.context.instant.seconds(since: first.context.instant)
      }
      #expect(span / seconds <= Double(moments), "no more than wanted")
      if minutes > 7 { #expect(span / (seconds - 7 * 60) > Double(moments) * 0.9, "and hardly fewer") }
    }
    #expect(plan.momentStep(of: []) == 420)
    #expect(World.plan { $0.moments = 0 }.momentStep(of: [try World.history(9)[...]]) >= 420)
  }

  @Test(
    "an example has the evidence at its moment, and whether the activity was done within the horizon",
    arguments: [0, 3_600, 30_000])
  func contents(lead: Int64) async throws {
    let donations = try World.history(60)
    let plan = World.plan { ($0.horizons, $0.leads, $0.linesPerMoment) = ([7_200], [Double(lead)], 1_000) }
    let examples = try await Self.collected(donations, every: 4_260, plan: plan)
    var (user, scratch) = (UserModel(try Self.model.get()), UserModelScratch())
    var (rows, rest, number) = ([ActivityIdentity: Int](), donations[...], 0)
    let (first, end) = (donations[0].context.instant.milliseconds, donations[59].context.instant.milliseconds)
    for moment in stride(from: first + 4_260_000, through: end - 7_200_000 - lead * 1_000, by: 4_260_000) {
      while let next = rest.first, next.context.instant.milliseconds < moment {
        rows[next.identity] = rows[next.identity] ?? rows.count
        try user.observe(next, scratch: &scratch)
        rest.removeFirst()
      }
      // Activities within the lead are unknown, and not requested.
      let start = moment + lead * 1_000
      let evidence = try user.horizonEvidence(
        at: AskedMoment(Context(at: Instant(milliseconds: start)), lead: Double(lead)), within: 7_200,
        scratch: &scratch)
      let done = Set(
        rest.filter { (start..<start + 7_200_000).contains($0.context.instant.milliseconds) }
          .compactMap { rows[$0.identity] })
      for (line, row) in evidence.items.enumerated() {
        try #require(number < examples.count)
        #expect(examples.done[number] == (done.contains(row) ? 1 : 0) && examples.weights[number] == 1)
        #expect(Array(examples.evidence.row(number)) == Array(evidence.matrix.row(line)))
        number += 1
      }
    }
    #expect(number == examples.count && number > 200)
    #expect(examples.done.contains(1) && examples.done.contains(0))
  }

  @Test("a moment whose horizon ends after the log teaches nothing: the end of a log is not silence")
  func ends() async throws {
    let donations = try World.history(60)
    let span = donations[59].context.instant.seconds(since: donations[0].context.instant)
    for (horizon, isEmpty) in [(span, true), (span - 5_000, false)] {
      let plan = World.plan { ($0.horizons, $0.leads) = ([horizon], [0]) }
      #expect(try await Self.collected(donations, every: 4_260, plan: plan).done.isEmpty == isEmpty)
    }
    // Donations after the end have no effect.
    let plan = World.plan { ($0.horizons, $0.leads) = ([3_600], [0, 7_200]) }
    let end = donations[39].context.instant.milliseconds
    let whole = try await Self.collected(donations, every: 4_260, until: end, plan: plan)
    let part = try await Self.collected(Array(donations[..<40]), every: 4_260, until: end, plan: plan)
    #expect(whole.done == part.done && whole.evidence == part.evidence && part.count > 50)
  }

  @Test("some candidates not done are drawn, with the weight of those that they represent")
  func drawn() async throws {
    let donations = try World.history(300, activities: 30)
    let all = try await Self.collected(
      donations, every: 4_260,
      plan: World.plan { ($0.horizons, $0.leads, $0.linesPerMoment) = ([3_600], [0], 1_000) })
    let some = try await Self.collected(
      donations, every: 4_260,
      plan: World.plan { ($0.horizons, $0.leads, $0.linesPerMoment) = ([3_600], [0], 5) })
    func weight(_ examples: HorizonExamples, done: Float) -> Float {
      zip(examples.done, examples.weights).filter { $0.0 == done }.reduce(0) { $0 + $1.1 }
    }
    #expect(some.count < all.count / 2)
    #expect(weight(some, done: 1) == weight(all, done: 1))
    #expect(abs(weight(some, done: 0) / weight(all, done: 0) - 1) < 0.1)
  }

  @Test(
    "donations with inexact times do not count as done, and the log ends at the last exact time")
  func imprecise() async throws {
    func log(_ precision: TimePrecision?) throws -> [Donation] {
      let exact = try World.history(120)
      guard let precision else { return exact }
      var details = Donation.Details()
      details.timePrecision = precision
      let last = exact[119].context.instant.milliseconds / 60_000 - World.monday / 60_000
      return try exact
        + (1...3).map { number in
          try Donation(
            of: UserActivity(activityType: "org.example.notes.open", userInfo: ["document": .string("d1")]),
            by: UserIdentifier("ada"),
            in: Context(at: Instant(milliseconds: World.monday + (last + number * 3_000) * 60_000)),
            details: details)
        }
    }
    let plan = World.plan { $0.until = 1 }
    let exact = try await Self.fit([FittingLog(name: "log", donations: try log(nil))], plan)
    for precision in [TimePrecision.day, .order] {
      let other = try await Self.fit([FittingLog(name: "log", donations: try log(precision))], plan)
      #expect(other.model == exact.model && other.examples == exact.examples)
    }
  }

  @Test("users with the most donations have moments, up to a maximum")
  func users() async throws {
    let (ada, kai) = (try World.history(160), try World.history(120, by: "kai", seed: 2))
    let plan = World.plan { $0.horizonUsers = 1 }
    let both = try await Self.fit([FittingLog(name: "log", donations: ada + kai)], plan)
    let alone = try await Self.fit([FittingLog(name: "log", donations: ada)], plan)
    #expect(both.model == alone.model && both.examples == alone.examples)
    let two = try await Self.fit([FittingLog(name: "log", donations: ada + kai)])
    #expect(two.model != alone.model)
  }

  @Test("a log with too few donations is rejected, and a cancelled task stops")
  func refused() async throws {
    await #expect(throws: FittingError.self) { try await Self.fit([]) }
    let short = try World.log(20)
    await #expect(throws: FittingError.self) { try await Self.fit([short]) }
    let log = try World.log(150)
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { _ = try await Self.fit([log]) }
        try await group.waitForAll()
      }
    }
  }

  /// Nothing can be said of horizons then; the ranking can be fitted all the same.
  @Test("a log without times, or shorter than every horizon, gives a model without horizons")
  func nothingToLearn() async throws {
    var details = Donation.Details()
    details.timePrecision = .order
    let timeless = try World.history(150).map {
      try Donation(of: $0.activity, by: $0.user, in: $0.context, details: details)
    }
    let quick = try (0..<150).map { number in
      try Donation(
        of: UserActivity(activityType: "org.example.a\(number % 4)"),
        in: Context(at: Instant(milliseconds: World.monday + Int64(number) * 1_000)))
    }
    for donations in [timeless, quick] {
      let result = try await ModelFitting(World.plan()).fit(
        to: [FittingLog(name: "log", donations: donations)])
      #expect(result.horizon == nil && result.queries == 90)
    }
  }
}
