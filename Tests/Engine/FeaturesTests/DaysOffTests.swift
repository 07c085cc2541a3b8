import Activities
import Foundation
import Kernels
import Testing

@testable import Features

/// A user's days off are found from the activities of each day of the week.
@Suite struct DaysOffTests {
  private static let (saturdayAndSunday, fridayAndSaturday, sundayAndMonday) = (
    DaysOff.usual, DaysOff(rawValue: 0b011_0000), DaysOff(rawValue: 0b100_0001)
  )

  /// Returns weeks of a user with work on some days, other activities on all days, and a few at
  /// random.
  private static func weeks(
    _ count: Int, off: DaysOff?, seed: UInt64 = 1, offset: Int = 0, hour: Int = 9
  ) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    let start = Samples.monday - 8 * Samples.hour - Int64(offset) * 60_000
    return try (0..<count * 7).flatMap { day in
      func donation(_ name: String, _ hour: Int) throws -> Donation {
        let time =
          start + (Int64(day) * 24 + Int64(hour)) * Samples.hour + Int64(random.integer(below: 1_800_000))
        return try Samples.donation(name, in: Samples.context(time, offset: offset))
      }
      var own = [try donation("news", hour)]
      if let off, !off.contains(weekday: day % 7) {
        if random.uniform() < 0.95 {
          own += [try donation("mail", hour + 1), try donation("stand-up", hour + 2)]
        }
        if random.uniform() < 0.5 { own.append(try donation("lunch", hour + 3)) }
      } else if off != nil, random.uniform() < 0.7 {
        own.append(try donation("games", hour + 4))
      }
      if random.uniform() < 0.4 { own.append(try donation("music", hour + 6)) }
      return own
    }
  }

  /// Returns the days off that are found at the first donation after a log.
  private static func found(_ donations: [Donation]) throws -> DaysOff {
    var state = Samples.state(after: donations)
    let end = try #require(state.lastInstant)
    state.observe(
      try Samples.donation(
        "news", in: Samples.context(end.milliseconds + 24 * Samples.hour, offset: end.offsetMinutes)))
    return state.history.daysOff
  }

  @Test(
    arguments: [
      saturdayAndSunday, fridayAndSaturday, sundayAndMonday, DaysOff(rawValue: 0b100_0000),
      DaysOff(rawValue: 0b111_0000), DaysOff(rawValue: 0b000_1100),
    ], [UInt64(1), 2, 3])
  func whatIsDoneOnOtherDaysTellsWhichAreOff(days: DaysOff, seed: UInt64) throws {
    #expect(try Self.found(Self.weeks(6, off: days, seed: seed)) == days, "seed \(seed)")
    #expect(try Self.found(Self.weeks(30, off: days, seed: seed)) == days, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)..<8)
  func withoutOrWithLittleDataTheyAreSaturdayAndSunday(seed: UInt64) throws {
    #expect(EvidenceState().history.daysOff == .usual)
    for count in [1, 4, 12] {
      #expect(try Self.found(Self.weeks(count, off: nil, seed: seed)) == .usual, "nobody's days differ")
    }
    let few = try Self.weeks(1, off: Self.sundayAndMonday, seed: seed)
    #expect(try Self.found(Array(few.prefix(6))) == .usual)
    #expect(DaysOff(done: [], days: [8, 8, 8, 8, 8, 8, 8]) == .usual)
    #expect(DaysOff(done: [[0, 0, 0, 0, 0, 0, 0]], days: [0, 0, 0, 0, 0, 0, 0]) == .usual)
  }

  /// A change of the working week is found within weeks, because only the last eight weeks count.
  @Test func anotherJobIsFollowed() throws {
    let before = try Self.weeks(10, off: Self.saturdayAndSunday)
    let shift = 70 * 24 * Samples.hour
    let after = try Self.weeks(9, off: Self.sundayAndMonday).map { donation in
      try Donation(
        of: donation.activity, in: Samples.context(donation.context.instant.milliseconds + shift))
    }
    #expect(try Self.found(before) == .usual)
    #expect(try Self.found(before + after) == Self.sundayAndMonday)
  }

  /// Days are local days, east and west of Greenwich, late and early.
  @Test(arguments: [-660, -300, 0, 345, 840], [0, 9, 16])
  func daysAreThoseOnTheWall(offset: Int, hour: Int) throws {
    let donations = try Self.weeks(6, off: Self.fridayAndSaturday, offset: offset, hour: hour)
    #expect(try Self.found(donations) == Self.fridayAndSaturday)
  }

  @Test func onlyDonationsThatHaveATimeTell() throws {
    let timeless = try Self.weeks(6, off: Self.sundayAndMonday).map { donation in
      try Samples.donation(
        String(donation.activity.activityType.dropFirst("org.example.".count)), in: donation.context,
        precision: .day)
    }
    #expect(try Self.found(timeless) == .usual)
  }

  /// The days off maximise the likelihood, which this computes with the gamma function.
  @Test(arguments: UInt64(0)..<40)
  func theyAreTheLikeliest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let days = (0..<7).map { _ in 5 + random.integer(below: 4) }
    let special = Int.random(in: 0..<7, using: &random)
    let done = (0..<1 + random.integer(below: 6)).map { _ in
      (0..<7).map { weekday in
        let chance: Float = weekday == special || weekday == (special + 1) % 7 ? 0.15 : 0.7
        return (0..<days[weekday]).count { _ in random.uniform() < chance }
      }
    }
    func likelihood(_ candidate: DaysOff) -> Double {
      var sum = candidate == .usual ? 5.0 : 0
      for own in done {
        func counts(_ kind: [Int]) -> (times: Double, all: Double) {
          (Double(kind.reduce(0) { $0 + own[$1] }), Double(kind.reduce(0) { $0 + days[$1] }))
        }
        let kinds = [true, false].map { isOff in
          (0..<7).filter { candidate.contains(weekday: $0) == isOff }
        }
        let (off, on) = (counts(kinds[0]), counts(kinds[1]))
        for (times, all) in off.times / off.all < on.times / on.all ? [off, on] : [counts(Array(0..<7))] {
          sum +=
            lgamma(times + 0.5) + lgamma(all - times + 0.5) - lgamma(all + 1) - 2 * lgamma(0.5) + lgamma(1)
        }
      }
      return sum
    }
    let best = DaysOff(done: done, days: days)
    let most = DaysOff.candidates.map(likelihood).max() ?? 0
    #expect(abs(likelihood(best) - most) < 1e-9, "seed \(seed)")
  }

  @Test func candidatesAreOneToThreeNeighbours() {
    #expect(DaysOff.candidates.count == 21 && Set(DaysOff.candidates).count == 21)
    #expect(DaysOff.candidates.allSatisfy { $0.isSound && (1...3).contains($0.rawValue.nonzeroBitCount) })
    #expect(
      !DaysOff(rawValue: 0).isSound && !DaysOff(rawValue: 0b101).isSound && !DaysOff(rawValue: 0xFF).isSound)
    #expect((0..<7).map(DaysOff.usual.contains(weekday:)) == [false, false, false, false, false, true, true])
    // 1970-01-01 was a Thursday.
    #expect((0..<5).map { DaysOff.usual.contains(day: $0) } == [false, false, true, true, false])
    #expect(DaysOff.usual.contains(day: -5) && !DaysOff.usual.contains(day: -3))
  }

  /// The kind of day follows the user's days off: a Friday habit shows on Saturday if both are off.
  @Test func theKindOfDayIsThatOfTheUser() throws {
    let donations = try Self.weeks(8, off: Self.fridayAndSaturday)
    let state = Samples.state(after: donations)
    let item = try #require(
      donations.first { $0.activity.activityType.hasSuffix("games") }.flatMap { state.item(of: $0.identity) })
    let next = Samples.monday + 56 * 24 * Samples.hour + 5 * Samples.hour
    let said = try (0..<7 as Range<Int64>).map { day in
      Description(state, try Samples.context(next + day * 24 * Samples.hour)).column("hour+kind-of-day")[item]
    }
    for day in 0..<7 { #expect((said[day] > 0.5) == (day == 4 || day == 5), "\(day): \(said)") }
    // Facts follow them, too.
    let kinds = try (0..<7 as Range<Int64>).compactMap { day -> Fact.Days.Kind? in
      let context = try Samples.context(next + day * 24 * Samples.hour)
      guard case .days(let days, _, _) = state.fact(for: .time, item: item, in: context) else { return nil }
      return days.kind
    }
    #expect(kinds.contains(.daysOff(Self.fridayAndSaturday)))
    #expect(!kinds.contains(.daysOff(.usual)) && !kinds.contains(.workdays(besides: .usual)))
  }

  @Test func theyAreKeptInCheckpoints() throws {
    let state = Samples.state(after: try Self.weeks(8, off: Self.sundayAndMonday))
    #expect(state.history.daysOff == Self.sundayAndMonday)
    var writer = StateWriter()
    state.history.write(into: &writer)
    var reader = StateReader(writer.bytes)
    #expect(try History(from: &reader, items: state.identities.count).daysOff == Self.sundayAndMonday)
    var damaged = writer.bytes
    damaged[damaged.count - 1] = 0b101
    #expect(throws: StateError.self) {
      var reader = StateReader(damaged)
      _ = try History(from: &reader, items: state.identities.count)
    }
  }

  @Test("a habit on one day of the week does not make it a day off", arguments: 0..<7)
  func weeklyHabit(day: Int) throws {
    let daily = try Self.weeks(9, off: nil)
    let weekly = try (0..<9).map { week in
      try Samples.donation(
        "choir",
        in: Samples.context(
          Samples.monday + (Int64(week * 7 + day) * 24 + 10) * Samples.hour))
    }
    let all = (daily + weekly).sorted { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
    #expect(try Self.found(all) == .usual)
  }
}
