/// A phrase that the user gave to an activity, or removed from it, whatever programs propose.
///
/// It describes the activity, so that it can still be shown when the activity is gone.
public struct OwnPhrase: Hashable, Sendable {
  /// The owner of the phrase.
  public let user: UserIdentifier
  /// The time at which it was given; the later of two for one activity counts.
  public let instant: Instant
  /// The type of the activity.
  public let activityType: String
  /// The part of its userInfo that is needed to do it again.
  public let userInfo: [String: ActivityValue]
  /// The keys that make up its identity; `nil` for all.
  public let requiredUserInfoKeys: Set<String>?
  /// The title of the activity.
  public let title: String?
  /// The words; `nil` removes the phrase.
  public let phrase: String?
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]
  /// A Boolean value that indicates whether the user gave it here, rather than in an imported log.
  ///
  /// A store may keep it with the phrase. It is not part of the log: a line could claim it for any
  /// phrase.
  package var isGivenHere = false

  /// Creates a phrase for an activity.
  ///
  /// - Parameter phrase: The words; nil or blank removes the phrase.
  /// - Throws: ``ActivityError/invalidActivityType``, ``ActivityError/notFinite(field:)`` for a
  ///   number in `userInfo`, or ``ActivityError/tooManyMarks(field:)``.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, activityType: String,
    userInfo: [String: ActivityValue] = [:], requiredUserInfoKeys: Set<String>? = nil, title: String? = nil,
    phrase: String?, additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    let activity = try UserActivity(
      activityType: activityType, title: title, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys
    )
    try CombiningMarks.check(phrase, "phrase")
    try CombiningMarks.check(additionalFields, "additionalFields")
    self.user = user
    self.instant = instant
    self.activityType = activity.activityType
    self.userInfo = userInfo
    self.requiredUserInfoKeys = requiredUserInfoKeys
    self.title = title
    self.phrase = phrase.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    self.additionalFields = additionalFields
  }

  /// Creates a phrase for an activity as it was donated.
  ///
  /// - Throws: The same errors as the other initialiser.
  public init(
    for activity: UserActivity, by user: UserIdentifier = .me, at instant: Instant, phrase: String?
  ) throws(ActivityError) {
    try self.init(
      by: user, at: instant, activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys, title: activity.title, phrase: phrase)
  }

  /// The activity as the phrase describes it, with the phrase as its invocation phrase; `nil` if
  /// the description is not a valid activity.
  var activity: UserActivity? {
    var activity = try? UserActivity(
      activityType: activityType, title: title, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys
    )
    activity?.suggestedInvocationPhrase = phrase
    return activity
  }

  /// Returns whether another phrase adds nothing to it: same content, and no more information about
  /// where it was given.
  package func covers(_ other: OwnPhrase) -> Bool {
    var other = other
    let isGivenElsewhere = !other.isGivenHere
    other.isGivenHere = isGivenHere
    return other == self && (isGivenHere || isGivenElsewhere)
  }

  /// The identity of the activity that it invokes.
  public var identity: ActivityIdentity {
    ActivityIdentity(
      activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys)
  }
}

extension OwnPhrase {
  /// Returns whether a deletion removes the phrase.
  ///
  /// A program's deletion never does. The user's deletion removes an earlier phrase in three cases:
  /// its activity goes with it; the activity was already gone and the deletion matches the phrase's
  /// description of it (its identity, type or program, or everything); or the phrase has the words
  /// to forget, whether the activity exists or not.
  ///
  /// - Parameters:
  ///   - deletion: The deletion.
  ///   - gone: The identities that had donations before the deletion and have none now.
  ///   - hasTarget: Whether the activity has a donation after the deletion.
  public func isForgotten(by deletion: Deletion, gone: Set<ActivityIdentity>, hasTarget: Bool) -> Bool {
    guard deletion.origin == .user, user == deletion.user,
      instant.milliseconds < deletion.endOfPhrases.milliseconds
    else { return false }
    if hasWords(of: deletion.criteria) { return true }
    guard !hasTarget else { return false }
    if gone.contains(identity) { return true }
    var named = Deletion.Criteria()
    named.all = deletion.criteria.all
    named.activityType = deletion.criteria.activityType
    named.program = deletion.criteria.program
    named.identity = deletion.criteria.identity
    return named == deletion.criteria
      && (named.activityType.map { CriteriaTest.isType(activityType, of: $0) } ?? true)
      && (named.identity.map { $0 == identity } ?? true)
      && (named.program.map { $0 == UserActivity.program(ofType: activityType) } ?? true)
  }

  /// Returns whether criteria look for words, and the phrase meets them all.
  private func hasWords(of criteria: Deletion.Criteria) -> Bool {
    guard criteria.text != nil, criteria.reaches(instant.milliseconds), let activity,
      let test = try? CriteriaTest(criteria), let stated = try? Hint(of: activity)
    else { return false }
    return test.isMet(by: StatedHint(by: activity.defaultProgram, stated))
  }
}
