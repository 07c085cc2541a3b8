extension Feedback {
  /// What is left of it after a deletion, so that what was forgotten is not kept in what was shown.
  ///
  /// Feedback of others, or given at or after the deletion, stays as it is. A deletion of everything in a time takes the
  /// feedback of that time with it. Else what was forgotten leaves the list of what was shown, and the index of the
  /// chosen one follows; if that was the chosen one, or if nothing is left, the feedback is about nothing and goes.
  ///
  /// What was shown of an activity that lost some donations and has others keeps its required keys only: the rest of its
  /// userInfo may be that of a donation that was forgotten, and says nothing about which activity it is.
  ///
  /// - Parameters:
  ///   - deletion: What was asked to be forgotten.
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
      verdict: verdict, scope: scope, surface: surface, additionalFields: additionalFields)
  }
}

extension Feedback.Impression {
  /// The same with nothing in its userInfo but what makes it the same again.
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
  /// Whether it forgets everything in a time that the moment lies in, rather than certain activities.
  fileprivate func forgetsAllFeedback(at moment: Instant) -> Bool {
    criteria.all && criteria.namesOnlyTimes && criteria.reaches(moment.milliseconds)
  }
}
