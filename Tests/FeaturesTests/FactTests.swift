import Activities
import Testing

@testable import Features

/// Facts are shown to people: they have to be counts that anyone can check.
@Suite struct FactTests {
  @Test(arguments: UInt64(500)..<512)
  func factsAreCountsOfTheLog(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 120)
    let donations = log.donations
    let twin = SlowTwin(donations)
    let previous = try #require(twin.rows.last)
    let state = Samples.state(after: donations)
    for _ in 0..<6 {
      let context = try log.nextContext()
      let slow = twin.query(context, after: donations.count)
      let after = donations.indices.filter { $0 > 0 && twin.rows[$0 - 1] == previous }
      let alike = donations.indices.filter { donations[$0].context.attributes == context.attributes }
      for row in state.identities.indices {
        let uses = slow.uses(of: row)
        let last = try #require(uses.last)
        let since = try #require(slow.hoursSince(last))
        func fact(_ group: FeatureGroup) -> Fact? { state.fact(for: group, row: row, in: context) }
        #expect(fact(.habit) == .habit(times: uses.count, of: donations.count))
        #expect(state.count(ofRow: row) == uses.count)
        #expect(fact(.recency) == .recency(sinceHours: since, donationsSince: donations.count - 1 - last))

        let times = after.count { twin.rows[$0] == row }
        #expect(
          fact(.previous) == (after.isEmpty ? nil : .previous(row: previous, times: times, of: after.count)),
          "seed \(seed)")

        let there = alike.count { twin.rows[$0] == row }
        let expected =
          context.attributes.isEmpty || alike.isEmpty ? nil : Fact.context(times: there, of: alike.count)
        #expect(fact(.context) == expected, "seed \(seed)")
        #expect(fact(.sharedParameters) == nil && fact(.agreement) == nil)
        try checkBinned(state, row, uses.count, in: context, seed)
      }
    }
  }

  /// Of binned facts only bounds hold in general.
  private func checkBinned(
    _ state: EvidenceState, _ row: Int, _ uses: Int, in context: Context, _ seed: UInt64
  ) throws {
    for group in [FeatureGroup.time, .place] {
      switch state.fact(for: group, row: row, in: context) {
      case .time(let hour, let isWeekend, let times, let of):
        #expect(hour == Int(context.instant.localHour) && isWeekend == (context.instant.localWeekday >= 5))
        #expect(0 <= times && times <= of && times <= uses && of <= state.donationCount, "seed \(seed)")
      case .place(let times, let of):
        #expect(0 <= times && times <= of && times <= uses && of <= state.donationCount, "seed \(seed)")
      case nil: break
      default: Issue.record("seed \(seed): a fact of another group")
      }
    }
  }

  /// Thirty donations in the middle of a bin, asked between two bins, are not forty.
  @Test(arguments: 0..<60)
  func aBinnedFactNeverCountsMoreThanThereWas(minute: Int) throws {
    let (here, there) = (try Place(latitude: 0, longitude: 0), try Place(latitude: 40, longitude: 9))
    let donations = try (0..<30).flatMap { day in
      let time = Samples.monday + Samples.hour / 2 + Int64(day) * 24 * Samples.hour
      return [
        try Samples.donation("a", in: Samples.context(time, place: here)),
        try Samples.donation("b", in: Samples.context(time + 5 * Samples.hour, place: there)),
      ]
    }
    let state = Samples.state(after: donations)
    let context = try Samples.context(
      Samples.monday + 35 * 24 * Samples.hour + Int64(minute) * 60_000,
      place: Place(latitude: Double(minute) * 0.000_07, longitude: 0))
    guard case .time(_, _, let times, let of)? = state.fact(for: .time, row: 0, in: context),
      case .place(let timesHere, let ofHere)? = state.fact(for: .place, row: 0, in: context)
    else {
      Issue.record("no fact")
      return
    }
    // Nothing but a is done around this hour, or here.
    #expect(times == of && (1...30).contains(of))
    #expect(timesHere == ofHere && (1...30).contains(ofHere))
  }

  @Test func aRhythmIsTold() throws {
    let donations = try (0..<9).map {
      try Samples.donation("a", in: Samples.context(Samples.monday + Int64($0) * 6 * Samples.hour))
    }
    let context = try Samples.context(Samples.monday + 50 * Samples.hour)
    #expect(Samples.state(after: donations.prefix(2)).fact(for: .rhythm, row: 0, in: context) == nil)
    guard
      case .rhythm(let usual, let since)? = Samples.state(after: donations).fact(
        for: .rhythm, row: 0, in: context)
    else {
      Issue.record("no rhythm")
      return
    }
    #expect(abs(usual - 6) < 1e-6)
    #expect(since == 2)
  }
}
