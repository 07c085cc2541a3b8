import Activities
import Kernels
import Testing

@testable import Features

/// The contract of every feature extractor.
@Suite struct DescribeContractTests {
  @Test(arguments: UInt64(100)..<110)
  func everyColumnIsWrittenAndFinite(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 60)
    var state = EvidenceState()
    for donation in log.donations {
      let description = Description(state, donation.context)
      #expect(description.matrix.rows == state.identities.count)
      #expect(description.matrix.columns == FeatureSchema.current.width)
      #expect(description.novelty.count == FeatureSchema.current.noveltyNames.count)
      #expect(description.unfinished.isEmpty, "seed \(seed), after \(state.donationCount)")
      state.observe(donation)
    }
    #expect(Description(state, try log.nextContext()).unfinished.isEmpty, "seed \(seed)")
  }

  @Test func withoutDonationsThereAreNoItemsAndNeutralNovelty() throws {
    let description = Description(EvidenceState(), try Samples.context(Samples.monday))
    #expect(description.matrix.rows == 0)
    #expect(description.unfinished.isEmpty)
    for name in ["novelty/here", "novelty/after", "novelty/at-hour"] {
      #expect(description.number(name) == 0, "\(name): odds of one half")
    }
  }

  /// The state after a prefix of a log, and its answers, do not depend on later donations.
  @Test(arguments: UInt64(200)..<206)
  func nothingIsReadFromTheFuture(seed: UInt64) throws {
    let first = try RandomLog(seed: seed, count: 40).donations
    let context = try #require(first.last?.context)
    let before = Samples.state(after: first.dropLast())
    let said = Description(before, context)
    var later = before
    for donation in first.suffix(1) { later.observe(donation) }
    #expect(Description(before, context) == said, "seed \(seed): an observing copy changed its original")
    #expect(Description(Samples.state(after: first.prefix(39)), context) == said, "seed \(seed)")
    #expect(Description(later, context) != said, "seed \(seed): a donation has to count")
  }

  @Test(arguments: UInt64(300)..<306)
  func queriesChangeNothingAndReplaysAreBitIdentical(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 80)
    var (asked, silent) = (EvidenceState(), EvidenceState())
    var scratch = FeatureScratch()
    for donation in log.donations {
      for _ in 0..<2 { _ = Description(asked, donation.context, &scratch) }
      for group in FeatureGroup.allCases where asked.donationCount > 0 {
        _ = asked.fact(for: group, item: 0, in: donation.context)
      }
      asked.observe(donation)
      silent.observe(donation)
    }
    let context = try log.nextContext()
    let said = Description(asked, context, &scratch)
    #expect(said == Description(silent, context), "seed \(seed)")
    #expect(
      said.matrix.elements.map(\.bitPattern) == Description(silent, context).matrix.elements.map(\.bitPattern)
    )
    // Buffers carry nothing from one call to the next, even from a user with more activities.
    let small = Samples.state(after: log.donations.prefix(3))
    #expect(Description(small, context, &scratch) == Description(small, context), "seed \(seed)")
  }

  /// A state belongs to one user; donations of another user do not affect it.
  @Test func otherUsersDoNotMatter() throws {
    let (mine, others) = (
      try RandomLog(seed: 400, count: 50).donations, try RandomLog(seed: 401, count: 50).donations
    )
    let context = try #require(mine.last?.context)
    let alone = Samples.state(after: mine)
    var (my, their) = (EvidenceState(), EvidenceState())
    for (one, other) in zip(mine, others) {
      my.observe(one)
      their.observe(other)
    }
    #expect(Description(my, context) == Description(alone, context))
    #expect(Description(their, context) != Description(alone, context))
  }

  @Test func orderIsEvidence() throws {
    let names = ["a", "b", "c", "b", "a", "c", "c", "a"]
    func state(_ names: [String]) throws -> EvidenceState {
      Samples.state(
        after: try names.map { try Samples.donation($0, in: Samples.context(Samples.monday)) })
    }
    let context = try Samples.context(Samples.monday)
    let (forward, backward) = (try state(names), try state(["a", "b", "c"] + names.dropFirst(3).reversed()))
    #expect(forward.identities == backward.identities)
    #expect(Description(forward, context).column("share") == Description(backward, context).column("share"))
    #expect(Description(forward, context).column("after") != Description(backward, context).column("after"))
    #expect(Description(forward, context).column("is-previous") == [1, 0, 0])
    #expect(Description(backward, context).column("is-previous") == [0, 1, 0])
  }

  /// If the clock was put back, no time has passed.
  @Test func aQueryBeforeTheNewestDonationIsAskedAtTheNewest() throws {
    let state = Samples.state(after: try RandomLog(seed: 402, count: 50).donations)
    let newest = try #require(state.lastInstant)
    for seconds in [-1.0, -86_400, -3.2e7, -1.6e9] {
      let said = Description(state, Context(at: newest.advanced(bySeconds: seconds)))
      #expect(said.unfinished.isEmpty, "\(seconds) s")
      for name in Expert.all.filter({ $0.circumstances.isEmpty }).map(\.name) {
        #expect(
          said.column(name) == Description(state, Context(at: newest)).column(name), "\(seconds) s, \(name)")
      }
    }
  }

  /// In unknown circumstances, every expert gives each activity its prior.
  @Test func aMissingSignalSaysNothing() throws {
    let donations = try (0..<30).map { number in
      try Samples.donation(
        ["a", "b", "c"][number % 3], in: Samples.context(Samples.monday + Int64(number) * 60_000))
    }
    let said = Description(
      Samples.state(after: donations), try Samples.context(Samples.monday + Samples.hour))
    for expert in Expert.all {
      let isMissing = expert.circumstances.contains { circumstance in
        switch circumstance.twin {
        case .place, .lastPlace, .allAttributes, .anyAttribute: true
        default: false
        }
      }
      guard isMissing else { continue }
      let neutral = expert.backsOffTo.map(said.column) ?? [0, 0, 0]
      #expect(said.column(expert.name) == neutral, "\(expert.name)")
      if expert.tellsKnowledge {
        #expect(said.column("knowledge/\(expert.name)") == [0, 0, 0], "\(expert.name)")
      }
    }
    #expect(said.column("in-context") == [0, 0, 0])
    #expect(said.number("novelty/here") == 0)
    #expect(said.number("novelty/known-place") == 0)
    #expect(said.number("novelty/known-attributes") == 0)
  }

  @Test func theFirstDonationHasNoPause() throws {
    let state = Samples.state(after: [try Samples.donation("a", in: Samples.context(Samples.monday))])
    let said = Description(state, try Samples.context(Samples.monday))
    #expect(said.column("gap") == [0])
    #expect(said.column("due/time") == [0])
    #expect(said.column("regularity") == [0])
    #expect(said.column("donations-since") == [0])
    #expect(Description(EvidenceState(), try Samples.context(Samples.monday)).number("novelty/pause") == 0)
  }
}
