import Activities
import Kernels
import Testing

@testable import Features

/// Learning from donations without an exact time, except for what the slow twin checks.
@Suite struct TimePrecisionTests {
  private static let minute: Int64 = 60_000

  /// Returns donations on two days, every ten minutes from 08:00: `a`, `b`, `a`, `c` on Monday, and
  /// `a` and `b` alternating on Tuesday.
  private static func log(_ precision: TimePrecision, from start: Int64 = Samples.monday) throws -> [Donation]
  {
    try (0..<16 as Range<Int64>).map { number in
      let time = start + (number / 8) * 24 * Samples.hour + (number % 8) * 10 * minute
      let name = ["a", "b", "a", number < 8 ? "c" : "b"][Int(number % 4)]
      return try Samples.donation(name, in: Samples.context(time), precision: precision)
    }
  }

  private static func bytes(_ description: Description) -> [UInt32] {
    description.matrix.elements.map(\.bitPattern) + description.novelty.map(\.bitPattern)
  }

  @Test(arguments: [TimePrecision.day, .order])
  func theyTeachSequenceAndShareAndNothingOfTime(precision: TimePrecision) throws {
    let state = Samples.state(after: try Self.log(precision))
    let (exact, now) = (
      Samples.state(after: try Self.log(.exact)),
      try Samples.context(Samples.monday + 7 * 24 * Samples.hour)
    )
    let (said, other) = (Description(state, now), Description(exact, now))
    for column in FeatureSchema.current.columns {
      let expert = Expert.all.first { $0.name == column.name }
      switch (column.group, expert?.neededPrecision) {
      case (_, .order?): #expect(said.column(column.name) == other.column(column.name), "\(column.name)")
      case (_, .exact?) where expert?.backsOffTo == nil:
        #expect(said.column(column.name).allSatisfy { abs($0) < 1e-6 }, "\(column.name): as usual")
      default: break
      }
    }
    for name in ["share", "donations-since", "recency-rank", "due/donations", "familiarity", "shared-lately"]
    {
      #expect(said.column(name) == other.column(name), "\(name)")
    }
    for name in [
      "due/time", "regularity", "interval-known", "returns/own", "uses-today", "uses-in-session",
      "situation/pause", "knowledge/hour", "knowledge/gap",
    ] {
      #expect(said.column(name).allSatisfy { $0 == 0 }, "\(name)")
    }
    #expect(said.column("weekday").allSatisfy { abs($0) < 1e-6 } == (precision == .order))
    #expect(Set(said.column("minutes-since")) == [RecencyEvidence.unknownAge])
  }

  /// The hours, pauses and pace of such donations are ignored.
  @Test func theirTimesChangeNothing() throws {
    let names = ["a", "b", "a", "c", "b", "a"]
    func state(_ times: [Int64]) throws -> EvidenceState {
      var state = EvidenceState()
      var scratch = LearningScratch()
      for (number, name) in names.enumerated() {
        let isExact = number % 3 == 0
        let time = isExact ? Samples.monday + Int64(number) * Samples.hour : times[number]
        state.learn(
          try Samples.donation(name, in: Samples.context(time), precision: isExact ? .exact : .order),
          scratch: &scratch)
      }
      return state
    }
    let hour = Samples.hour
    let one = try state((0..<6).map { Samples.monday + $0 * hour })
    let other = try state([0, 1, 2, 0, 4, 5].map { Samples.monday + ($0 < 3 ? $0 : 3 * hour + $0) })
    for pause in [1, 3, 60] as [Int64] {
      let now = try Samples.context(Samples.monday + 5 * hour + pause * Self.minute)
      #expect(Self.bytes(Description(one, now)) == Self.bytes(Description(other, now)))
    }
  }

  /// A pause starts at the last donation with a time, even if others follow it.
  @Test func theyEndNoPause() throws {
    let first = try Samples.donation("a", in: Samples.context(Samples.monday))
    let between = try Samples.donation(
      "b", in: Samples.context(Samples.monday + Samples.hour), precision: .order)
    let then = try Samples.context(Samples.monday + 2 * Samples.hour)
    let state = Samples.state(after: [first, between])
    let moment = QueryContext(AskedMoment(then), after: state.history)
    #expect(moment.gap == 7_200 && moment.recent == [1, 0] && moment.recentAges == [nil, 7_200])
    #expect(state.lastInstant == between.context.instant)
    #expect(state.lastTime == first.context.instant.milliseconds)
    #expect(Samples.state(after: [between]).lastTime == nil)
    #expect(QueryContext(AskedMoment(then), after: Samples.state(after: [between]).history).gap == nil)
  }

  @Test func recordsTellWhetherTheyHaveATime() throws {
    let state = Samples.state(
      after: try TimePrecision.allCases.reversed().enumerated().map {
        try Samples.donation(
          "a", in: Samples.context(Samples.monday + Int64($0.offset) * Samples.hour), precision: $0.element)
      })
    #expect(state.window.slice.map(\.hasTime) == [false, false, true])
    #expect(state.window.slice.map(\.weekday) == [nil, 0, 0])
    #expect(state.window.slice.map(\.time).prefix(2) == [.never, .never])
    #expect(state.occurrences(ofItem: 0).map(\.quarterHour) == [nil, nil, 40])
    #expect(state.occurrences(ofItem: 0).map(\.weekday) == [nil, 0, 0])
  }

  @Test func factsDoNotCountThem() throws {
    let (log, next) = (try Self.log(.exact), Samples.monday + 48 * Samples.hour)
    let now = try Samples.context(next)
    let before = Samples.state(after: log)
    let after = Samples.state(after: log + (try Self.log(.order, from: next - 40 * Self.minute)).prefix(4))
    #expect(after.fact(for: .habit, item: 0, in: now) == .habit(times: 10, of: 20))
    #expect(before.fact(for: .rhythm, item: 0, in: now) != nil)
    #expect(before.fact(for: .recency, item: 0, in: now) != nil)
    // The time of the last use is now unknown.
    #expect(after.fact(for: .recency, item: 0, in: now) == .recency(secondsSince: nil, donationsSince: 1))
    #expect(after.fact(for: .rhythm, item: 0, in: now) == nil)
  }

  /// A moment without a time has no part of the day and follows no pause.
  ///
  /// If its day is known, it still has a kind of day.
  @Test func theyHaveNoCircumstancesOfTime() throws {
    let state = Samples.state(after: try Self.log(.exact))
    let context = try Samples.context(Samples.monday + 48 * Samples.hour)
    func cells(_ precision: TimePrecision) -> Int {
      var (vector, scratch) = (SparseVector(), FeatureScratch())
      state.circumstances(of: AskedMoment(context, precision: precision), into: &vector, scratch: &scratch)
      return vector.count
    }
    #expect(cells(.order) == 3, "habit, and the last two activities")
    #expect(cells(.day) == 3, "a kind of day is a circumstance with an hour only")
    #expect(cells(.exact) > 3)
  }
}
