package import Activities

extension DonationStore {
  /// Gives an activity the user's own phrase, or takes it away, as the user wants it here: no log
  /// brings it.
  ///
  /// - Parameters:
  ///   - phrase: The words; absent or blank takes the user's own phrase away.
  ///   - identity: Which activity; it may be one that is gone, if it has a phrase of the user's
  ///     own.
  ///   - activity: The activity as it was last donated; `nil` if it is gone.
  ///   - user: Whose.
  ///   - instant: The present moment.
  /// - Returns: What could be better about the phrase.
  /// - Throws: ``PhraseError``, or what the log throws.
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
  /// Reads a user's activities and own phrases from a log, and makes their book: for who needs
  /// nothing else of an engine.
  ///
  /// - Throws: What the log throws.
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

/// The reason why a phrase was not given.
public enum PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has no activity of this identity.
  case unknownActivity
  /// The words cannot be a phrase.
  case notAPhrase(PhraseProblem)
  /// A privacy rule, or a pause, filters it.
  case filtered

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .unknownActivity: "there is no such activity; take one from the list of phrases"
    case .notAPhrase(let problem): "not a phrase: \(problem)"
    case .filtered: "a privacy rule or a pause keeps it out; end the pause, or remove the rule"
    }
  }

  /// The problems that even the user's own phrase may not have; the rest is theirs to decide.
  static let refused: Set<PhraseProblem> = [.empty, .controlCharacters, .tooManyCharacters]
}
