import Activities
import TestSupport
import Testing

@testable import Suggestions

@Suite("Curves of relevance")
struct CurveTests {
  @Test(
    "fading falls from 1 to 0, by about half per half-life",
    arguments: [
      (0.0, 1.0), (1, 0.4921), (2, 0.2381), (3, 0.1111), (5, 0.0159), (6, 0), (7, 0), (1e9, 0),
    ])
  func fading(halfLives: Double, expected: Double) {
    #expect(abs(RelevanceCurve.fading(halfLives * 40, halfLife: 40) - expected) < 1e-4)
  }

  @Test(
    "the relevance of a date without an end rises for three hours and falls for two",
    arguments: [
      (-200.0, 0.0), (-180, 0), (-30, 0.4921), (0, 1), (20, 0.4921), (60, 0.1111), (120, 0), (1e6, 0),
    ])
  func date(minutes: Double, expected: Double) throws {
    let start = try Sample.instant("12:00")
    let found = RelevanceCurve.relevance(
      of: try DateRelevance(from: start), at: start.advanced(bySeconds: minutes * 60))
    #expect(abs(found - expected) < 1e-4)
  }

  @Test("P14: a date's relevance rises to its start, stays to its end, and then falls", arguments: 1...20)
  func datesAreMonotone(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let start = try Instant(
      milliseconds: Int64.random(in: 0..<4_000_000_000_000, using: &numbers),
      offsetMinutes: Int.random(in: -700...800, using: &numbers))
    let length = Bool.random(using: &numbers) ? Double.random(in: 0...7_200, using: &numbers) : nil
    let date = try DateRelevance(from: start, to: length.map { start.advanced(bySeconds: $0) })
    let end = length ?? 0
    var last: (seconds: Double, value: Double)?
    for seconds in stride(from: -7_200.0, through: end + 7_200, by: 10) {
      let value = RelevanceCurve.relevance(of: date, at: start.advanced(bySeconds: seconds))
      #expect((0...1).contains(value))
      if let last {
        if seconds <= 0 { #expect(value > last.value, "seed \(seed): rises at \(seconds) s") }
        if last.seconds >= 0, seconds < end { #expect(value == 1, "seed \(seed): flat at \(seconds) s") }
        if last.seconds >= end, seconds <= end + 7_190 { #expect(value < last.value, "seed \(seed): falls") }
        #expect(abs(value - last.value) < 0.0061, "seed \(seed): ten seconds change little")
      }
      last = (seconds, value)
    }
    #expect(RelevanceCurve.relevance(of: date, at: start) == 1)
    let over = start.advanced(bySeconds: end + 7_200)
    #expect(RelevanceCurve.relevance(of: date, at: over) == 0, "zero two hours after the end")
  }

  @Test(
    "the relevance of a time of day follows the wall clock, across midnight too",
    arguments: [
      ("12:00", "13:30", "11:30", 0.4921), ("12:00", "13:30", "12:00", 1), ("12:00", "13:30", "13:30", 1),
      ("12:00", "13:30", "13:50", 0.4921), ("12:00", "13:30", "02:00", 0), ("23:00", "01:00", "00:10", 1),
      ("23:00", "01:00", "22:30", 0.4921), ("23:00", "01:00", "01:20", 0.4921),
      ("00:00", "00:00", "23:30", 0.4921),
      ("08:00", "08:00", "08:00", 1),
    ])
  func daily(start: String, end: String, now: String, expected: Double) throws {
    let provider = try Relevance(storedValue: ["daily": ["from": .string(start), "to": .string(end)]])
    guard case .daily(let daily) = provider else {
      Issue.record("no time of day")
      return
    }
    for offset in ["+01:00", "-08:00", "+05:45"] {
      let found = RelevanceCurve.relevance(of: daily, at: try Sample.instant(now, offset: offset))
      #expect(abs(found - expected) < 1e-4, "\(offset)")
    }
  }

  @Test("P23: lunch follows the local wall clock through clock changes and journeys")
  func daylightSaving() throws {
    let lunch = try DailyRelevance(from: 12 * 60, to: 13 * 60)
    // Clocks in Berlin go forward on 29 March 2026.
    for (text, expected) in [
      ("2026-03-28T12:30:00+01:00", 1.0), ("2026-03-29T12:30:00+02:00", 1),
      ("2026-03-29T11:30:00+01:00", 0.4921),
      ("2026-03-30T12:30:00-04:00", 1), ("2026-03-30T12:30:00+09:00", 1),
    ] {
      let found = RelevanceCurve.relevance(of: lunch, at: try Instant(rfc3339: text))
      #expect(abs(found - expected) < 1e-4, "\(text)")
    }
  }

  @Test(
    "the relevance of a place depends on distance, radius and accuracy",
    arguments: [
      (0.0, 100.0, 0.0, 1.0), (99, 100, 0, 1), (350, 100, 0, 0.4921), (1_599, 100, 0, 0.0),
      (5_000, 100, 0, 0),
      (3_000, 2_000, 0, 0.4921), (600, 100, 500, 0.4921), (0, 0, 0, 1),
    ])
  func place(distance: Double, radius: Double, accuracy: Double, expected: Double) throws {
    let here = try Sample.place(metresNorth: distance, accuracy: accuracy)
    let found = RelevanceCurve.relevance(of: try Sample.region(radius: radius), from: here)
    #expect(abs(found - expected) < 2e-3)
  }

  @Test("the relevance of a place falls with distance, without a jump")
  func placesAreMonotone() throws {
    let region = try Sample.region(radius: 150)
    var last = 1.0
    for metres in stride(from: 0.0, through: 2_000, by: 5) {
      let value = RelevanceCurve.relevance(of: region, from: try Sample.place(metresNorth: metres))
      #expect(value <= last && last - value < 0.015, "\(metres) m")
      last = value
    }
    #expect(last == 0)
  }
}
