import Activities
import Kernels

@testable import Features

/// A log made up from a seed, of somebody with hours: what counts of days and silences have to cope
/// with.
struct HorizonLog {
  private var random: SeededRandom
  private var minutes: Int64
  private var offset = 60
  private let journeys: Bool
  private(set) var donations: [Donation] = []

  /// - Parameters:
  ///   - count: How many donations to make.
  ///   - journeys: Whether offsets change by many hours, and not only as summer begins and ends.
  ///   - pause: The longest of the usual pauses in minutes.
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

  /// A later moment, or the same.
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
