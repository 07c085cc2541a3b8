package import Activities

extension DonationStore {
  /// Sets or removes the user's own phrase of an activity, on the user's request rather than from a
  /// log.
  ///
  /// - Parameters:
  ///   - phrase: The words; nil or blank removes the user's own phrase.
  ///   - identity: The activity; it may be a forgotten or deleted one with a phrase of the user's
  ///     own.
  ///   - activity: The activity as it was last donated; `nil` if it is gone.
  ///   - user: The owner of the phrase.
  ///   - instant: The present moment.
  /// - Returns: Advice on how to improve the phrase.
  /// - Throws: ``PhraseError``, or the error of the store.
  @discardableResult
  package func setPhrase(
    _ phrase: String?, for identity: ActivityIdentity, as activity: UserActivity?,
    of user: UserIdentifier = .me,
    at instant: Instant
  ) async throws -> [PhraseProblem] {
    let given = phrase.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let problems = given.map(PhraseRules.problems) ?? []
    if let worst = problems.first(where: PhraseError.refused.contains) { throw PhraseError.notAPhrase(worst) }
    var record: OwnPhrase
    if let activity {
      record = try OwnPhrase(for: activity, by: user, at: instant, phrase: given)
    } else if let known = try await phrases(of: user).first(where: { $0.identity == identity }) {
      record = try OwnPhrase(
        by: user, at: instant, activityType: known.activityType, userInfo: known.userInfo,
        requiredUserInfoKeys: known.requiredUserInfoKeys, title: known.title, phrase: given)
    } else {
      throw PhraseError.unknownActivity
    }
    guard record.identity == identity else { throw PhraseError.unknownActivity }
    // A rule that hashes a value would make it the phrase of another activity.
    guard try await privacyRules().admit(record, at: instant)?.identity == identity else {
      throw PhraseError.filtered
    }
    record.isGivenHere = true
    try await ingest([record], at: instant)
    return problems
  }
}

extension PhraseBook {
  /// Creates a user's book from the activities and own phrases in a log, for callers that need
  /// nothing else of an engine.
  ///
  /// - Throws: The error of the store.
  /// - Complexity: O(donations of the user).
  package init(
    reading log: any DonationStore, of user: UserIdentifier = .me, language: PhraseLanguage = .english
  ) async throws {
    var newest: [ActivityIdentity: UserActivity] = [:]
    var order: [ActivityIdentity] = []
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page {
        let known = newest.updateValue(logged.donation.activity, forKey: logged.donation.identity)
        if known == nil { order.append(logged.donation.identity) }
      }
      cursor = page.last?.cursor
    } while cursor != nil
    let own = try await log.phrases(of: user)
    let sources = order.compactMap { identity in newest[identity].map { PhraseSource($0, identity: identity) }
    }
    self.init(of: sources, own: own, language: language)
  }
}

/// The reason why a phrase was not set.
public enum PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has no activity with this identity.
  case unknownActivity
  /// The words cannot be a phrase.
  case notAPhrase(PhraseProblem)
  /// A privacy rule, or a pause, filters it.
  case filtered

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .unknownActivity: "no such activity; choose one from the list of phrases"
    case .notAPhrase(let problem): "not a phrase: \(problem)"
    case .filtered: "a privacy rule or a pause filters it; end the pause, or remove the rule"
    }
  }

  /// The problems that even the user's own phrase must not have; the user may ignore the others.
  static let refused: Set<PhraseProblem> = [.empty, .controlCharacters, .tooManyCharacters]
}
