import Foundation
import Hunch
import TestSupport
import Testing

/// One of the variants of a scenario: other activities, times, places and noise, by its seed.
///
/// Wall times are local; the first day is a Monday.
struct Variant {
  /// The seeds by which the shares in `Documentation/Scenarios.md` are measured.
  static let seedsOfMeasurement: ClosedRange<UInt64> = 1...200
  /// The seeds that every change is tested with: none of those above, so that what these say of
  /// others is tested on others.
  static let seeds: ClosedRange<UInt64> = 201...220

  let seed: UInt64
  private var random: SeededNumbers
  /// Minutes by which all times of day are shifted.
  let shift: Int
  /// The offset of the wall clock from UTC.
  private(set) var offsetMinutes: Int
  let home: Place
  /// Monday, 2026-03-02, or up to 51 weeks later.
  private let monday: Int64
  private(set) var donations: [Donation] = []

  init(seed: UInt64) throws {
    self.seed = seed
    // A number drawn by the seed, not the seed or a multiple of it: the generator counts up by a
    // constant, so that seeds which are apart by multiples of it give one stream, shifted.
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

  /// A number from 0 to a limit, the limit not included.
  mutating func below(_ limit: Int) -> Int { Self.below(limit, &random) }

  private static func below(_ limit: Int, _ random: inout SeededNumbers) -> Int {
    Int(random.next() % UInt64(limit))
  }

  /// A moment on a day, counted from the Monday, at a local time of day as written, like "12:15".
  func instant(day: Int, _ time: String, jitter: Int = 0) throws -> Instant {
    let parts = time.split(separator: ":").compactMap { Int($0) }
    let minutes = day * 1_440 + parts[0] * 60 + parts[1] + shift + jitter - offsetMinutes
    return try Instant(milliseconds: monday + Int64(minutes) * 60_000, offsetMinutes: offsetMinutes)
  }

  /// An activity whose names are of this variant.
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

  /// Adds a donation as it is.
  mutating func add(_ donation: Donation) { donations.append(donation) }

  /// Leaves out donations.
  mutating func keep(_ isKept: (Donation) -> Bool) { donations = donations.filter(isKept) }

  /// The same person, before a moment.
  func until(day: Int, _ time: String) throws -> Variant {
    let end = try instant(day: day, time).milliseconds
    var past = self
    past.donations = donations.filter { $0.context.instant.milliseconds < end }
    return past
  }

  /// The same person, donated in the order of time.
  func sorted() -> Variant {
    var sorted = self
    sorted.donations.sort { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
    return sorted
  }

  /// The same person in another zone.
  func moved(byMinutes minutes: Int) throws -> Variant {
    var moved = self
    moved.offsetMinutes += minutes
    return moved
  }

  /// What else is done in these days: some other things, at any time.
  mutating func noise(days: Range<Int>, perDay: Int = 3) throws {
    for day in days {
      for _ in 0..<below(perDay + 1) {
        let other = try activity("Other \(below(6))", type: "other")
        try donate(other, day: day, "\(7 + below(15)):\(10 + below(49))")
      }
    }
  }

  /// An engine with the shipped model that knows all of it.
  func engine() async throws -> (SuggestionEngine, InMemoryDonationStore) {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: donations)
    return (try SuggestionEngine.open(log: log), log)
  }
}

extension SuggestionList {
  /// The probability of an activity; 0 if it is not suggested.
  func probability(of activity: UserActivity) -> Double {
    suggestions.first { $0.identity == activity.identity }?.probability ?? 0
  }

  var first: ActivityIdentity? { suggestions.first?.identity }
}

/// Runs a scenario that a stated rule decides: it holds in every variant.
///
/// - Returns: The seeds of those in which it does not.
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

/// Runs a scenario in which the model has its say: it holds in a share of all variants.
///
/// Twenty variants are run, and at least ``Share/least(of:)`` of them have to hold. With
/// `HUNCH_SCENARIO_VARIANTS` set (`make scenarios`) all 200 are, the share is printed as a row for
/// `Documentation/Scenarios.md`, and has to be the stated one, give or take what the arithmetic of
/// another processor changes: within its interval.
///
/// - Parameters:
///   - name: Its name in `Documentation/Scenarios.md`.
///   - stated: How many of the 200 variants hold, as measured and written there.
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
