import Activities
import Features
import Kernels
import Ranking
import Testing

@testable import Training

@Suite("Training: examples for other programs")
struct ExampleExportTests {
  private static let plan = World.plan { ($0.candidateLimit, $0.validationCandidateLimit) = (16, 20) }

  private static func twoUsers() throws -> FittingLog {
    FittingLog(
      name: "two",
      donations: try World.history(200, activities: 40, by: "ada")
        + World.history(100, activities: 40, by: "kai", seed: 2))
  }

  @Test("the fit part equals a model's examples, row for row")
  func sameAsFitted() async throws {
    let log = try Self.twoUsers()
    let examples = try await ExampleExport(Self.plan).examples(of: log, number: 3)
    for (user, donations) in log.users.enumerated() {
      let collector = try await ExampleCollector.fitting(
        donations, by: Self.plan, weight: Self.plan.weight(ofDonations: log.donationCount),
        validationStride: 1, seed: Self.plan.seed(log: 3, user: user))
      let fit = try #require(examples.users[user].sets[.fit])
      #expect(
        fit.features == collector[.fit].features && fit.noveltyFeatures == collector[.fit].noveltyFeatures)
      #expect(fit.offsets == collector[.fit].offsets && fit.targets == collector[.fit].targets)
      #expect(fit.weights == collector[.fit].weights)
    }
  }

  @Test("every log number has its own seed, negative ones included")
  func negativeNumber() {
    let seeds = [-1, 0, 1, Int.min, .max].map { Self.plan.seed(log: $0, user: 1) }
    #expect(Set(seeds.prefix(3)).count == 3 && seeds[1] == Self.plan.optimisation.seed + 1)
  }

  @Test("the other parts have every query with all candidates, and the last one only usual queries")
  func everyCandidate() async throws {
    let log = try Self.twoUsers()
    let examples = try await ExampleExport(Self.plan).examples(of: log, number: 0)
    for (user, donations) in log.users.enumerated() {
      let numbers = Self.numbers(examples.sequence, user: user)
      #expect(numbers.count == donations.count)
      let judged = donations.count * 7 / 10
      let queries = try World.queries(donations, by: Self.plan, seed: Self.plan.seed(log: 0, user: user))
      for (part, numbered) in [
        (ExamplePart.choose, donations.count * 6 / 10..<judged), (.report, judged..<donations.count),
      ] {
        let set = try #require(examples.users[user].sets[part])
        let asked = queries.filter { numbered.contains($0.number) }
        #expect(set.queryCount == asked.count && (asked.count > numbered.count) == (part == .choose))
        for (query, asked) in asked.enumerated() {
          let known = Set(numbers[..<asked.number]).count
          #expect(set.rows(ofQuery: query).count == known)
          let happened = numbers[asked.donation]
          #expect(set.targets[query] == (happened < known ? happened : -1))
        }
      }
    }
  }

  @Test("the rank of a row follows the order of identity, also among some of the rows")
  func ranks() async throws {
    let donations = try World.history(200, activities: 40)
    let export = ExampleExport(Self.plan)
    let user = try await export.examples(of: FittingLog(name: "one", donations: donations), number: 0).users[
      0]
    var known: [ActivityIdentity] = []
    for (index, donation) in donations.enumerated() {
      if index >= 140 {
        let rows = try #require(user.sets[.report]).rows(ofQuery: index - 140)
        let ranks = try #require(user.ranks[.report])[rows]
        #expect(ranks.map { known.sorted()[Int($0)] } == known)
      }
      if !known.contains(donation.identity) { known.append(donation.identity) }
    }
    let fit = try #require(user.sets[.fit])
    for query in 0..<fit.queryCount {
      let ranks = try #require(user.ranks[.fit])[fit.rows(ofQuery: query)]
      #expect(ranks.sorted() == (0..<Int32(ranks.count)).map { $0 })
    }
  }

  @Test("sequences number users and activities, and have times in UTC with offsets")
  func sequence() throws {
    let (ada, kai) = (try UserIdentifier("ada"), try UserIdentifier("kai"))
    func donation(_ name: String, _ minute: Int64, _ user: UserIdentifier) throws -> Donation {
      let instant = try Instant(milliseconds: minute * 60_000, offsetMinutes: -90)
      return try Donation(
        of: UserActivity(activityType: "org.example.open", userInfo: ["it": .string(name)]), by: user,
        in: Context(at: instant))
    }
    let log = FittingLog(
      name: "l",
      donations: [
        try donation("x", 5, kai), try donation("y", 1, ada), try donation("x", 2, ada),
        try donation("y", 3, ada), try donation("y", 6, kai),
      ])
    let sequence = ExportedSequence(of: log)
    #expect(sequence.users == [0, 0, 0, 1, 1])
    #expect(sequence.activities == [0, 1, 0, 0, 1])
    #expect(sequence.milliseconds == [60_000, 120_000, 180_000, 300_000, 360_000])
    #expect(sequence.offsetSeconds == [Int32](repeating: -5_400, count: 5))
  }

  private static func numbers(_ sequence: ExportedSequence, user: Int) -> [Int32] {
    zip(sequence.users, sequence.activities).filter { $0.0 == user }.map(\.1)
  }
}
