import Activities
import Testing

@testable import Features

/// Facts are shown to users, so they must be counts that anyone can check. (`FactRecountTests`
/// checks them in whole answers.)
@Suite struct FactTests {
  @Test(arguments: UInt64(500)..<512)
  func factsAreCountsOfTheLog(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 120)
    let donations = log.donations
    let twin = SlowTwin(donations)
    let previous = try #require(twin.items.last)
    let state = Samples.state(after: donations)
    for _ in 0..<6 {
      let context = try log.nextContext()
      let slow = twin.query(AskedMoment(context), after: donations.count)
      let after = donations.indices.filter { $0 > 0 && twin.items[$0 - 1] == previous }.suffix(100)
      let alike = donations.indices.filter { donations[$0].context.attributes == context.attributes }
      let finder = state.factFinder(at: AskedMoment(context))
      for item in state.identities.indices {
        let uses = slow.uses(of: item)
        let last = try #require(uses.last)
        let since = try #require(slow.hoursSince(last)) * 3_600
        func fact(_ group: FeatureGroup) -> Fact? { finder.finding(for: group, about: [item])?.fact }
        if case .lately(let times, let all) = fact(.habit) {
          #expect(twin.items.suffix(all).count { $0 == item } == times)
        } else {
          #expect(fact(.habit) == .habit(times: uses.count, of: donations.count))
        }
        #expect(finder.count(of: [item]) == .done(times: uses.count))
        #expect(state.count(ofItem: item) == uses.count)
        guard case .recency(let seconds?, let count?) = fact(.recency) else {
          Issue.record("seed \(seed): when it was last done is known")
          continue
        }
        #expect(abs(seconds - since) < 0.01 && count == donations.count - 1 - last)

        let times = after.count { twin.items[$0] == item }
        #expect(
          fact(.previous)
            == (after.isEmpty
              ? nil
              : .previous(
                activity: state.identities[previous], times: times, of: after.count, isAll: after.count < 100)),
          "seed \(seed)")

        let there = alike.suffix(100).count { twin.items[$0] == item }
        let expected: Fact? =
          context.attributes.isEmpty || alike.isEmpty
          ? nil
          : .context(
            keys: context.attributes.keys.sorted(), times: there, of: min(100, alike.count),
            isAll: alike.count <= 100)
        #expect(fact(.context) == expected, "seed \(seed)")
        #expect(fact(.sharedParameters) == nil && fact(.agreement) == nil)
      }
    }
  }

  /// A habit at eight on workdays gives a fact about workdays, which includes the missed one.
  @Test func aHabitOfDaysIsTold() throws {
    let day = 24 * Samples.hour
    var donations: [Donation] = []
    for number in 0..<19 as Range<Int64> where number != 9 && number % 7 < 5 {
      let time = Samples.monday + number * day
      donations.append(try Samples.donation("call", in: Samples.context(time)))
      donations.append(try Samples.donation("mail", in: Samples.context(time + 12 * Samples.hour)))
    }
    let context = try Samples.context(Samples.monday + 21 * day + 600_000)
    func fact(_ group: FeatureGroup) -> Fact? {
      Samples.state(after: donations).fact(for: group, item: 0, in: context)
    }
    let quarters = 30..<34
    #expect(
      fact(.time) == .days(Fact.Days(.workdays(besides: .usual), quarters: quarters), times: 14, of: 15))
    #expect(fact(.rhythm) == .days(Fact.Days(.workdays(besides: .usual)), times: 14, of: 15))
    let noon = try Samples.context(Samples.monday + 21 * day + 4 * Samples.hour)
    let finding = Samples.state(after: donations).factFinder(at: AskedMoment(noon)).finding(
      for: .time, about: [0])
    #expect(finding?.speaksFor == false)
    // After a use at an unknown time, neither group has a fact.
    donations.append(
      try Samples.donation("call", in: Samples.context(Samples.monday + 19 * day), precision: .order))
    #expect(fact(.time) == nil && fact(.rhythm) == nil)
  }

  /// The fact "near here" needs a current position, or one from the last half hour.
  @Test func aPlaceHasToBeRecent() throws {
    let (here, there) = (try Place(latitude: 0, longitude: 0), try Place(latitude: 40, longitude: 9))
    var donations: [Donation] = []
    for number in 0..<20 as Range<Int64> {
      let time = Samples.monday + number * 6 * Samples.hour
      donations.append(try Samples.donation("b", in: Samples.context(time, place: there)))
      donations.append(try Samples.donation("a", in: Samples.context(time + 3 * Samples.hour, place: here)))
    }
    let (state, end) = (Samples.state(after: donations), Samples.monday + 117 * Samples.hour)
    let fact = Fact.place(metres: 500, times: 20, of: 20, isAll: true)
    #expect(state.fact(for: .place, item: 1, in: try Samples.context(end + 60_000)) == fact)
    #expect(state.fact(for: .place, item: 1, in: try Samples.context(end + Samples.hour)) == nil)
    let nearby = try Place(latitude: 0.001, longitude: 0)
    #expect(
      state.fact(for: .place, item: 1, in: try Samples.context(end + Samples.hour, place: nearby)) == fact)
    let finder = state.factFinder(
      at: AskedMoment(try Samples.context(end, place: there)))
    #expect(finder.finding(for: .place, about: [1])?.speaksFor == false)
  }

  @Test func aRhythmIsTold() throws {
    let donations = try (0..<9).map {
      try Samples.donation("a", in: Samples.context(Samples.monday + Int64($0) * 6 * Samples.hour))
    }
    let context = try Samples.context(Samples.monday + 50 * Samples.hour)
    #expect(Samples.state(after: donations.prefix(2)).fact(for: .rhythm, item: 0, in: context) == nil)
    #expect(
      Samples.state(after: donations).fact(for: .rhythm, item: 0, in: context)
        == .interval(medianSeconds: 6 * 3_600, of: 8, secondsSince: 2 * 3_600))
  }
}
