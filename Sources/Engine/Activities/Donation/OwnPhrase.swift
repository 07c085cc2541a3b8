/// A phrase that the user gave to an activity, or took from it: theirs, whatever programs propose.
///
/// It says what the activity was, so that it can still be told when the activity is gone.
public struct OwnPhrase: Hashable, Sendable {
  /// The user whose phrase it is.
  public let user: UserIdentifier
  /// The time at which it was given; of two for one activity the later one counts.
  public let instant: Instant
  /// The type of the activity.
  public let activityType: String
  /// Its userInfo, as far as it is needed to do it again.
  public let userInfo: [String: ActivityValue]
  /// The keys that make up its identity; `nil` for all.
  public let requiredUserInfoKeys: Set<String>?
  /// The title of the activity.
  public let title: String?
  /// The words; `nil` takes the phrase away.
  public let phrase: String?
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]
  /// A Boolean value that indicates whether the user gave it here, so that no log brought it.
  ///
  /// A store may keep it with the phrase. It is not part of the log: a line could claim it for any
  /// phrase.
  package var isGivenHere = false

  /// Gives a phrase to an activity.
  ///
  /// - Parameter phrase: The words; absent or blank takes the phrase away.
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

  /// Gives a phrase to an activity as it was donated.
  ///
  /// - Throws: As the other initialiser.
  public init(
    for activity: UserActivity, by user: UserIdentifier = .me, at instant: Instant, phrase: String?
  ) throws(ActivityError) {
    try self.init(
      by: user, at: instant, activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys, title: activity.title, phrase: phrase)
  }

  /// The activity as the phrase describes it, with the phrase as the one to invoke it by; `nil` if
  /// that makes none.
  var activity: UserActivity? {
    var activity = try? UserActivity(
      activityType: activityType, title: title, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys
    )
    activity?.suggestedInvocationPhrase = phrase
    return activity
  }

  /// Returns whether another phrase adds nothing to it: it says the same, and no more of where it
  /// was given.
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
  /// Returns whether a deletion takes the phrase away.
  ///
  /// A program's deletion never does. The user's does if the phrase was given before it and the
  /// activity went with it, or was gone already and is named by what the phrase says of it: its
  /// identity, its type, its program, or everything. And if words are to be forgotten that stand in
  /// it, whether the activity is there or not.
  ///
  /// - Parameters:
  ///   - deletion: What was asked to be forgotten.
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
