import Foundation
import Testing

@testable import Evaluation

@Suite("Evaluation: metrics")
struct RankingMetricsTests {
  private static func ranked(_ rank: Int?, _ probability: Float? = nil, top: Float? = nil) -> QueryOutcome {
    QueryOutcome(rank: rank, probability: probability, topProbability: top)
  }

  @Test("hit rates and reciprocal ranks over queries and users match those computed by hand")
  func ranks() {
    let users = [[1, 3, 4, nil].map { Self.ranked($0) }, [2, 8].map { Self.ranked($0) }, []]
    let metrics = RankingMetrics(outcomesByUser: users)
    #expect(metrics.hitRate == [1, 3, 4, 5].map { (hits: Double) in hits / 6 })
    let first: Double = 1 + 1.0 / 3 + 1.0 / 4
    let second: Double = 1.0 / 2 + 1.0 / 8
    #expect(abs(metrics.meanReciprocalRank - (first + second) / 6) < 1e-12)
    #expect(abs(metrics.meanReciprocalRankPerUser - (first / 4 + second / 2) / 2) < 1e-12)
    #expect(metrics.logLoss == nil && metrics.calibrationError == nil)
  }

  @Test("log loss is the mean surprise, with none of these for new activities")
  func logLoss() throws {
    let outcomes = [
      Self.ranked(1, 0.5, top: 0.5), Self.ranked(nil, 0.25, top: 0.5), Self.ranked(2, 0.125, top: 0.5),
    ]
    let loss = try #require(RankingMetrics(outcomesByUser: [outcomes]).logLoss)
    #expect(abs(loss - (1 + 2 + 3) * log(2) / 3) < 1e-12)
    let impossible = try #require(RankingMetrics(outcomesByUser: [[Self.ranked(1, 0, top: 1)]]).logLoss)
    #expect(impossible.isFinite && impossible > 27)
  }

  @Test("the calibration error over fifteen bins of equal mass matches the one computed by hand")
  func calibration() throws {
    // Two outcomes a bin: of bin b both say (b + 1) / 16, and one of the two is right in odd bins,
    // none in even ones.
    let outcomes = (0..<30).map { index in
      let (bin, second) = (index / 2, index % 2 == 1)
      let said = Float(bin + 1) / 16
      return Self.ranked(bin % 2 == 1 && second ? 1 : 2, said, top: said)
    }
    let gaps: [Double] = (0..<15).map { bin in
      let met = bin % 2 == 1 ? 0.5 : 0.0
      return abs(Double(bin + 1) / 16 - met)
    }
    let expected = gaps.reduce(0, +) / 15
    for order in [outcomes, outcomes.reversed()] {
      let error = try #require(RankingMetrics(outcomesByUser: [order]).calibrationError)
      #expect(abs(error - expected) < 1e-9)
    }
  }

  @Test("with fewer outcomes than bins each has its own bin, and a new activity counts as wrong")
  func fewOutcomes() throws {
    let outcomes = [Self.ranked(1, 0.75, top: 0.75), Self.ranked(nil, 0.1, top: 0.5), Self.ranked(nil, 1)]
    let error = try #require(RankingMetrics(outcomesByUser: [outcomes]).calibrationError)
    #expect(abs(error - (0.25 + 0.5) / 2) < 1e-9, "a query without a suggestion is left out")
  }

  @Test("equal probabilities are not sorted by whether they were right: a calibrated constant has no error")
  func equalProbabilities() throws {
    let outcomes = (0..<60).map { Self.ranked($0 % 2 + 1, 0.5, top: 0.5) }
    #expect(try #require(RankingMetrics(outcomesByUser: [outcomes]).calibrationError) < 1e-9)
  }

  @Test(
    "metrics without outcomes are zero or absent", arguments: [[], [[]], [[], []]] as [[[QueryOutcome]]])
  func none(_ users: [[QueryOutcome]]) {
    let metrics = RankingMetrics(outcomesByUser: users)
    #expect(metrics.hitRate == [0, 0, 0, 0])
    #expect(metrics.meanReciprocalRank == 0 && metrics.meanReciprocalRankPerUser == 0)
    #expect(metrics.interval == 0...0 && metrics.logLoss == nil && metrics.calibrationError == nil)
  }

  @Test("the interval includes the mean, is repeatable, and depends on the seed", arguments: [1, 5])
  func interval(users: Int) {
    let outcomes = (0..<users).map { user in (0..<40).map { Self.ranked(1 + ($0 * 7 + user) % (5 + user)) } }
    let metrics = RankingMetrics(outcomesByUser: outcomes, seed: 3)
    #expect(metrics.interval.contains(metrics.meanReciprocalRank))
    #expect(metrics.interval.lowerBound < metrics.interval.upperBound)
    #expect(RankingMetrics(outcomesByUser: outcomes, seed: 3) == metrics)
    #expect(RankingMetrics(outcomesByUser: outcomes, seed: 4).interval != metrics.interval)
  }

  @Test("users are resampled whole: the interval of two different users reaches from one to the other")
  func clusters() {
    let users = [1, 2].map { rank in (0..<100).map { _ in Self.ranked(rank) } }
    #expect(RankingMetrics(outcomesByUser: users).interval == 0.5...1)
  }

  @Test("the reliability diagram and the calibration error use the same bins")
  func reliability() throws {
    let outcomes = (0..<31).map { Self.ranked($0 % 3 + 1, top: Float($0) / 31) } + [Self.ranked(1)]
    let bins = ReliabilityBin.bins(outcomes)
    #expect(bins.count == 15 && bins.map(\.queries).reduce(0, +) == 31)
    #expect(bins.allSatisfy { (2...3).contains($0.queries) })
    #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.said < $1.said })
    let first = try #require(bins.first)
    #expect(abs(first.said - 0.5 / 31) < 1e-7 && first.met == 0.5)
    let metrics = RankingMetrics(outcomesByUser: [outcomes])
    #expect(metrics.calibrationError == ReliabilityBin.calibrationError(bins))
    #expect(ReliabilityBin.bins(Array(outcomes.prefix(4))).map(\.queries) == [1, 1, 1, 1])
  }
}
