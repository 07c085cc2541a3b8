import Activities
import Foundation
import Kernels
import Testing

@testable import Features

/// Moments ahead: past donations say less about them, and unobserved time does not count as
/// silence.
@Suite struct LeadTests {
  private static let hour = 3_600.0

  /// Returns a loop of `a`, `b` and `c`, `minutes` apart.
  private static func state(_ count: Int = 60, minutes: Int64 = 60) throws -> (EvidenceState, end: Int64) {
    let donations = try (0..<count).map {
      try Samples.donation(
        ["a", "b", "c"][$0 % 3], in: Samples.context(Samples.monday + Int64($0) * minutes * 60_000))
    }
    return (Samples.state(after: donations), Samples.monday + Int64(count - 1) * minutes * 60_000)
  }

  @Test(arguments: UInt64(740)..<746)
  func withoutALeadNothingChanges(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 80)
    let (state, context) = (Samples.state(after: log.donations), try log.nextContext())
    for lead in [0, -1, -1e9] {
      #expect(
        Description(state, at: AskedMoment(context, lead: lead)).bits == Description(state, context).bits)
    }
  }

  @Test func gapsAndAgesAreCountedToTheMomentUntilWhichTheUserWasObserved() throws {
    let (state, end) = try Self.state()
    let then = try Samples.context(end + 30 * Samples.hour)
    let moment = QueryContext(AskedMoment(then, lead: 29 * Self.hour), after: state.history)
    #expect(moment.lead == 29 * Self.hour && moment.gap == Self.hour)
    #expect(moment.recentAges.prefix(3) == [Self.hour, 2 * Self.hour, 3 * Self.hour])
    #expect(moment.milliseconds == then.instant.milliseconds)
    #expect(abs(moment.hours * 3_600_000 - Double(end + Samples.hour)) < 1)
    // The user was observed at least until the last donation.
    let beyond = QueryContext(AskedMoment(then, lead: 300 * Self.hour), after: state.history)
    #expect(beyond.lead == 30 * Self.hour && beyond.gap == 0 && beyond.recentAges.first == 0)
    let late = QueryContext(
      AskedMoment(try Samples.context(end - Samples.hour), lead: Self.hour), after: state.history)
    #expect(late.lead == 0 && late.gap == 0)
    #expect(QueryContext(AskedMoment(then, lead: Self.hour), after: History()).lead == 0)
  }

  /// The log has one donation an hour.
  @Test func whatIsLeftIsTheChanceThatNothingWasDone() throws {
    let (state, end) = try Self.state(400)
    func left(_ hours: Double) throws -> Double {
      let then = Context(at: try Samples.context(end).instant.advanced(bySeconds: hours * Self.hour))
      return state.sequenceRemainder(
        at: QueryContext(AskedMoment(then, lead: hours * Self.hour), after: state.history))
    }
    // The rate is that of the last week. With a half-life of a week, 400 donations count as 1 −
    // 2^(−400 / 168) of all.
    let sum: Double = (0..<400).reduce(0) { $0 + exp2(-Double($1) / 168) }
    for hours in [0.1, 1, 3, 24, 100] {
      let expected: Double = exp(-sum * log(2) / 168 * hours) * exp2(-hours / 24)
      #expect(abs(try left(hours) - expected) < 1e-9 * max(1, expected), "\(hours) h")
    }
    #expect(try left(0) == 1)
  }

  @Test func theFartherAheadTheNearerColumnsOfTheLastDonationsAreToNeutral() throws {
    let (state, end) = try Self.state(minutes: 240)
    let neutral: [String: Float] = [
      "is-previous": 0, "is-one-before": 0, "donations-since": 3, "recency-rank": 2, "recency-habit": 0,
      "uses-today": 0, "uses-in-session": 0, "due/time": 0, "due/donations": 0, "returns/own": 0,
      "returns/any": Float(log(0.1)), "minutes-since": RecencyEvidence.unknownAge, "type-after-type": 0,
      "shared-with-previous": 0, "shared-lately": 0, "key-persistence": 0,
    ]
    let experts = ["after", "after-2", "gap", "share/20", "share/1h", "among-last-5"]
    func said(_ hours: Int64) throws -> Description {
      // The moments are at the same time of day on later and later days; observation always ended
      // an hour after the log.
      try Description(
        state,
        at: AskedMoment(Samples.context(end + (1 + hours) * Samples.hour), lead: Double(hours) * Self.hour))
    }
    var (away, distance) = ([Float](repeating: .infinity, count: experts.count), [String: Float]())
    for days in [0, 1, 4, 30, 400] as [Int64] {
      let said = try said(24 * days)
      for (name, value) in neutral {
        let now = said.column(name).map { abs($0 - value) }.max() ?? 0
        #expect(now <= distance[name, default: .infinity] + 1e-6, "\(name), \(days) days")
        distance[name] = now
        if days == 400 { #expect(now < 1e-6, "\(name)") }
      }
      for (index, name) in experts.enumerated() {
        let now = said.column(name).map(abs).max() ?? 0
        #expect(now <= away[index] + 1e-6, "\(name), \(days) days")
        away[index] = now
        if days == 400 { #expect(now < 1e-6, "\(name): \(now)") }
      }
      #expect(said.column("hour").contains { abs($0) > 0.3 }, "habits do not fade")
      let unobserved = said.column("situation/unobserved")[0]
      #expect(days == 0 ? unobserved == 0 : unobserved > 0.5)
      #expect(said.unfinished.isEmpty)
    }
    #expect(try said(0).column("after").contains { $0 > 0.5 })
  }

  /// A last known position tells half as much after two days, and continues to fade.
  @Test func theLastKnownPlaceFades() throws {
    let (here, there) = (try Place(latitude: 0, longitude: 0), try Place(latitude: 40, longitude: 9))
    // Two places alternate, a day each.
    var donations: [Donation] = []
    for number in 0..<80 as Range<Int64> {
      let place = number / 8 % 2 == 0 ? here : there
      donations.append(
        try Samples.donation(
          number / 8 % 2 == 0 ? "a" : "b",
          in: Samples.context(Samples.monday + number * 3 * Samples.hour, place: place)))
    }
    let (state, end) = (Samples.state(after: donations), Samples.monday + 79 * 3 * Samples.hour)
    var before: Float = .infinity
    for days in [0, 1, 2, 10, 100] as [Int64] {
      let said = Description(state, try Samples.context(end + days * 24 * Samples.hour))
      let near = said.column("near/1km")[1]
      let left: Double = 1 / (1 + Double(days) / 2)
      // Forty of the eighty donations are from there, all of this activity.
      let weight: Double = 40 * 4 / 9
      let ratio: Double = left * (2 * weight + 1) / (weight + 1) + 1 - left
      #expect(abs(Double(near) - log(ratio)) < 1e-4, "\(days) days: \(near)")
      #expect(near < before)
      before = near
      let age = Float(min(1, log2(1 + Double(days) * 43_200) / 20))
      #expect(abs(said.column("situation/place-age")[0] - age) < 1e-5)
    }
    // A query ignores it if it may not use it, or if it has its own position.
    let hidden = Description(
      state, at: AskedMoment(try Samples.context(end + Samples.hour), knowsLastPlace: false))
    let known = Description(state, try Samples.context(end + Samples.hour, place: here))
    for name in ["near/200m", "near/1km", "near/5km", "near/1km+part-of-day"] {
      #expect(hidden.column(name) == [0, 0] && known.column(name) == [0, 0], "\(name)")
    }
    #expect(hidden.column("from-place/1km") == [0, 0] && known.column("from-place/1km") != [0, 0])
    #expect(
      hidden.column("situation/place-age") == [0, 0] && known.column("situation/place-known") == [1, 1])
    #expect(known.column("here")[0] > 0.5 && known.column("here")[1] < -0.5)
  }

  /// A fading circumstance has a shorter part in the vector by which a model adapts to a user.
  @Test func circumstancesGetShorter() throws {
    let (state, end) = try Self.state(minutes: 240)
    func lengths(_ moment: AskedMoment) -> [FeatureGroup: Float] {
      var (vector, scratch) = (SparseVector(), FeatureScratch())
      state.circumstances(of: moment, into: &vector, scratch: &scratch)
      let groups = state.circumstanceGroups(of: moment)
      #expect(groups.count == vector.count)
      return zip(groups, vector.values).reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 * $1.1 }
    }
    let now = lengths(AskedMoment(try Samples.context(end + Samples.hour)))
    let then = AskedMoment(try Samples.context(end + 3 * Samples.hour), lead: 2 * Self.hour)
    let left = Float(state.sequenceRemainder(at: QueryContext(then, after: state.history)))
    let ahead = lengths(then)
    // Two kinds of previous activities; a pause alone, and a pause with the previous activity.
    let expected: [FeatureGroup: Float] = [
      .previous: 2 * left * left, .rhythm: left * left + left * left * left * left,
    ]
    for (group, squares) in expected {
      #expect(
        abs(now[group, default: 0] - 2) < 1e-4 && abs(ahead[group, default: 0] - squares) < 1e-4, "\(group)")
    }
    for group in [FeatureGroup.habit, .time] {
      #expect(abs(ahead[group, default: 0] - now[group, default: 0]) < 1e-4)
    }
    let far = lengths(AskedMoment(try Samples.context(end + 9_000 * Samples.hour), lead: 9_000 * Self.hour))
    #expect(far[.previous] == nil && far[.rhythm] == nil)
  }
}
