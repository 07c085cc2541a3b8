import Foundation
import Hunch
import TestSupport
import Testing

/// A variant of a scenario: other activities, times, places and noise, depending on its seed.
///
/// Wall times are local; the first day is a Monday.
struct Variant {
  /// The seeds for measuring the shares in `Documentation/Scenarios.md`.
  static let seedsOfMeasurement: ClosedRange<UInt64> = 1...200
  /// The seeds for testing every change: none of those above, so that the measured shares are
  /// tested on other variants.
  static let seeds: ClosedRange<UInt64> = 201...220

  let seed: UInt64
  private var random: SeededNumbers
  /// The minutes that shift all times of day.
  let shift: Int
  /// The offset of the wall clock from UTC.
  private(set) var offsetMinutes: Int
  let home: Place
  /// The first Monday: 2026-03-02, or up to 51 weeks later.
  private let monday: Int64
  private(set) var donations: [Donation] = []

  init(seed: UInt64) throws {
    self.seed = seed
    // A number drawn from the seed, not the seed or a multiple of it. The generator counts up by a
    // constant, so seeds that are multiples of it apart give one stream, shifted.
    var seeds = SeededNumbers(seed: seed)
    var random = SeededNumbers(seed: seeds.next())
    shift = Self.below(7, &random) * 10 - 30
    offsetMinutes = Self.below(27, &random) * 60 - 12 * 60
    home = try Place(
      latitude: Double(Self.below(120, &random)) - 60 + 0.1234,
      longitude: Double(Self.below(340, &random)) - 170 + 0.4321)
    monday = 1_772_409_600_000 + Int64(Self.below(52, &random)) * 7 * 86_400_000
    self.random = random
  }

  /// The next 64 random bits.
  mutating func bits() -> UInt64 { random.next() }

  /// Returns a number from 0 to a limit, excluding the limit.
  mutating func below(_ limit: Int) -> Int { Self.below(limit, &random) }

  private static func below(_ limit: Int, _ random: inout SeededNumbers) -> Int {
    Int(random.next() % UInt64(limit))
  }

  /// Returns a moment on a day, counted from the Monday, at a local time of day like "12:15".
  func instant(day: Int, _ time: String, jitter: Int = 0) throws -> Instant {
    let parts = time.split(separator: ":").compactMap { Int($0) }
    let minutes = day * 1_440 + parts[0] * 60 + parts[1] + shift + jitter - offsetMinutes
    return try Instant(milliseconds: monday + Int64(minutes) * 60_000, offsetMinutes: offsetMinutes)
  }

  /// Creates an activity with names of this variant.
  func activity(
    _ name: String, type: String = "do", userInfo: [String: ActivityValue] = [:], required: Set<String>? = nil
  ) throws -> UserActivity {
    var activity = try UserActivity(
      activityType: "org.example.v\(seed).\(type)", title: "\(name) \(seed)", requiredUserInfoKeys: required)
    activity.userInfo = userInfo.merging(["name": .string("\(name)-\(seed)")]) { own, _ in own }
    if required != nil { activity.requiredUserInfoKeys?.insert("name") }
    return activity
  }

  /// Donates, up to nine minutes around a time of day.
  mutating func donate(_ activity: UserActivity, day: Int, _ time: String, at place: Place? = nil) throws {
    let instant = try instant(day: day, time, jitter: below(19) - 9)
    donations.append(try Donation(of: activity, in: Context(at: instant, place: place)))
  }

  /// Adds a donation unchanged.
  mutating func add(_ donation: Donation) { donations.append(donation) }

  /// Keeps only some donations.
  mutating func keep(_ isKept: (Donation) -> Bool) { donations = donations.filter(isKept) }

  /// Returns the same person before a moment.
  func until(day: Int, _ time: String) throws -> Variant {
    let end = try instant(day: day, time).milliseconds
    var past = self
    past.donations = donations.filter { $0.context.instant.milliseconds < end }
    return past
  }

  /// Returns the same person, with donations in the order of time.
  func sorted() -> Variant {
    var sorted = self
    sorted.donations.sort { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
    return sorted
  }

  /// Returns the same person in another zone.
  func moved(byMinutes minutes: Int) throws -> Variant {
    var moved = self
    moved.offsetMinutes += minutes
    return moved
  }

  /// Adds other activities at any time of these days.
  mutating func noise(days: Range<Int>, perDay: Int = 3) throws {
    for day in days {
      for _ in 0..<below(perDay + 1) {
        let other = try activity("Other \(below(6))", type: "other")
        try donate(other, day: day, "\(7 + below(15)):\(10 + below(49))")
      }
    }
  }

  /// Creates an engine with the shipped model that knows all donations.
  func engine() async throws -> (SuggestionEngine, InMemoryDonationStore) {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: donations)
    return (try SuggestionEngine.open(log: log), log)
  }
}

extension SuggestionList {
  /// Returns the probability of an activity; 0 if it is not suggested.
  func probability(of activity: UserActivity) -> Double {
    suggestions.first { $0.identity == activity.identity }?.probability ?? 0
  }

  var first: ActivityIdentity? { suggestions.first?.identity }
}

/// Runs a scenario that only a stated rule decides: it holds in every variant.
///
/// - Returns: The seeds of the variants in which it does not hold.
func failures(_ holds: (inout Variant) async throws -> Bool) async throws -> [UInt64] {
  try await failures(of: Variant.seeds, holds)
}

private func failures(
  of seeds: ClosedRange<UInt64>, _ holds: (inout Variant) async throws -> Bool
) async throws -> [UInt64] {
  var failed: [UInt64] = []
  for seed in seeds {
    var variant = try Variant(seed: seed)
    if try await !holds(&variant) { failed.append(seed) }
  }
  return failed
}

/// Runs a scenario that depends on the model: it holds in a share of all variants.
///
/// It runs twenty variants, and at least ``Share/least(of:)`` of them must hold. With
/// `HUNCH_SCENARIO_VARIANTS` set (`make scenarios`) it runs all 200, and prints the share as a row
/// for `Documentation/Scenarios.md`. The share must be the stated one within its interval, which
/// allows for the arithmetic of other processors.
///
/// - Parameters:
///   - name: Its name in `Documentation/Scenarios.md`.
/// - stated: The number of the 200 variants that hold, as measured and written there.
func expectShare(
  _ name: String, stated held: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: (inout Variant) async throws -> Bool
) async throws {
  let stated = Share(held: held, count: Variant.seedsOfMeasurement.count)
  let measures = ProcessInfo.processInfo.environment["HUNCH_SCENARIO_VARIANTS"] != nil
  let seeds = measures ? Variant.seedsOfMeasurement : Variant.seeds
  let failed = try await failures(of: seeds, holds)
  let found = Share(held: seeds.count - failed.count, count: seeds.count)
  if measures {
    print(found.row(name))
    #expect(
      stated.interval.contains(found.value), "\(name): stated \(held), found \(found.held)",
      sourceLocation: sourceLocation)
  } else {
    #expect(
      found.held >= stated.least(of: found.count), "\(name): \(found.held) hold; not of seeds \(failed)",
      sourceLocation: sourceLocation)
  }
}
