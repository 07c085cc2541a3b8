public import Activities
public import Phrases

/// Short words to invoke activities by.
extension SuggestionEngine {
  /// The user's phrases: one for each activity, and their own for what is gone.
  ///
  /// - Throws: What the log throws.
  /// - Complexity: O(activities of the user) if nothing has changed since the last time; else that of making a `PhraseBook`.
  public func phrases(of user: UserIdentifier = .me) async throws -> PhraseBook {
    try await person(user).phrases()
  }

  /// Finds what was meant by something that was said or typed: by phrase, and if none is near, by the log's search.
  ///
  /// - Parameters:
  ///   - text: What was said.
  ///   - user: Whose phrases.
  ///   - instant: The present moment: what has expired by then is not found by the search.
  /// - Throws: What the log throws.
  public func match(
    _ text: String, of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> PhraseAnswer {
    let match = try await person(user).match(text)
    guard match.kind == .none, !text.allSatisfy(\.isWhitespace), let index = log as? any SearchIndex else {
      return PhraseAnswer(match: match, found: [])
    }
    let query = SearchQuery(text, of: user, at: instant, limit: PhraseListener.mostCandidates)
    return PhraseAnswer(match: match, found: try await index.search(query).hits)
  }

  /// Gives an activity the user's own phrase, which goes before all others, or takes it away.
  ///
  /// A phrase that another activity has is given all the same: the other one gets further words, or, if it is the user's own too,
  /// saying it is ambiguous. The book tells.
  ///
  /// - Parameters:
  ///   - phrase: The words; absent or blank takes the user's own phrase away.
  ///   - identity: Which activity; it may be one that is gone, if it has a phrase of the user's own.
  ///   - user: Whose.
  ///   - instant: The present moment.
  /// - Returns: What could be better about the phrase.
  /// - Throws: ``PhraseError``, or what the log throws.
  @discardableResult
  public func setPhrase(
    _ phrase: String?, for identity: ActivityIdentity, of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [PhraseProblem] {
    guard let phrases = log as? any PhraseLog else { throw PhraseError.notKept }
    let activity = try await person(user).activities([identity])[identity]
    return try await phrases.setPhrase(phrase, for: identity, as: activity, of: user, at: instant)
  }
}

/// What was meant by something that was said.
public struct PhraseAnswer: Hashable, Sendable {
  /// What the phrases say.
  public let match: PhraseMatch
  /// What a search found, if no phrase is near: nothing of it is done without asking.
  public let found: [SearchHit]
}
