extension DoorRules {
  /// What of feedback comes in: an activity that would be kept out is not kept in what was shown either.
  ///
  /// What was shown is asked about as a donation at the time of the feedback that has nothing but its type and userInfo. If
  /// the chosen one is kept out, or nothing is left, none of it comes in.
  ///
  /// - Complexity: O(rules · size of what was shown).
  public func admit(_ feedback: Feedback) -> Feedback? {
    guard !rules.isEmpty else { return feedback }
    var (kept, chosen): ([Feedback.Impression], Int?) = ([], nil)
    for (index, impression) in feedback.shown.enumerated() {
      guard let admitted = admit(impression, of: feedback.user, at: feedback.instant) else { continue }
      if index == feedback.chosen { chosen = kept.count }
      kept.append(admitted)
    }
    guard kept != feedback.shown else { return feedback }
    guard !kept.isEmpty, feedback.chosen == nil || chosen != nil else { return nil }
    return try? Feedback(
      by: feedback.user, at: feedback.instant, suggestion: feedback.suggestion, shown: kept, chosen: chosen,
      verdict: feedback.verdict, scope: feedback.scope, surface: feedback.surface,
      additionalFields: feedback.additionalFields)
  }

  /// What of the user's own phrase comes in.
  ///
  /// Nothing if the activity that it is for would be kept out, and nothing if it would lose something, for then it would be for
  /// another activity. What would be hashed gets the phrase as hashed.
  ///
  /// It is asked about as a donation at the time of the phrase that has its type, title and userInfo, and the phrase. Taking a
  /// phrase away always comes in.
  ///
  /// - Complexity: O(rules · length of its texts).
  public func admit(_ phrase: OwnPhrase, at now: Instant) -> OwnPhrase? {
    guard !rules.isEmpty, phrase.phrase != nil, let activity = phrase.activity,
      let donation = try? Donation(of: activity, by: phrase.user, in: Context(at: phrase.instant))
    else { return phrase }
    switch admit(donation, at: now) {
    case .admitted: return phrase
    case .dropped: return nil
    case .redacted(let rest, by: let numbers):
      let others = rules.contains { numbers.contains($0.number) && $0.effect.hashed == nil }
      guard !others, secret != nil else { return nil }
      return try? OwnPhrase(
        by: phrase.user, at: phrase.instant, activityType: phrase.activityType,
        userInfo: rest.activity.userInfo,
        requiredUserInfoKeys: phrase.requiredUserInfoKeys, title: phrase.title, phrase: phrase.phrase,
        additionalFields: phrase.additionalFields)
    }
  }

  private func admit(
    _ impression: Feedback.Impression, of user: UserIdentifier, at instant: Instant
  ) -> Feedback.Impression? {
    let activity = try? UserActivity(
      activityType: impression.activityType, userInfo: impression.userInfo,
      requiredUserInfoKeys: impression.requiredUserInfoKeys)
    guard let activity, let donation = try? Donation(of: activity, by: user, in: Context(at: instant)) else {
      return impression
    }
    switch admit(donation, at: instant) {
    case .admitted: return impression
    case .dropped: return nil
    case .redacted(let rest, by: _):
      return try? Feedback.Impression(
        activityType: impression.activityType, userInfo: rest.activity.userInfo,
        requiredUserInfoKeys: rest.activity.requiredUserInfoKeys, probability: impression.probability)
    }
  }

  /// Whether a program's items may not be indexed: it was shut out whole, or paused.
  ///
  /// Rules about anything else than programs and times are about donations.
  package func keepsOut(itemsOf program: String, by user: UserIdentifier, at now: Instant) -> Bool {
    rules.contains { rule in
      var rest = rule.criteria
      rest.program = nil
      return rule.effect == .drop && rest.namesOnlyTimes && (rule.user == nil || rule.user == user)
        && (rule.criteria.program == nil || rule.criteria.program == program)
        && rule.criteria.reaches(now.milliseconds)
    }
  }
}
