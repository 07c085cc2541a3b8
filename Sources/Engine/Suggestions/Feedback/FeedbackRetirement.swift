public import Activities

extension Feedback {
  private static let reasonField = "reason"
  private static let undecodable: ActivityValue = "undecodable"
  private static let missing: ActivityValue = "missing"

  /// Creates feedback that removes an activity from the suggestions because the program can no
  /// longer read it.
  ///
  /// It stays out until the user does the same again, because a newer donation shows that the
  /// program can read it now. The log stores it as a `dismissed` verdict with
  /// `"reason":"undecodable"`, which readers that do not know the reason skip. It is forgotten with
  /// the activity.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  public static func retiring(
    _ activity: UserActivity, of user: UserIdentifier = .me, at instant: Instant
  ) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, shown: [impression(of: activity)], chosen: 0, verdict: .dismissed,
      additionalFields: [reasonField: undecodable])
  }

  /// Creates feedback that removes an activity from the suggestions because the file that it opens
  /// is missing.
  ///
  /// It stays out until the user does the same again, or the file is found (``finding(at:)``). The
  /// log stores it as a `dismissed` verdict with `"reason":"missing"`.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  package static func missing(
    _ activity: UserActivity, of user: UserIdentifier, at instant: Instant
  ) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, suggestion: name(of: activity.identity), shown: [impression(of: activity)],
      chosen: 0, verdict: .dismissed, additionalFields: [reasonField: missing])
  }

  /// Creates feedback that undoes this one, because the file was found.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  package func finding(at instant: Instant) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, suggestion: suggestion, shown: shown, chosen: chosen, verdict: .undone)
  }

  /// Returns the records about missing files that nothing has undone.
  package static func missing(among records: [Feedback]) -> [Feedback] {
    var standing: [String: Feedback] = [:]
    for record in records {
      guard let name = record.suggestion else { continue }
      if record.isMissing {
        standing[name] = record
      } else if record.verdict == .undone {
        standing[name] = nil
      }
    }
    return standing.values.sorted {
      ($0.instant.milliseconds, $0.suggestion ?? "") < ($1.instant.milliseconds, $1.suggestion ?? "")
    }
  }

  /// Returns the name that a record and its undoing have in common.
  private static func name(of identity: ActivityIdentity) -> String { "missing:\(identity)" }

  private static func impression(of activity: UserActivity) throws(ActivityError) -> Impression {
    try Impression(
      activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys)
  }

  /// A Boolean value that indicates whether it removes its target from the suggestions.
  var isRetirement: Bool {
    verdict == .dismissed && scope == .activity
      && (additionalFields[Self.reasonField] == Self.undecodable || isMissing)
  }

  private var isMissing: Bool {
    verdict == .dismissed && additionalFields[Self.reasonField] == Self.missing
  }
}
