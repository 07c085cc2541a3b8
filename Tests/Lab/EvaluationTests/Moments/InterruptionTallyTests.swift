import Activities
import Suggestions
import Testing

@testable import Evaluation

@Suite("Evaluation at moments: interruptions under a policy")
struct InterruptionTallyTests {
  /// A moment: its hour since Monday, the probabilities of three activities, and what is done
  /// within the hour after it.
  private typealias Asked = (hour: Double, said: [Double], done: [(row: Int, hour: Double)])

  private static func tally(
    _ moments: [Asked], every hours: Double = 0.25, donations: [Int] = [9, 9, 9],
    under change: (inout SuggestionPolicy) throws -> Void = { _ in }
  ) throws -> InterruptionTally {
    var policy = SuggestionPolicy()
    try change(&policy)
    let identities = try World.hourly(["a", "b", "c"]).map(\.identity).sorted()
    var tally = InterruptionTally(under: policy, every: hours * 3_600, within: 3_600)
    for (hour, said, done) in moments {
      tally.count(
        said, at: try World.instant(hour: hour),
        upcoming: try done.map { (row: $0.row, instant: try World.instant(hour: $0.hour)) },
        donations: donations, identities: identities)
    }
    return tally
  }

  private static func figures(_ tally: InterruptionTally) -> [Int] {
    [tally.said, tally.cameTrue, tally.missed]
  }

  @Test("the most likely activity interrupts if it is likely enough for the policy and was done often enough")
  func threshold() throws {
    let moment: Asked = (hour: 9, said: [0.5, 0.75, 0], done: [(1, 9.5)])
    #expect(Self.figures(try Self.tally([moment], every: 1)) == [1, 1, 0])
    #expect(Self.figures(try Self.tally([moment], every: 1, donations: [9, 2, 9])) == [1, 0, 1])
    #expect(Self.figures(try Self.tally([moment], every: 1, donations: [2, 2, 9])) == [0, 0, 1])
    #expect(Self.figures(try Self.tally([moment], every: 1) { $0.leastToInterrupt = 0.8 }) == [0, 0, 0])
    #expect(Self.figures(try Self.tally([moment], every: 1) { $0.leastToInterrupt = 0.75 }) == [1, 1, 0])
    let tie: Asked = (hour: 9, said: [0, 0.5, 0.5], done: [(1, 9.5)])
    #expect(Self.figures(try Self.tally([tie], every: 1)) == [1, 1, 0], "the first by identity")
  }

  @Test("interruptions keep to the minimum distance and the daily budget")
  func budget() throws {
    // Another activity every half an hour from nine on, always done in time.
    let moments: [Asked] = (0..<10).map { index in
      let hour = 9 + Double(index) / 2
      return (hour: hour, said: [0.9, 0, 0], done: [(0, hour + 0.25)])
    }
    #expect(Self.figures(try Self.tally(moments, every: 0.5)).prefix(2) == [3, 3])
    #expect(Self.figures(try Self.tally(moments, every: 0.5) { $0.interruptionsPerDay = 9 }) == [5, 5, 0])
    let often = try Self.tally(moments, every: 0.5) {
      ($0.interruptionsPerDay, $0.minutesBetweenInterruptions) = (9, 0)
    }
    #expect(Self.figures(often).prefix(2) == [9, 9])
    // The next day has a budget of its own.
    let nextDay: [Asked] = moments.map { (hour: $0.hour + 24, said: $0.said, done: [(0, $0.hour + 24.25)]) }
    #expect(Self.figures(try Self.tally(moments + nextDay, every: 0.5)).prefix(2) == [6, 6])
  }

  @Test("nothing interrupts in quiet hours, and activities in them are not missed")
  func quietHours() throws {
    let early: Asked = (hour: 6, said: [0.9, 0, 0], done: [(0, 6.5)])
    #expect(Self.figures(try Self.tally([early], every: 1)) == [0, 0, 0])
    #expect(Self.figures(try Self.tally([early], every: 1) { $0.quietHours = nil }) == [1, 1, 0])
    // Likely during quiet hours, done after them, and not likely enough at the moment in between.
    let late: [Asked] = [
      (hour: 6.75, said: [0.9, 0, 0], done: [(0, 7.25)]), (hour: 7, said: [0.4, 0, 0], done: [(0, 7.25)]),
    ]
    #expect(Self.figures(try Self.tally(late, every: 0.5)) == [0, 0, 1])
  }

  @Test("an activity that was likely within the horizon before and did not interrupt is missed, once an hour")
  func missed() throws {
    func silent(_ policy: inout SuggestionPolicy) { policy.interruptionsPerDay = 0 }
    // Likely at nine only; done at 9:10, 9:50 and 10:00, which is an hour after.
    let done: [(row: Int, hour: Double)] = [(0, 9 + 1.0 / 6), (0, 9 + 5.0 / 6), (0, 10), (1, 9.25)]
    let moments: [Asked] = [
      (hour: 9, said: [0.9, 0, 0], done: done.filter { $0.hour < 10 }),
      (hour: 9.5, said: [0, 0, 0], done: done.filter { $0.hour >= 9.5 }),
      (hour: 10, said: [0, 0, 0], done: done.filter { $0.hour >= 10 }),
    ]
    #expect(Self.figures(try Self.tally(moments, every: 0.5, under: silent)) == [0, 0, 1])
    #expect(Self.figures(try Self.tally(moments, every: 0.5)) == [1, 1, 0])
    // Likely all the time: what is done more than an hour after the first is missed again.
    let likely: [Asked] = moments.map { (hour: $0.hour, said: [0.9, 0, 0], done: $0.done) }
    let again = likely + [(hour: 10.5, said: [0.9, 0, 0], done: [(0, 10.75)])]
    #expect(Self.figures(try Self.tally(again, every: 0.5, under: silent)) == [0, 0, 2])
    // It is likely at nine already, but said at half past, before it is done.
    let inTime: [Asked] = [
      (hour: 9, said: [0.9, 0.8, 0], done: [(1, 9.75)]),
      (hour: 9.5, said: [0, 0.8, 0], done: [(1, 9.75)]),
    ]
    let told = try Self.tally(inTime, every: 0.5) { $0.minutesBetweenInterruptions = 30 }
    #expect(Self.figures(told) == [2, 1, 0])
    #expect(Self.figures(try Self.tally(inTime, every: 0.5)) == [1, 0, 1], "too soon after the first")
  }

  @Test("an ignored interruption backs off for a day, then for two; one that comes true counts as accepted")
  func rest() throws {
    func days(_ count: Int, done: Bool) -> [Asked] {
      (0..<count).map { day in
        let hour = Double(24 * day + 9)
        return (hour: hour, said: [0.9, 0, 0], done: done ? [(0, hour + 0.5)] : [])
      }
    }
    #expect(Self.figures(try Self.tally(days(8, done: true), every: 24)) == [8, 8, 0])
    // On days 0, 1, 3 and 7: after 24, 48 and 96 hours.
    #expect(Self.figures(try Self.tally(days(8, done: false), every: 24)) == [4, 0, 0])
    #expect(
      Self.figures(try Self.tally(days(8, done: false), every: 24) { $0.hoursAfterIgnored = 0 }) == [8, 0, 0])
    // It is not accepted before it is done.
    let soon: [Asked] = [
      (hour: 9, said: [0.9, 0, 0], done: [(0, 9.75)]), (hour: 9.5, said: [0.9, 0, 0], done: [(0, 9.75)]),
      (hour: 10, said: [0.9, 0, 0], done: [(0, 10.25)]),
    ]
    let tally = try Self.tally(soon, every: 0.5) { $0.minutesBetweenInterruptions = 0 }
    #expect(Self.figures(tally) == [2, 2, 0])
  }

  @Test("the figures of users are added up")
  func adding() throws {
    let moment: Asked = (hour: 9, said: [0.5, 0.75, 0], done: [(0, 9.5), (1, 9.5)])
    var tally = try Self.tally([moment], every: 1)
    tally.add(try Self.tally([moment, (hour: 10, said: [0, 0, 0.9], done: [])], every: 1))
    #expect(Self.figures(tally) == [3, 2, 2])
  }
}
