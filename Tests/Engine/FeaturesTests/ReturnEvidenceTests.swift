import Activities
import Testing

@testable import Features

/// The evidence of the time since an activity's last use, except for what the slow twin checks.
@Suite struct ReturnEvidenceTests {
  private static let minute: Int64 = 60_000

  /// `tea` returns after a quarter of an hour or after a whole hour, never in between; `note`
  /// returns at any time.
  private static func state() throws -> (EvidenceState, last: Int64) {
    var state = EvidenceState()
    var tea = Samples.monday
    for number in 0..<60 as Range<Int64> {
      state.observe(try Samples.donation("tea", in: Samples.context(tea)))
      let pause = (number % 2 == 0 ? 15 : 60) * minute
      state.observe(try Samples.donation("note", in: Samples.context(tea + (number * 7 % 13 + 1) * minute)))
      tea += pause
    }
    state.observe(try Samples.donation("tea", in: Samples.context(tea)))
    return (state, tea)
  }

  private static func own(_ minutes: Int64, after count: (EvidenceState, last: Int64)) throws -> Float {
    try Description(count.0, Samples.context(count.last + minutes * minute)).column("returns/own")[0]
  }

  @Test func whatComesBackAfterAQuarterOrAWholeHourIsDueThenAndNotBetween() throws {
    let known = try Self.state()
    #expect(try Self.own(15, after: known) > 0.4)
    #expect(try Self.own(60, after: known) > Self.own(30, after: known) + 0.5)
    #expect(try Self.own(5, after: known) < -0.5)
    #expect(try Self.own(30, after: known) < -0.5)
  }

  @Test func whatNeverCameBackHasTheHazardOfAll() throws {
    let (state, last) = try Self.state()
    var more = state
    more.observe(try Samples.donation("once", in: Samples.context(last + Self.minute)))
    for minutes in [1, 15, 1_000_000, 100_000_000] as [Int64] {
      let said = Description(more, try Samples.context(last + minutes * Self.minute))
      #expect(said.column("returns/own")[2] == 0)
      #expect(said.unfinished.isEmpty, "after \(minutes) minutes")
    }
  }

  @Test func withoutAnyReturnBothArePriors() throws {
    let state = Samples.state(after: [try Samples.donation("a", in: Samples.context(Samples.monday))])
    let said = Description(state, try Samples.context(Samples.monday + Samples.hour))
    #expect(said.column("returns/own") == [0])
    #expect(abs(said.column("returns/any")[0] + 2.302_585) < 1e-5)
  }
}
