import Activities
import Testing

@testable import Evaluation

@Suite("Evaluation at moments: a week")
struct WeekOfMomentsTests {
  /// Returns a moment by its hours of UTC after Monday and its offset in minutes.
  private static func moment(_ hour: Double, offset: Int = 0) throws -> Instant {
    try Instant(milliseconds: World.monday + Int64(hour * 3_600_000), offsetMinutes: offset)
  }

  @Test("probabilities and activities are added up by the day and hour of the wall clock")
  func hours() throws {
    var week = WeekOfMoments()
    week.count([0.5, 0.25], done: 1, at: try Self.moment(8))
    week.count([0.5, 0.75], done: 3, at: try Self.moment(8.75))
    week.count([1], done: 0, at: try Self.moment(9))
    // At 23:30 on Sunday in UTC it is Monday in Berlin; a week later is the same day again.
    week.count([0.125], done: 2, at: try Self.moment(-0.5, offset: 60))
    week.count([0.125], done: 0, at: try Self.moment(7 * 24 - 0.5))
    let (eight, nine) = (week.days[0][8], week.days[0][9])
    #expect(eight.moments == 2 && eight.expected == 2 && eight.happened == 4)
    #expect(eight.meanExpected == 1 && eight.meanHappened == 2)
    #expect(nine.moments == 1 && nine.meanExpected == 1 && nine.meanHappened == 0)
    #expect(week.days[0][0].expected == 0.125 && week.days[0][0].happened == 2)
    #expect(week.days[6][23].moments == 1)
    #expect(week.days.joined().reduce(0) { $0 + $1.moments } == 5)
    #expect(week.days[3][12].meanExpected == nil && week.days[3][12].meanHappened == nil)
  }

  @Test("the weeks of users are added up, and so are those of tallies")
  func adding() throws {
    var (one, other) = (MomentTally(), MomentTally())
    one.week.count([0.5], done: 1, at: try Self.moment(30))
    other.week.count([0.25], done: 2, at: try Self.moment(30))
    other.week.count([0.25], done: 0, at: try Self.moment(31))
    one.add(other)
    let tuesday = one.week.days[1]
    #expect(tuesday[6].moments == 2 && tuesday[6].expected == 0.75 && tuesday[6].happened == 3)
    #expect(tuesday[7].moments == 1)
  }
}
