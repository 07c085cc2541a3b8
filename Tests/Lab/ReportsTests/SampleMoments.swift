import Activities

/// Activities and moments made up for tests.
enum SampleMoments {
  /// Two activities, in the order of their identities.
  static func identities() throws -> [ActivityIdentity] {
    try ["a", "b"].map { try UserActivity(activityType: "org.example.\($0)").identity }.sorted()
  }

  /// Returns the instant some hours after a Monday's midnight.
  static func instant(hour: Int) throws -> Instant {
    try Instant(milliseconds: 1_704_067_200_000 + Int64(hour) * 3_600_000)
  }
}
