import Activities
import Testing

@testable import Features

/// Habits follow the local wall clock.
@Suite struct WallTimeTests {
  private static let timeExperts = Expert.all.filter { expert in
    !expert.circumstances.isEmpty && expert.decay == .unlimited
      && expert.circumstances.allSatisfy {
        switch $0.twin {
        case .timeOfDay, .weekday, .kindOfDay: true
        default: false
        }
      }
  }.map(\.name)

  /// Returns coffee at 8 and lunch at 12, each day for four weeks.
  private func history() throws -> [Donation] {
    try (0..<28).flatMap { day in
      let morning = Samples.monday + Int64(day) * 24 * Samples.hour
      return [
        try Samples.donation("coffee", in: Samples.context(morning)),
        try Samples.donation(
          day % 7 < 5 ? "canteen" : "kitchen", in: Samples.context(morning + 4 * Samples.hour)),
      ]
    }
  }

  @Test(arguments: [-720, -300, 60, 330, 840])
  func theSameLocalTimeIsTheSameInAnotherOffset(offset: Int) throws {
    let state = Samples.state(after: try history())
    let local = Samples.monday + 30 * 24 * Samples.hour
    let home = Description(state, try Samples.context(local))
    let abroad = Description(state, try Samples.context(local - Int64(offset) * 60_000, offset: offset))
    #expect(!Self.timeExperts.isEmpty)
    for name in Self.timeExperts + ["type-at-hour"] {
      #expect(home.column(name) == abroad.column(name), "\(name)")
    }
    #expect(home.column("hour")[0] > home.column("hour")[1])
  }

  /// When clocks go forward, 08:00 comes after 23 hours and is still 08:00.
  @Test func daylightSavingMovesNoHabit() throws {
    let state = Samples.state(after: try history())
    let next = Samples.monday + 28 * 24 * Samples.hour
    let winter = Description(state, try Samples.context(next))
    let summer = Description(state, try Samples.context(next - Samples.hour, offset: 60))
    #expect(winter.column("hour") == summer.column("hour"))
  }

  @Test func theWeekendIsAnotherKindOfDay() throws {
    let state = Samples.state(after: try history())
    let noon = Samples.monday + 28 * 24 * Samples.hour + 4 * Samples.hour
    let (canteen, kitchen) = (1, 2)
    for day in 0..<7 {
      let said = Description(state, try Samples.context(noon + Int64(day) * 24 * Samples.hour))
      for name in ["weekday", "hour+kind-of-day"] {
        let column = said.column(name)
        #expect(
          day < 5 ? column[canteen] > column[kitchen] : column[kitchen] > column[canteen],
          "\(name), day \(day)")
      }
    }
    // Friday 23:00 in UTC is already the weekend in Tokyo.
    let friday = Samples.monday + (4 * 24 + 15) * Samples.hour
    #expect(!QueryContext(AskedMoment(try Samples.context(friday)), after: History()).isDayOff)
    #expect(
      QueryContext(AskedMoment(try Samples.context(friday, offset: 540)), after: History()).isDayOff)
  }

  @Test(arguments: [0.5, 1, 3, 6])
  func theClockIsACircle(width: Double) {
    func likeness(_ minute: Int, _ other: Int) -> Double {
      func hour(_ minute: Int) -> Double { Double((minute + 1_440) % 1_440) / 60 }
      return Circumstance.likeness(hour: hour(minute), hour(other), width: width)
    }
    for minute in stride(from: 0, to: 1_440, by: 7) {
      #expect(likeness(minute, minute) == Circumstance.spline(0))
      #expect(likeness(minute, minute + 720) < 1e-12, "twelve hours apart, at \(minute)")
      for pause in stride(from: 0, to: 720, by: 11) {
        #expect(
          abs(likeness(minute, minute + pause) - likeness(600, 600 + pause)) < 1e-12,
          "any time is like any other")
      }
    }
    #expect(abs(likeness(-1, 1) - likeness(719, 721)) < 1e-12)
  }
}
