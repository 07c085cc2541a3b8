import Testing

@testable import Importers

@Suite("Continuing activities")
struct RecentTimesTests {
  @Test("an activity continues within the span after its last time, even if the clock was set")
  func span() {
    var times = RecentTimes<String>(within: 10)
    var found: [Bool] = []
    for time in [0, 10, 20, 31, 21, 10] as [Int64] { found.append(times.goesOn("a", at: time)) }
    #expect(found == [false, true, true, false, true, false])
    for (key, time) in [("b", 10), ("a", .min), ("a", .max)] as [(String, Int64)] {
      let goesOn = times.goesOn(key, at: time)
      #expect(!goesOn)
    }
  }

  @Test("the most recent of thousands of keys are remembered")
  func many() {
    var times = RecentTimes<Int>(within: 10)
    var crowd = RecentTimes<Int>(within: 10)
    for number in 0..<5_000 {
      let found = [times.goesOn(number, at: Int64(number)), crowd.goesOn(number, at: 0)]
      #expect(found == [false, false])
    }
    let found = [times.goesOn(4_990, at: 5_000), crowd.goesOn(4_999, at: 1)]
    #expect(found == [true, true])
  }
}
