import Activities
import Features
import Testing

@testable import Evaluation

@Suite("Evaluation at moments: climatology")
struct ClimatologyTests {
  /// A donation of a row, at an hour of UTC since Monday, with a UTC offset in minutes.
  private typealias Done = (row: Int, hour: Double, offset: Int)

  /// Returns the probabilities at an hour of UTC since Monday.
  private static func said(
    at hour: Double, offset: Int = 0, within seconds: Double = 3_600, lead: Double = 0, after done: [Done]
  ) throws -> [Double] {
    var climatology = Climatology()
    for (row, hour, offset) in done {
      let activity = try UserActivity(activityType: "org.example.notes.open")
      let donation = try Donation(of: activity, in: Context(at: instant(hour, offset)))
      climatology.observe(donation, row: row)
    }
    let moment = AskedMoment(Context(at: try instant(hour, offset)), lead: lead)
    return climatology.probabilities(at: moment, within: seconds)
  }

  private static func instant(_ hour: Double, _ offset: Int) throws -> Instant {
    try Instant(milliseconds: World.monday + Int64((hour * 3_600_000).rounded()), offsetMinutes: offset)
  }

  @Test("climatology is the share of like days so far, and workdays are unlike weekend days")
  func kinds() throws {
    // At eight on four of the five workdays, on one twice; row 1 at eight on Saturday.
    let hours = [8.0, 32, 32.25, 80, 104]
    let done: [Done] = hours.map { (row: 0, hour: $0, offset: 0) } + [(row: 1, hour: 128, offset: 0)]
    #expect(try Self.said(at: 7 * 24 + 8, after: done) == [4.2 / 7, 0.2 / 7])
    #expect(try Self.said(at: 7 * 24 + 12, after: done) == [0.2 / 7, 0.2 / 7])
    #expect(try Self.said(at: 6 * 24 + 8, after: done) == [0.2 / 3, 1.2 / 3])
    #expect(try Self.said(at: 5 * 24 + 8, after: Array(done.prefix(5))) == [0.2 / 2], "no weekend day yet")
    #expect(try Self.said(at: 12, after: [done[0]]) == [0.2 / 2], "the day itself is none before it")
  }

  @Test("an activity with an inexact time is known, but counts as done on no day")
  func timePrecision() throws {
    var climatology = Climatology()
    climatology.observe(try World.donation("a", hour: -50, precision: .order), row: 0)
    for precision in [TimePrecision.exact, .day, .order] {
      climatology.observe(try World.donation("b", hour: 8, precision: precision), row: 1)
      climatology.observe(try World.donation("a", hour: 8, precision: .day), row: 0)
    }
    let moment = AskedMoment(Context(at: try World.instant(hour: 32)))
    #expect(climatology.probabilities(at: moment, within: 3_600) == [0.2 / 3, 1.2 / 3])
  }

  @Test("half an hour is added on both sides: the first millisecond belongs to the window, the last does not")
  func window() throws {
    let millisecond = 1.0 / 3_600_000
    let done: [Done] = [(row: 0, hour: 8, offset: 0)]
    func isCounted(at hour: Double, within seconds: Double = 3_600) throws -> Bool {
      try Self.said(at: 24 + hour, within: seconds, after: done) == [1.2 / 3]
    }
    #expect(try isCounted(at: 8.5) && !isCounted(at: 8.5 + millisecond))
    #expect(try !isCounted(at: 6.5) && isCounted(at: 6.5 + millisecond))
    #expect(try isCounted(at: 6, within: 7_200) && isCounted(at: 7.5, within: 60))
  }

  @Test("a window may reach into the day after")
  func midnight() throws {
    let done: [Done] = [(row: 0, hour: 1, offset: 0), (row: 0, hour: 24.5, offset: 0)]
    #expect(try Self.said(at: 24 + 23.5, after: done) == [1.2 / 3])
  }

  @Test("a day whose window ends after the last observation is omitted")
  func lead() throws {
    // At eight from Monday to Wednesday; asked about Thursday at eight. The windows end at half
    // past nine.
    let done: [Done] = [8.0, 32, 56].map { (row: 0, hour: $0, offset: 0) }
    let millisecond = 0.001
    for (lead, count) in [
      (0, 3), (22.5 * 3_600, 3), (22.5 * 3_600 + millisecond, 2), (46.5 * 3_600, 2),
      (46.5 * 3_600 + millisecond, 1), (1e9, 0),
    ] {
      let known = done.filter { $0.hour * 3_600 < 80 * 3_600 - lead }
      let said = try Self.said(at: 80, lead: lead, after: known)
      #expect(said == known.prefix(1).map { _ in (Double(count) + 0.2) / (Double(count) + 2) }, "\(lead)")
    }
    #expect(
      try Self.said(at: 80, within: 86_400, after: done) == [2.2 / 4], "Wednesday's ends on Thursday at 8:30")
  }

  @Test("days more than sixty days ago do not count")
  func sixtyDays() throws {
    // Wednesday and Thursday of the first week; the 60 days before the Monday nine weeks later
    // begin with that Thursday.
    let done: [Done] = [(row: 0, hour: 2 * 24 + 8, offset: 0), (row: 1, hour: 3 * 24 + 8, offset: 0)]
    #expect(try Self.said(at: 63 * 24 + 8, after: done) == [0.2 / 44, 1.2 / 44])
    #expect(
      try Self.said(at: 60 * 24 + 8, after: done) == [1.2 / 44, 1.2 / 44], "58 days, 42 of them workdays")
  }

  @Test("days and times follow the wall clock, whatever its offset")
  func wallClock() throws {
    // Eight by the clock in winter and in summer; then a journey west, on which the clock is put
    // back.
    let winter: Done = (row: 0, hour: 7, offset: 60)
    let summer: Done = (row: 0, hour: 24 + 6, offset: 120)
    #expect(try Self.said(at: 48 + 6, offset: 120, after: [winter, summer]) == [2.2 / 4])
    let west: Done = (row: 1, hour: 24 + 6.5, offset: -300)
    #expect(try Self.said(at: 48 + 13, offset: -300, after: [winter, summer, west]) == [2.2 / 4, 0.2 / 4])
    #expect(try Self.said(at: 48 + 6.5, offset: -300, after: [winter, summer, west])[1] == 1.2 / 4)
    // At 23:30 in UTC on Friday it is Saturday in Berlin.
    let friday: Done = (row: 0, hour: 4 * 24 + 12, offset: 60)
    let saturday: Done = (row: 0, hour: 4 * 24 + 23.5, offset: 60)
    #expect(try Self.said(at: 5 * 24 + 23.5, offset: 60, after: [friday, saturday]) == [1.2 / 3])
  }
}
