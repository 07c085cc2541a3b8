import Testing

@testable import Evaluation

@Suite("Evaluation: curves and breakdowns")
struct BreakdownTests {
  private static let names = ["hunch", "a", "b"]

  @Test("the cold start is cut after 1, 2, 4, 9, 19, 49, 99 and 199 donations, over all queries of all users")
  func coldStart() {
    let ranks = [Int?](repeating: 1, count: 250)
    let long = ReplayedUser(ranks: [ranks, ranks, ranks], scoredFrom: 175)
    let short = ReplayedUser(ranks: [[1, 1], [1, 1], [1, 1]], scoredFrom: 2)
    let curve: [QuerySlice] = .coldStart(of: [long, short], names: Self.names, seed: 1)
    #expect(
      curve.map(\.label) == ["1", "2", "3–4", "5–9", "10–19", "20–49", "50–99", "100–199", "200+"])
    #expect(curve.map(\.queries) == [2, 2, 2, 5, 10, 30, 50, 100, 51])
    #expect(curve.map(\.users) == [2, 2, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test("a query before the first donation belongs to no point, and points without queries are omitted")
  func zero() {
    let ranks: [Int?] = [nil, 1]
    let curve: [QuerySlice] = .coldStart(
      of: [ReplayedUser(ranks: [ranks, ranks, ranks], seen: 0)], names: Self.names, seed: 1)
    #expect(curve.map(\.label) == ["1"])
    #expect([QuerySlice].coldStart(of: [], names: Self.names, seed: 1).isEmpty)
  }

  @Test(
    "a slice counts new activities as misses, reports their share, and compares with its own best rule")
  func slice() throws {
    let users = [
      ReplayedUser(ranks: [[1, 2, nil, 1], [2, 2, nil, 1], [4, 1, nil, 1]], seen: 5),
      ReplayedUser(ranks: [[1], [1], [2]], seen: 9), ReplayedUser(ranks: [[3], [1], [1]], seen: 10),
    ]
    let curve: [QuerySlice] = .coldStart(of: users, names: Self.names, seed: 1)
    let slice = try #require(curve.first)
    #expect(slice.label == "5–9" && slice.queries == 5 && slice.users == 2)
    #expect(slice.novelShare == 0.2)
    let means = slice.figures.map(\.meanReciprocalRank)
    for (mean, byHand) in zip(means, [3.5, 3, 2.75]) { #expect(abs(mean - byHand / 5) < 1e-12) }
    for figure in slice.figures { #expect(figure.interval.contains(figure.meanReciprocalRank)) }
    #expect(slice.bestBaseline?.name == "a")
    #expect(abs(try #require(slice.lead).mean - 0.1) < 1e-12)
    #expect(curve.last?.label == "10–19" && curve.last?.lead?.winShare == 0)
  }

  @Test("hours cover scored queries, and an hour without any is omitted")
  func hours() throws {
    let user = ReplayedUser(
      ranks: [[1, 2, nil, 4], [1, 1, 1, 1], [2, 2, 2, 2]], hours: [7, 8, 23, 8], scoredFrom: 1)
    let hours: [QuerySlice] = .hours(of: [user], names: Self.names, seed: 1)
    #expect(hours.map(\.lowest) == [8, 23] && hours.map(\.queries) == [2, 1])
    #expect(hours.map { $0.figures[0].meanReciprocalRank } == [0.375, 0])
    #expect(hours.map(\.novelShare) == [0, 1])
  }

  @Test("without rules there is no lead")
  func alone() {
    let curve: [QuerySlice] = .coldStart(of: [ReplayedUser(ranks: [[1]])], names: ["hunch"], seed: 1)
    #expect(curve.count == 1 && curve[0].lead == nil && curve[0].bestBaseline == nil)
  }

  @Test("quantiles are interpolated, and a histogram's last bin includes 1")
  func distribution() {
    let distribution = UserDistribution([1, 0, 0.4, 0.2, 0.05], name: "hunch")
    #expect(distribution.users == 5)
    for (value, byHand) in zip(distribution.quantiles, [0, 0.02, 0.05, 0.2, 0.4, 0.76, 1]) {
      #expect(abs(value - byHand) < 1e-12)
    }
    #expect(distribution.histogram.count == 20 && distribution.histogram.reduce(0, +) == 5)
    for bin in [0, 1, 4, 8, 19] { #expect(distribution.histogram[bin] == 1, "bin \(bin)") }
  }

  @Test("with one user all quantiles are equal, and without users there are none")
  func fewUsers() {
    #expect(UserDistribution([0.25], name: "hunch").quantiles == Array(repeating: 0.25, count: 7))
    let nobody = UserDistribution.all(of: [ReplayedUser(ranks: [[1]], scoredFrom: 1)], names: ["hunch"])
    #expect(nobody.map(\.users) == [0] && nobody[0].quantiles.isEmpty)
  }
}
