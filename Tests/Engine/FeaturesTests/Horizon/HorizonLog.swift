import Activities
import Kernels

@testable import Features

/// A random log from a seed with habits at certain hours, for the counts of days and silences.
struct HorizonLog {
  private var random: SeededRandom
  private var minutes: Int64
  private var offset = 60
  private let journeys: Bool
  private(set) var donations: [Donation] = []

  /// - Parameters:
  ///   - count: The number of donations.
  ///   - journeys: Whether offsets change by many hours, and not only for summer time.
  ///   - pause: The maximum length of the usual pauses, in minutes.
  init(seed: UInt64, count: Int, journeys: Bool = true, pause: Int = 300) throws {
    random = SeededRandom(seed: seed)
    self.journeys = journeys
    // One in three begins before 1970.
    minutes = seed % 3 == 0 ? -400_000 : 27_000_000
    for _ in 0..<count {
      var details = Donation.Details()
      details.source = random.integer(below: 8) == 0 ? .suggestion : .user
      if random.integer(below: 10) == 0 {
        details.timePrecision = random.integer(below: 2) == 0 ? .day : .order
      }
      donations.append(
        try Donation(
          of: UserActivity(activityType: "org.example.a\(random.integer(below: 5))"),
          in: Context(at: next(upTo: pause)), details: details, ordinal: donations.count))
    }
  }

  /// Returns a later moment, or the same one.
  mutating func next(upTo pause: Int = 2_000) throws -> Instant {
    switch random.integer(below: 8) {
    case 0: break
    case 1: minutes += Int64(random.integer(below: 10))
    case 2: minutes += Int64(random.integer(below: 4_000))
    default: minutes += Int64(random.integer(below: pause))
    }
    if random.integer(below: 25) == 0 {
      let offsets = journeys ? [-660, -300, 0, 60, 345, 540, 840] : [60, 120]
      offset = offsets[random.integer(below: offsets.count)]
    }
    return try Instant(milliseconds: minutes * 60_000, offsetMinutes: offset)
  }
}
