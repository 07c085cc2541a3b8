import Activities
import Foundation

/// Donations and feedback for the contracts.
enum Samples {
  static func user(_ name: String) throws -> UserIdentifier { try UserIdentifier(name) }

  /// Returns a donation of `org.example.player.play` (or another type), `second` seconds after a
  /// fixed moment.
  static func donation(
    _ track: String, at second: Int64, by user: UserIdentifier = .me, id: String? = nil,
    program: String? = nil,
    type: String = "org.example.player.play", persistentIdentifier: String? = nil, ordinal: Int = 0,
    timePrecision: TimePrecision = .exact
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: type, title: "Play \(track)", userInfo: ["track": .string(track)])
    activity.persistentIdentifier = persistentIdentifier
    var details = Donation.Details()
    details.externalIdentifier = id
    details.program = program
    details.timePrecision = timePrecision
    details.additionalFields = ["mood": .array([.double(1), .null, .string("Å\u{0}\n")])]
    let place = try Place(latitude: 52.52, longitude: 13.405, horizontalAccuracy: 12, name: "Büro")
    let context = try Context(
      at: instant(second), place: place, attributes: ["wifi": "home", "level": .double(1), "on": true])
    return try Donation(of: activity, by: user, in: context, details: details, ordinal: ordinal)
  }

  static func instant(_ second: Int64) throws -> Instant {
    try Instant(milliseconds: milliseconds(second), offsetMinutes: 60, timeZone: "Europe/Berlin")
  }

  static func milliseconds(_ second: Int64) -> Int64 { 1_772_000_000_000 + second * 1_000 }

  static func feedback(
    on tracks: [String], at second: Int64, by user: UserIdentifier = .me, chosen: Int? = nil,
    type: String = "org.example.player.play"
  ) throws -> Feedback {
    let shown = try tracks.map {
      try Feedback.Impression(activityType: type, userInfo: ["track": .string($0)], probability: 0.25)
    }
    return try Feedback(
      by: user, at: instant(second), suggestion: "s", shown: shown, chosen: chosen,
      verdict: chosen == nil ? .ignored : .accepted, horizon: 3_600)
  }
}

extension DonationStore {
  /// Stores donations some time after they happened, ignoring the retention.
  @discardableResult
  func add(_ donations: [Donation]) async throws -> AppendReceipt {
    try await ingest(IngestionBatch(donations.map(LogRecord.donation)), at: Samples.instant(1_000)).donations
  }

  /// Stores feedback.
  @discardableResult
  func add(_ feedback: [Feedback]) async throws -> AppendReceipt { try await ingest(feedback) }

  /// Stores phrases.
  @discardableResult
  func add(_ phrases: [OwnPhrase]) async throws -> AppendReceipt {
    try await ingest(phrases, at: Samples.instant(1_000))
  }

  /// Returns every donation of a user, in the order of (time, arrival), in one page.
  func everything(of user: UserIdentifier = .me) async throws -> [Donation] {
    try await donations(of: user, in: Int64.min..<Int64.max, after: nil, limit: 10_000).map(\.donation)
  }
}

extension Instant {
  /// The same moment as a date.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
