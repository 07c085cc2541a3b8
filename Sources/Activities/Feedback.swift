/// What a user made of the suggestions that were shown.
public struct Feedback: Hashable, Sendable {
  /// Whose feedback it is.
  public let user: UserIdentifier
  /// When it was given.
  public let instant: Instant
  /// The identifier of what was shown, if the one who showed it gave one.
  public let suggestion: String?
  /// What was shown, in order.
  public let shown: [Impression]
  /// Which one of ``shown`` it is about, counted from 0.
  public let chosen: Int?
  /// What the user said or did.
  public let verdict: Verdict
  /// How far the verdict reaches.
  public let scope: Scope
  /// Where it was shown, if the one who showed it said so.
  public let surface: Surface?
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
    /// The probability that was said, 0 to 1.
    public let probability: Double?

    /// Makes an impression.
    ///
    /// - Throws: ``ActivityError/invalidActivityType``, ``ActivityError/notFinite(field:)`` for the probability or a number in
    ///   `userInfo`, or ``ActivityError/tooManyMarks(field:)``.
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

    /// The program that the type names.
    public var defaultProgram: String { UserActivity.program(ofType: activityType) }

    /// What makes it the same again.
    public var identity: ActivityIdentity {
      ActivityIdentity(
        activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys)
    }
  }

  /// What the user said or did about what was shown.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It was shown; what the user makes of it is not known yet, or never will be.
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
    /// What was said about it before is taken back.
    case undone
  }

  /// How far a verdict reaches: this activity, every activity of its type, or of its program.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case activity, type, program
  }

  /// Makes feedback.
  ///
  /// - Throws: ``ActivityError/chosenOutOfRange`` if `chosen` does not point into `shown`, or
  ///   ``ActivityError/tooManyMarks(field:)``.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, suggestion: String? = nil, shown: [Impression],
    chosen: Int? = nil, verdict: Verdict, scope: Scope = .activity, surface: Surface? = nil,
    additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    if let chosen {
      guard shown.indices.contains(chosen) else { throw .chosenOutOfRange }
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
    self.additionalFields = additionalFields
  }

  /// The activity that the verdict is about: the chosen one, or the only one that was shown.
  public var target: Impression? {
    if let chosen { return shown[chosen] }
    return shown.count == 1 ? shown[0] : nil
  }
}
