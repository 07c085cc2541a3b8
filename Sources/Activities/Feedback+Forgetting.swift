extension Feedback {
  /// What is left of it after a deletion, so that what was forgotten is not kept in what was shown.
  ///
  /// Feedback of others, or given at or after the deletion, stays as it is. A deletion of everything in a time takes the
  /// feedback of that time with it. Else what was forgotten leaves the list of what was shown, and the index of the
  /// chosen one follows; if that was the chosen one, or if nothing is left, the feedback is about nothing and goes.
  ///
  /// - Parameters:
  ///   - deletion: What was asked to be forgotten.
  ///   - forgotten: The identities that had donations before the deletion and have none now.
  /// - Returns: The same feedback, a shorter one, or `nil`.
  /// - Complexity: O(size of what was shown).
  public func remainder(after deletion: Deletion, without forgotten: Set<ActivityIdentity>) -> Feedback? {
    guard user == deletion.user, instant.milliseconds < deletion.instant.milliseconds else { return self }
    if deletion.forgetsAllFeedback(at: instant) { return nil }
    guard !forgotten.isEmpty else { return self }
    let kept = shown.indices.filter { !forgotten.contains(shown[$0].identity) }
    guard kept.count < shown.count else { return self }
    guard !kept.isEmpty else { return nil }
    let moved = chosen.flatMap { kept.firstIndex(of: $0) }
    guard chosen == nil || moved != nil else { return nil }
    return try? Feedback(
      by: user, at: instant, suggestion: suggestion, shown: kept.map { shown[$0] }, chosen: moved,
      verdict: verdict, scope: scope, surface: surface, additionalFields: additionalFields)
  }
}

extension Deletion {
  /// Whether it forgets everything in a time that the moment lies in, rather than certain activities.
  fileprivate func forgetsAllFeedback(at moment: Instant) -> Bool {
    var times = Criteria.everything
    times.since = criteria.since
    times.until = criteria.until
    return criteria == times
      && criteria.since.map { $0.milliseconds <= moment.milliseconds } ?? true
      && criteria.until.map { moment.milliseconds < $0.milliseconds } ?? true
  }
}
