public import Activities

extension Feedback {
  private static let reasonField = "reason"
  private static let undecodable: ActivityValue = "undecodable"
  private static let missing: ActivityValue = "missing"

  /// Takes an activity out of the suggestions because the program can no longer read it.
  ///
  /// It stays out until the user does the same again: a newer donation shows that the program can
  /// read it now. In the log it is a `dismissed` verdict with `"reason":"undecodable"`, which
  /// readers that do not know the reason pass over. It is forgotten with the activity.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  public static func retiring(
    _ activity: UserActivity, of user: UserIdentifier = .me, at instant: Instant
  ) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, shown: [impression(of: activity)], chosen: 0, verdict: .dismissed,
      additionalFields: [reasonField: undecodable])
  }

  /// Takes an activity out of the suggestions because the file that it opens is missing.
  ///
  /// It stays out until the user does the same again, or the file is found (``finding(at:)``). In
  /// the log it is a `dismissed` verdict with `"reason":"missing"`.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  package static func missing(
    _ activity: UserActivity, of user: UserIdentifier, at instant: Instant
  ) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, suggestion: name(of: activity.identity), shown: [impression(of: activity)],
      chosen: 0, verdict: .dismissed, additionalFields: [reasonField: missing])
  }

  /// Takes back that the file of an activity is missing: it was found.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  package func finding(at instant: Instant) throws(ActivityError) -> Feedback {
    try Feedback(
      by: user, at: instant, suggestion: suggestion, shown: shown, chosen: chosen, verdict: .undone)
  }

  /// Returns the records by which files are missing that nothing took back.
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

  /// The name that a record and what takes it back have in common.
  private static func name(of identity: ActivityIdentity) -> String { "missing:\(identity)" }

  private static func impression(of activity: UserActivity) throws(ActivityError) -> Impression {
    try Impression(
      activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys)
  }

  /// A Boolean value that indicates whether it retires its target.
  var isRetirement: Bool {
    verdict == .dismissed && scope == .activity
      && (additionalFields[Self.reasonField] == Self.undecodable || isMissing)
  }

  private var isMissing: Bool {
    verdict == .dismissed && additionalFields[Self.reasonField] == Self.missing
  }
}
