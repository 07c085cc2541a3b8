import Activities
import Testing

@testable import Features

/// Habits follow the clock on the wall.
@Suite struct WallTimeTests {
  private static let timeExperts = Expert.all.filter { expert in
    !expert.circumstances.isEmpty && expert.memory == .unlimited
      && expert.circumstances.allSatisfy {
        switch $0 {
        case .timeOfDay, .weekday, .kindOfDay: true
        default: false
        }
      }
  }.map(\.name)

  /// Coffee at 8, lunch at 12, each day of four weeks.
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

  /// The clocks go forward: 08:00 comes after 23 hours, and is still 08:00.
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
    #expect(!Occasion(try Samples.context(friday), placeKnown: true, after: History()).isWeekend)
    #expect(Occasion(try Samples.context(friday, offset: 540), placeKnown: true, after: History()).isWeekend)
  }

  @Test(arguments: [0.5, 1, 3, 6])
  func theClockIsACircle(binHours: Double) throws {
    let circumstance = Circumstance.timeOfDay(binHours: binHours)
    func kernel(_ minute: Int, _ other: Int) throws -> Double {
      let (left, right) = (try cells(minute), try cells(other))
      return left.reduce(0) { sum, one in
        right.reduce(sum) { $1.key == one.key ? $0 + $1.weight * one.weight : $0 }
      }
    }
    func cells(_ minute: Int) throws -> [WeightedCell] {
      let context = try Samples.context(Samples.monday + Int64(minute - 480) * 60_000)
      return circumstance.cells(of: Occasion(context, placeKnown: true, after: History()))
    }
    for minute in stride(from: 0, to: 1_440, by: 7) {
      #expect(abs(try cells(minute).reduce(0) { $0 + $1.weight } - 1) < 1e-12)
      #expect(try cells(minute).allSatisfy { $0.weight > 0 })
      #expect(try kernel(minute, minute) >= 0.5 - 1e-12)
      #expect(try kernel(minute, minute + 720) == 0, "twelve hours apart, at \(minute)")
    }
    // Two minutes around midnight are as near to each other as two minutes at any other edge between hours of bins.
    #expect(abs(try kernel(-1, 1) - kernel(719, 721)) < 1e-12)
    #expect(try kernel(1_439, 1) >= 0.49)
    let bins = (24 / binHours).rounded()
    let met = Set(try stride(from: 0, to: 1_440, by: 5).flatMap { try cells($0).map(\.key) })
    #expect(met.count == Int(bins))
  }
}
