public import Activities

extension Feedback {
  private static let reasonField = "reason"
  private static let undecodable: ActivityValue = "undecodable"

  /// Takes an activity out of the suggestions because the program can no longer read it.
  ///
  /// It stays out until the user does the same again: a newer donation shows that the program can read it now. In the log
  /// it is a `dismissed` verdict with `"reason":"undecodable"`, which readers that do not know the reason pass over. It
  /// is forgotten with the activity.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  public static func retiring(
    _ activity: UserActivity, of user: UserIdentifier = .me, at instant: Instant
  ) throws(ActivityError) -> Feedback {
    let shown = try Impression(
      activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys)
    return try Feedback(
      by: user, at: instant, shown: [shown], chosen: 0, verdict: .dismissed,
      additionalFields: [reasonField: undecodable])
  }

  /// A Boolean value that indicates whether it retires its target.
  var isRetirement: Bool {
    verdict == .dismissed && scope == .activity && additionalFields[Self.reasonField] == Self.undecodable
  }
}
