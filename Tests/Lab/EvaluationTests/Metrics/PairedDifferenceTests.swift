import Testing

@testable import Evaluation

@Suite("Evaluation: the engine against a rule, on the same resamples")
struct PairedDifferenceTests {
  private static func difference(_ users: [ReplayedUser], seed: UInt64 = 1) throws -> PairedDifference {
    let ranks = ReciprocalRanks(of: users) { Array($0.scored) }
    let all = PairedDifference.all(ranks, Bootstrap(ranks, seed: seed), names: ["hunch", "rule"])
    #expect(all.map(\.baseline) == ["rule"])
    return try #require(all.first)
  }

  @Test("a ranker equal to the rule is neither ahead nor behind in any resample", arguments: [1, 7])
  func identical(users: Int) throws {
    let ranks: [Int?] = [1, 4, nil, 2, 7]
    let difference = try Self.difference((0..<users).map { _ in ReplayedUser(ranks: [ranks, ranks]) })
    #expect(difference.mean == 0 && difference.interval == 0...0 && difference.winShare == 0)
  }

  @Test("a ranker ahead on every query is ahead in every resample")
  func ahead() throws {
    let users = [
      ReplayedUser(ranks: [[1, 2], [2, 4]]), ReplayedUser(ranks: [[1], [4]]), ReplayedUser(ranks: [[], []]),
    ]
    let difference = try Self.difference(users)
    #expect(abs(difference.mean - (0.5 + 0.25 + 0.75) / 3) < 1e-12)
    #expect(difference.winShare == 1 && difference.interval.lowerBound > 0)
    let behind = try Self.difference([ReplayedUser(ranks: [[2, 4], [1, 2]])])
    #expect(behind.winShare == 0 && behind.interval.upperBound < 0)
  }

  @Test(
    "users are drawn whole: two opposite users give both ends of the interval, and a lead if both draws are the better one"
  )
  func clusters() throws {
    let (better, worse) = ([Int?](repeating: 1, count: 50), [Int?](repeating: 2, count: 50))
    let users = [ReplayedUser(ranks: [better, worse]), ReplayedUser(ranks: [worse, better])]
    let difference = try Self.difference(users)
    #expect(difference.mean == 0 && difference.interval == -0.5...0.5)
    #expect((0.2...0.3).contains(difference.winShare), "a quarter of the resamples")
  }

  @Test("variation common to both rankers does not widen the interval of their difference")
  func paired() throws {
    // 1/2 - 1/3 and 1/3 - 1/6 are both a sixth, though users differ.
    let users = (0..<20).map { user in ReplayedUser(ranks: user % 2 == 0 ? [[2], [3]] : [[3], [6]]) }
    let difference = try Self.difference(users)
    #expect(abs(difference.interval.lowerBound - 1.0 / 6) < 1e-12)
    #expect(abs(difference.interval.upperBound - 1.0 / 6) < 1e-12)
    let ranks = ReciprocalRanks(of: users) { Array($0.scored) }
    let alone = Bootstrap(ranks, seed: 1).interval(ofRanker: 0)
    #expect(alone.upperBound - alone.lowerBound > 0.05, "the means themselves are in doubt")
  }

  @Test("the interval has the width of theory, for users and for one user's queries")
  func width() throws {
    // Half of 400 are right: the standard error is 0.5 / 20, so 95 % reach 1.96 times that to
    // either side.
    let ranks: [Int?] = (0..<400).map { $0 % 2 == 0 ? 1 : nil }
    let never = [Int?](repeating: nil, count: 400)
    for users in [
      [ReplayedUser(ranks: [ranks, never])], ranks.map { ReplayedUser(ranks: [[$0], [nil]]) },
    ] {
      let interval = try Self.difference(users).interval
      #expect(abs(interval.lowerBound - (0.5 - 0.049)) < 0.01)
      #expect(abs(interval.upperBound - (0.5 + 0.049)) < 0.01)
      #expect(try Self.difference(users, seed: 2).interval != interval)
      #expect(try Self.difference(users).interval == interval)
    }
  }

  @Test("without queries there is no difference")
  func nothing() {
    let ranks = ReciprocalRanks(of: [ReplayedUser(ranks: [[], []])]) { Array($0.scored) }
    #expect(PairedDifference.all(ranks, Bootstrap(ranks, seed: 1), names: ["hunch", "rule"]).isEmpty)
  }
}
