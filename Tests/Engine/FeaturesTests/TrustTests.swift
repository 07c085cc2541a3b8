import Activities
import Foundation
import Kernels
import Testing

@testable import Features

/// The trust in experts, some of which are silent at times.
@Suite struct TrustTests {
  private static let experts = ExpertLayout.experts.count
  private static let agreement = ExpertPanel.agreements[0]

  private static func testimony(_ ratios: [Float], _ left: [Float]) -> ExpertPanel.Testimony {
    ExpertPanel.Testimony(ratios: ratios, remainders: left)
  }

  /// Returns each expert's share of the trust, among the experts with information.
  private static func shares(_ trust: Trust, _ left: [Float]) -> [Double] {
    let awake = trust.awake(left)
    return zip(trust.weights, left).map { $0 * Double($1) / awake }
  }

  /// About two of three experts have information at a time; silent experts are judged like the
  /// others together.
  @Test func whoSleepsKeepsTheirPartOfTheTrust() {
    var random = SeededRandom(seed: 1)
    var trust = Trust(agreement: Self.agreement, experts: Self.experts)
    var expected = [Double](repeating: 0, count: Self.experts)
    for _ in 0..<40 {
      let left = (0..<Self.experts).map { index -> Float in
        index == ExpertLayout.steady ? 1 : [0, 0.4, 1][random.integer(below: 3)]
      }
      let ratios = (0..<Self.experts).map { _ in 0.1 + 3 * random.uniform() }
      let shares = Self.shares(trust, left)
      #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
      let together = zip(shares, ratios).reduce(0) { $0 + $1.0 * Double($1.1) }
      trust.learn(Self.testimony(ratios, left), named: Self.testimony(ratios, left))
      for index in expected.indices {
        let own = left[index] > 0 ? Double(ratios[index]) : together
        expected[index] = expected[index] * exp2(-1 / 30) + log(own)
      }
      for index in expected.indices {
        let weight = exp(expected[index] - expected[ExpertLayout.steady])
        #expect(abs(trust.weights[index] - weight) < 1e-6 * max(1, weight))
      }
    }
  }

  /// Experts with information in a bare query are judged by that query alone, whatever their
  /// testimony with place and attributes.
  @Test func nothingThatIsNamedIsPartOfTheTrustInOthers() {
    var random = SeededRandom(seed: 2)
    var trusts = (0..<2).map { _ in Trust(agreement: Self.agreement, experts: Self.experts) }
    let asleep = Set([3, 7, 20]).subtracting([ExpertLayout.steady])
    let bareLeft = (0..<Self.experts).map { Float(asleep.contains($0) ? 0 : 1) }
    let all = [Float](repeating: 1, count: Self.experts)
    for _ in 0..<200 {
      let bare = Self.testimony((0..<Self.experts).map { _ in 0.1 + 3 * random.uniform() }, bareLeft)
      // With place and attributes, all experts do very well in the first case; the second case has
      // neither.
      let named = Self.testimony((0..<Self.experts).map { _ in 40 + random.uniform() }, all)
      trusts[0].learn(bare, named: named)
      trusts[1].learn(bare, named: bare)
    }
    let shares = trusts.map { Self.shares($0, bareLeft) }
    #expect(shares[0].map(\.bitPattern) == shares[1].map(\.bitPattern), "equal to the last bit")
    let told = Self.shares(trusts[0], all)
    #expect(asleep.allSatisfy { told[$0] > 0.2 }, "but they are trusted when they have information")
  }

  /// However far apart the experts are, the sums of their weights stay finite.
  @Test func extremeSuccessLeavesNumbers() throws {
    var trust = Trust(agreement: ExpertPanel.agreements[1], experts: Self.experts)
    let all = [Float](repeating: 1, count: Self.experts)
    for isBest in [true, false] {
      let ratios = (0..<Self.experts).map { index -> Float in
        (index == ExpertLayout.steady) == isBest ? 1e30 : 1e-30
      }
      for _ in 0..<600 { trust.learn(Self.testimony(ratios, all), named: Self.testimony(ratios, all)) }
      for left in [all, (0..<Self.experts).map { $0 == ExpertLayout.steady ? 1 : 0 }] {
        let shares = Self.shares(trust, left)
        #expect(shares.allSatisfy { $0 >= 0 && $0.isFinite } && abs(shares.reduce(0, +) - 1) < 1e-9)
      }
    }
  }

  @Test func oneExpertCanAlwaysSayAllThatItKnows() {
    let steady = ExpertLayout.experts[ExpertLayout.steady]
    #expect(steady.name == "share/100")
    #expect(steady.circumstances.isEmpty && steady.neededPrecision == .order)
  }

  /// Without places, attributes and pauses, half of the experts have no information and do not
  /// count in the mean.
  @Test(arguments: [TimePrecision.exact, .day, .order])
  func whoCanSayNothingIsNoPartOfTheAgreement(precision: TimePrecision) throws {
    let donations = try (0..<30).map {
      try Samples.donation(
        ["a", "b", "b"][$0 % 3], in: Samples.context(Samples.monday + Int64($0) * Samples.hour),
        precision: precision)
    }
    let state = Samples.state(after: donations)
    let moment = AskedMoment(try Samples.context(Samples.monday + 31 * Samples.hour), precision: precision)
    let said = Description(state, at: moment)
    let context = QueryContext(moment, after: state.history)
    let awake = Expert.all.filter { expert in
      expert.neededPrecision.isKnown(by: precision)
        && expert.circumstances.allSatisfy { $0.isKnown(at: context) }
    }
    #expect(awake.count < Expert.all.count - 15)
    for item in 0..<2 {
      let mean = awake.reduce(0) { $0 + exp(Double(said.column($1.name)[item])) } / Double(awake.count)
      #expect(abs(Double(said.column("agreement/30")[item]) - log(mean)) < 1e-5)
    }
  }
}
