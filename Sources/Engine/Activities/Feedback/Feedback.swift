/// The response of a user to suggestions that were shown.
public struct Feedback: Hashable, Sendable {
  /// The owner of the feedback.
  public let user: UserIdentifier
  /// The time at which it was given.
  public let instant: Instant
  /// The identifier of the shown list, if the program gave one.
  public let suggestion: String?
  /// The suggestions that were shown, in order.
  public let shown: [Impression]
  /// The index into ``shown`` of the suggestion that it is about, counted from 0.
  public let chosen: Int?
  /// The verdict of the user.
  public let verdict: Verdict
  /// The scope of the verdict.
  public let scope: Scope
  /// The surface where it was shown, if known.
  public let surface: Surface?
  /// The horizon of the shown probabilities, in seconds; `nil` if they were conditional on the user
  /// doing something at the time.
  public let horizon: Double?
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]

  /// One activity that was shown.
  public struct Impression: Hashable, Sendable {
    /// Its type.
    public let activityType: String
    /// Its userInfo.
    public let userInfo: [String: ActivityValue]
    /// The keys that make up its identity; `nil` for all.
    public let requiredUserInfoKeys: Set<String>?
    /// The probability that was shown, 0 to 1.
    public let probability: Double?

    /// Creates an impression.
    ///
    /// - Throws: ``ActivityError/invalidActivityType``, ``ActivityError/notFinite(field:)`` for the
    ///   probability or a number in `userInfo`, or ``ActivityError/tooManyMarks(field:)``.
    public init(
      activityType: String, userInfo: [String: ActivityValue], requiredUserInfoKeys: Set<String>? = nil,
      probability: Double? = nil
    ) throws(ActivityError) {
      let activity = try UserActivity(
        activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys)
      guard probability?.isFinite ?? true else { throw .notFinite(field: "probability") }
      self.activityType = activity.activityType
      self.userInfo = userInfo
      self.requiredUserInfoKeys = requiredUserInfoKeys
      self.probability = probability
    }

    /// The program named by the type.
    public var defaultProgram: String { UserActivity.program(ofType: activityType) }

    /// The identity by which it is recognized when it recurs.
    public var identity: ActivityIdentity {
      ActivityIdentity(
        activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys)
    }
  }

  /// A verdict of the user, by word or deed, about the suggestions that were shown.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It was shown; the user's response is not known yet, or never will be.
    case shown
    /// It was chosen.
    case accepted
    /// It went away unanswered.
    case ignored
    /// Less like this.
    case dismissed
    /// Not for some hours.
    case notNow = "not-now"
    /// Not again.
    case never
    /// Always first.
    case pinned
    /// A withdrawal of earlier verdicts about it.
    case undone
  }

  /// The scope of a verdict: this activity, every activity of its type, or of its program.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case activity, type, program
  }

  /// Creates feedback.
  ///
  /// - Throws: ``ActivityError/chosenOutOfRange`` if `chosen` is not an index of `shown`,
  ///   ``ActivityError/notFinite(field:)`` or ``ActivityError/negative(field:)`` for the horizon,
  ///   or ``ActivityError/tooManyMarks(field:)``.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, suggestion: String? = nil, shown: [Impression],
    chosen: Int? = nil, verdict: Verdict, scope: Scope = .activity, surface: Surface? = nil,
    horizon: Double? = nil, additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    if let chosen {
      guard shown.indices.contains(chosen) else { throw .chosenOutOfRange }
    }
    if let horizon {
      guard horizon.isFinite else { throw .notFinite(field: "within_seconds") }
      guard horizon >= 0 else { throw .negative(field: "within_seconds") }
    }
    try CombiningMarks.check(suggestion, "suggestion")
    try CombiningMarks.check(additionalFields, "additionalFields")
    self.user = user
    self.instant = instant
    self.suggestion = suggestion
    self.shown = shown
    self.chosen = chosen
    self.verdict = verdict
    self.scope = scope
    self.surface = surface
    self.horizon = horizon
    self.additionalFields = additionalFields
  }

  /// The activity that the verdict is about: the chosen one, or the only one that was shown.
  public var target: Impression? {
    if let chosen { return shown[chosen] }
    return shown.count == 1 ? shown[0] : nil
  }
}

extension Feedback {
  /// Returns the remainder of it after a deletion, so that the shown list does not keep forgotten
  /// activities.
  ///
  /// Feedback of other users, or given at or after the deletion, stays as it is. A deletion of
  /// everything in a time range removes the feedback of that time, too. Otherwise forgotten
  /// activities are removed from the shown list, and the index of the chosen one is adjusted. The
  /// feedback goes if the chosen activity was removed, or if nothing is left.
  ///
  /// For an activity that lost some of its donations, the feedback keeps the required keys only.
  /// The rest of its userInfo may come from a forgotten donation, and does not affect the identity.
  ///
  /// - Parameters:
  ///   - deletion: The deletion.
  ///   - forgotten: The identities that had donations before the deletion and have none now.
  ///   - lessened: The identities that lost donations and have others.
  /// - Returns: The same feedback, a shorter one, or `nil`.
  /// - Complexity: O(size of what was shown).
  public func remainder(
    after deletion: Deletion, without forgotten: Set<ActivityIdentity>,
    lessening lessened: Set<ActivityIdentity> = []
  ) -> Feedback? {
    guard user == deletion.user, instant.milliseconds < deletion.instant.milliseconds else { return self }
    if deletion.forgetsAllFeedback(at: instant) { return nil }
    guard !forgotten.isEmpty || !lessened.isEmpty else { return self }
    let identities = shown.map(\.identity)
    let kept = shown.indices.filter { !forgotten.contains(identities[$0]) }
    let rest = kept.map { lessened.contains(identities[$0]) ? shown[$0].withoutEvidence : shown[$0] }
    guard rest != shown else { return self }
    guard !kept.isEmpty else { return nil }
    let moved = chosen.flatMap { kept.firstIndex(of: $0) }
    guard chosen == nil || moved != nil else { return nil }
    return try? Feedback(
      by: user, at: instant, suggestion: suggestion, shown: rest, chosen: moved,
      verdict: verdict, scope: scope, surface: surface, horizon: horizon,
      additionalFields: additionalFields)
  }
}

extension Feedback.Impression {
  /// The same impression with only the identity's part of its userInfo.
  fileprivate var withoutEvidence: Self {
    guard let requiredUserInfoKeys, !requiredUserInfoKeys.isSuperset(of: userInfo.keys) else { return self }
    let payload = userInfo.filter { requiredUserInfoKeys.contains($0.key) }
    let lessened = try? Self(
      activityType: activityType, userInfo: payload, requiredUserInfoKeys: requiredUserInfoKeys,
      probability: probability)
    return lessened ?? self
  }
}

extension Deletion {
  /// Returns whether it forgets everything in a time range that includes the moment, rather than
  /// certain activities.
  fileprivate func forgetsAllFeedback(at moment: Instant) -> Bool {
    criteria.all && criteria.namesOnlyTimes && criteria.reaches(moment.milliseconds)
  }
}
