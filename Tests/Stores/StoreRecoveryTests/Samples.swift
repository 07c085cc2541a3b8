import Activities
import Foundation
import GRDB
import TestSupport

extension Scratch {
  /// The path of the store.
  func path() -> String { path("donations.sqlite") }

  /// The bytes of a file; of the store, unless another one is named.
  func contents(_ name: String = "donations.sqlite") throws -> Data { try read(name) }

  /// A connection as another process would have it, which may hold a transaction open.
  func foreignConnection() throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path(), configuration: configuration)
  }
}

/// Donations and feedback that differ in a name and a time.
enum Sample {
  static func donation(_ track: String, at second: Int64, by user: UserIdentifier = .me) throws -> Donation {
    let activity = try UserActivity(
      activityType: "org.example.player.play", title: "Play \(track)", userInfo: ["track": .string(track)])
    return try Donation(of: activity, by: user, in: Context(at: instant(second)))
  }

  static func feedback(on tracks: [String], at second: Int64) throws -> Feedback {
    let shown = try tracks.map {
      try Feedback.Impression(activityType: "org.example.player.play", userInfo: ["track": .string($0)])
    }
    return try Feedback(at: instant(second), shown: shown, verdict: .ignored)
  }

  static func instant(_ second: Int64) throws -> Instant {
    try Instant(milliseconds: 1_772_000_000_000 + second * 1_000, offsetMinutes: 60)
  }
}
