import Activities
import Foundation
import Testing

/// All types that scores are computed from reject numbers that are not finite.
@Suite struct NonFiniteTests {
  static let numbers: [Double] = [.nan, -.nan, .signalingNaN, .infinity, -.infinity]

  /// The entry points that take a number, by the name of the number.
  private static let doors: [(name: String, enter: @Sendable (Double) throws -> Void)] = [
    ("latitude", { _ = try Place(latitude: $0, longitude: 0) }),
    ("longitude", { _ = try Place(latitude: 0, longitude: $0) }),
    ("horizontalAccuracy", { _ = try Place(latitude: 0, longitude: 0, horizontalAccuracy: $0) }),
    ("context", { _ = try Context(at: Instant(milliseconds: 0), attributes: ["a": .double($0)]) }),
    ("userInfo", { _ = try UserActivity(activityType: "a.b", userInfo: ["a": .array([.double($0)])]) }),
    (
      "a date in userInfo",
      {
        let date = ActivityValue.date(Date(timeIntervalSinceReferenceDate: $0))
        _ = try UserActivity(activityType: "a.b", userInfo: ["a": .object(["b": date])])
      }
    ),
    (
      "duration",
      {
        var details = Donation.Details()
        details.duration = $0
        _ = try Donation(
          of: UserActivity(activityType: "a.b"), in: Context(at: Instant(milliseconds: 0)), details: details)
      }
    ),
    (
      "effortSaved",
      {
        var activity = try UserActivity(activityType: "a.b")
        activity.effortSaved = $0
        _ = try Donation(of: activity, in: Context(at: Instant(milliseconds: 0)))
      }
    ),
    (
      "expirationDate",
      {
        var activity = try UserActivity(activityType: "a.b")
        activity.expirationDate = Date(timeIntervalSinceReferenceDate: $0)
        _ = try Donation(of: activity, in: Context(at: Instant(milliseconds: 0)))
      }
    ),
    (
      "probability of what was shown",
      { _ = try Feedback.Impression(activityType: "a.b", userInfo: [:], probability: $0) }
    ),
    ("radius of a hint", { _ = try PlaceRelevance(center: Place(latitude: 0, longitude: 0), radius: $0) }),
    ("radius of a deletion", { _ = try Deletion.Area(latitude: 0, longitude: 0, within: $0) }),
    ("days of retention", { _ = try Retention(days: $0, count: nil) }),
  ]

  @Test("every entry point rejects numbers that are not finite", arguments: doors.indices)
  func door(index: Int) {
    let door = Self.doors[index]
    for number in Self.numbers {
      #expect(throws: (any Error).self, "\(door.name): \(number)") { try door.enter(number) }
    }
  }

  @Test("the same entry points accept ordinary numbers", arguments: doors.indices)
  func usual(index: Int) throws {
    try Self.doors[index].enter(1)
  }
}

/// Numbers beyond a limit are rejected, and the error names the limit.
@Suite struct ActivityLimitTests {
  @Test("retention has a maximum, and its slack does not overflow")
  func retention() throws {
    let (days, count) = (Retention.mostDays, Retention.mostCount)
    #expect(throws: ActivityError.tooLarge(field: "days", limit: days)) {
      try Retention(days: Double(days) + 1, count: nil)
    }
    #expect(throws: ActivityError.tooLarge(field: "count", limit: count)) {
      try Retention(days: nil, count: .max)
    }
    #expect("\(ActivityError.tooLarge(field: "count", limit: count))".contains("\(count)"))
    _ = try Retention(days: Double(days), count: count)
  }
}
