import Activities
import Kernels

/// A random log from a seed, with odd mixtures of everything that evidence must handle.
struct RandomLog {
  private var random: SeededRandom
  private var milliseconds: Int64
  private var offset = 60
  private let activities: [UserActivity]
  private let scalePool: [Double]
  private let placeChance: Float
  private let attributeChance: Float
  private var last = 0
  /// The probability that a donation has only a day or an order, and the numbers that decide it.
  private let timelessChance: Float
  private var precisions: SeededRandom
  private(set) var donations: [Donation] = []

  /// Pauses in seconds: none, a second, a minute, an hour, a day, ten days, half a year, five
  /// years.
  private static let scales = [0, 1, 60, 3_600, 86_400, 864_000, 1.6e7, 1.6e8]

  /// - Parameters:
  ///   - count: The number of donations.
  ///   - timeless: The probability that a donation has only a day or an order.
  init(seed: UInt64, count: Int, timeless: Float = 0) throws {
    var random = SeededRandom(seed: seed)
    (timelessChance, precisions) = (timeless, SeededRandom(seed: ~seed))
    milliseconds = seed % 3 == 0 ? -150_000_000_000 : 1_600_000_000_000 + Int64(seed) * 3_600_000
    activities = try Self.activities(seed % 5 == 4 ? 1 : 2 + random.integer(below: 14), &random)
    // Each user has three or four kinds of pauses, so that logs differ in kind.
    scalePool = (0..<4).map { _ in Self.scales[random.integer(below: Self.scales.count)] } + [30]
    placeChance = [0, 0.3, 0.9][random.integer(below: 3)]
    attributeChance = [0, 0.5, 1][random.integer(below: 3)]
    self.random = random
    for _ in 0..<count { try append() }
  }

  /// Returns a context after the end of the log, for a query or the next donation.
  mutating func nextContext() throws -> Context {
    let pause = scalePool[random.integer(below: scalePool.count)] * Double(random.uniform()) * 2
    // Windows keep times to 1/256 second. Without some of the times, pauses add up several
    // intervals, so this uses multiples of 1/8 second.
    milliseconds += timelessChance > 0 ? Int64(pause * 8) * 125 : Int64(pause * 1_000)
    if random.uniform() < 0.03 { offset = [-660, -300, 0, 60, 120, 345, 840][random.integer(below: 7)] }
    let instant = try Instant(milliseconds: milliseconds, offsetMinutes: offset)
    let place = random.uniform() < placeChance ? try somewhere() : nil
    var attributes: [String: ActivityValue] = [:]
    if random.uniform() < attributeChance {
      attributes["wifi"] = .string(["home", "work", "cafe"][random.integer(below: 3)])
      if random.uniform() < 0.5 { attributes["headphones"] = .boolean(random.uniform() < 0.5) }
      if random.uniform() < 0.3 { attributes["document"] = .integer(Int64(random.integer(below: 4))) }
      if random.uniform() < 0.1 { attributes["battery"] = .double(Double(random.uniform())) }
      if random.uniform() < 0.1 { attributes["dock"] = .null }
    }
    return try Context(at: instant, place: place, attributes: attributes)
  }

  private mutating func append() throws {
    let choice = random.uniform()
    if choice < 0.25 {  // again
    } else if choice < 0.6 {
      last = (last * 7 + 3) % activities.count
    } else {
      last = min(random.integer(below: activities.count), random.integer(below: activities.count))
    }
    var activity = activities[last]
    if random.uniform() < 0.3 { activity.userInfo["noise"] = .integer(Int64(random.integer(below: 1_000))) }
    if random.uniform() < 0.1 { activity.userInfo["note"] = .null }
    var details = Donation.Details()
    if timelessChance > 0, precisions.uniform() < timelessChance {
      details.timePrecision = precisions.uniform() < 0.4 ? .day : .order
    }
    donations.append(
      try Donation(of: activity, in: try nextContext(), details: details, ordinal: donations.count))
  }

  /// Returns a position at or near one of a few places, with a random accuracy.
  private mutating func somewhere() throws -> Place {
    let site = [(52.52, 13.4), (52.53, 13.41), (-33.9, 18.4), (0, 179.999)][random.integer(below: 4)]
    let reach = random.uniform() < 0.5 ? 0.000_8 : 0.01
    let jitter = Double(random.uniform()) * reach - reach / 2
    let longitude = site.1 + jitter * 2
    let accuracies: [Double?] = [20, 20, 20, nil, 70, 300, 2_000, 9_000]
    return try Place(
      latitude: site.0 + jitter, longitude: longitude > 180 ? longitude - 360 : longitude,
      horizontalAccuracy: accuracies[random.integer(below: accuracies.count)])
  }

  private static func activities(_ count: Int, _ random: inout SeededRandom) throws -> [UserActivity] {
    try (0..<count).map { number in
      var userInfo: [String: ActivityValue] = ["number": .integer(Int64(number))]
      if random.uniform() < 0.6 { userInfo["document"] = .integer(Int64(random.integer(below: 4))) }
      if random.uniform() < 0.4 { userInfo["playlist"] = .string("p\(random.integer(below: 3))") }
      if random.uniform() < 0.2 { userInfo["empty"] = .null }
      return try UserActivity(
        activityType: "org.example.\(number % 3).act", userInfo: userInfo,
        requiredUserInfoKeys: ["number", "document", "playlist"])
    }
  }
}
