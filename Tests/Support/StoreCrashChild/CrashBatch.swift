import Activities

/// A batch of donations of one second, determined by a number.
struct CrashBatch {
  let number: Int64
  static let size = 20

  /// Every fifth batch forgets the batch three before it.
  var forgets: Int64? { number % 5 == 4 ? number - 3 : nil }

  func donations(by user: UserIdentifier = .me) throws -> [Donation] {
    try (0..<Self.size).map { index in
      var activity = try UserActivity(
        activityType: "org.example.player.play", title: "Play track \(index) of batch \(number)",
        userInfo: ["track": .integer(Int64(index)), "batch": .integer(number)])
      activity.persistentIdentifier = "batch-\(number)"
      activity.isEligibleForSearch = true  // so that its entry in the search index is as safe as the donation
      return try Donation(of: activity, by: user, in: Context(at: instant(number)))
    }
  }

  func deletion() throws -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = "batch-\(number)"
    return try Deletion(at: instant(1_000_000), matching: criteria)
  }

  private func instant(_ second: Int64) throws -> Instant {
    try Instant(milliseconds: 1_772_000_000_000 + second * 1_000, offsetMinutes: 60)
  }
}
