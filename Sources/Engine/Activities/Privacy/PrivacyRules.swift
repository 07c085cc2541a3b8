/// The rules by which a store filters, redacts and hashes what it ingests, and how long it keeps
/// donations.
///
/// They are a value, with one pure function for each kind of record. First every rule that drops is
/// evaluated against the donation as it came, in the order of the numbers. Then every matching rule
/// that redacts removes its part, and finally every rule that hashes is applied to the rest. Rules
/// apply to new donations; existing ones stay until they are forgotten.
public struct PrivacyRules: Hashable, Sendable {
  /// The maximum number of rules: each is evaluated for every new donation.
  public static let limit = 1_000

  /// The rules, by number.
  public package(set) var rules: [PrivacyRule] = []
  /// The retention of donations.
  public var retention = Retention()
  /// The number of donations that were not kept because they arrived incognito.
  public package(set) var incognito = 0
  /// The secret for hashes.
  ///
  /// It is made for the first rule that needs it, and kept when that rule is removed, so that
  /// another one makes the same hashes. It is never exported.
  package var secret: HashSecret?
  /// The highest number that a rule ever had.
  package var lastNumber = 0

  /// Creates a set without rules: everything is kept forever.
  public init() {}

  /// Rejects a change that leaves too many rules, or adds a name with a control character.
  ///
  /// Removing rules is always allowed.
  ///
  /// - Throws: ``ActivityError/tooManyRules(limit:)``,
  ///   ``ActivityError/controlCharacter(field:codePoint:)``.
  package func check(changedFrom before: PrivacyRules) throws(ActivityError) {
    let known = Set(before.rules.map(\.number))
    for rule in rules where !known.contains(rule.number) { try rule.checkNames() }
    guard rules.count <= max(Self.limit, before.rules.count) else { throw .tooManyRules(limit: Self.limit) }
  }

  /// The decision about a donation.
  public enum Admission: Hashable, Sendable {
    /// It is kept as it is.
    case admitted(Donation)
    /// It is kept without some of its values, removed by the rules with these numbers.
    case redacted(Donation, by: [Int])
    /// It is filtered by the rule with this number.
    case dropped(by: Int)

    /// The donation that is kept.
    public var donation: Donation? {
      switch self {
      case .admitted(let donation), .redacted(let donation, by: _): donation
      case .dropped: nil
      }
    }
  }

  /// Returns whether a pause filters everything that a user does at a moment, whichever program
  /// donates it.
  public func isPaused(at now: Instant, for user: UserIdentifier) -> Bool {
    rules.contains { rule in
      rule.isPause && rule.criteria.program == nil && (rule.user == nil || rule.user == user)
        && rule.criteria.reaches(now.milliseconds)
    }
  }

  /// Returns the number of rules that can still apply at a moment or later.
  public func rulesInForce(at now: Instant) -> Int { rules.count { $0.isActive(at: now) } }

  /// Adds a rule, and assigns its number.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - secret: The secret for a rule that hashes, if there is none yet. Without a secret, values
  ///     are removed instead of hashed.
  public mutating func add(_ rule: PrivacyRule, secretIfNone secret: HashSecret? = nil) -> PrivacyRule {
    var rule = rule
    if rule.effect.hashed != nil { self.secret = self.secret ?? secret }
    lastNumber += 1
    (rule.number, rule.count) = (lastNumber, 0)
    rules.append(rule)
    return rule
  }

  /// Removes a rule; returns `nil` if there is none with this number.
  public mutating func remove(_ number: Int) -> PrivacyRule? {
    rules.firstIndex { $0.number == number }.map { rules.remove(at: $0) }
  }

  /// Forgets the secret for hashes.
  ///
  /// Stored hashes can then no longer be traced to their values, not even by guessing, and later
  /// values get other hashes.
  ///
  /// - Returns: Whether there is no secret now; it stays while a rule needs it.
  public mutating func forgetSecret() -> Bool {
    guard !rules.contains(where: { $0.effect.hashed != nil }) else { return false }
    secret = nil
    return true
  }

  /// Ends the pauses that are not over at a moment; they still filter donations about the time
  /// until then.
  ///
  /// A pause in the future, such as one that began while the clock was wrong, ends before it
  /// begins, and filters nothing.
  ///
  /// - Parameters:
  ///   - user: The user of the pauses; `nil` for those of all users.
  ///   - program: The program of the pauses; `nil` for all pauses.
  /// - Returns: The pauses that were ended.
  public mutating func endPauses(
    at now: Instant, of user: UserIdentifier? = nil, program: String? = nil
  ) -> [PrivacyRule] {
    endPauses(at: now) {
      (user == nil || $0.user == user) && (program == nil || $0.criteria.program == program)
    }
  }

  /// Returns an active pause with the same user and program as another that lasts at least as long.
  public func pause(outlasting other: PrivacyRule, at now: Instant) -> PrivacyRule? {
    rules.first { rule in
      guard rule.isPause, rule.criteria.reaches(now.milliseconds), rule.user == other.user,
        rule.criteria.program == other.criteria.program
      else { return false }
      guard let end = rule.criteria.until else { return true }
      return other.criteria.until.map { $0.milliseconds <= end.milliseconds } ?? false
    }
  }

  /// Ends the active pauses with the same user and program as another, which replaces them.
  public mutating func endPauses(at now: Instant, exactly other: PrivacyRule) -> [PrivacyRule] {
    endPauses(at: now) { $0.user == other.user && $0.criteria.program == other.criteria.program }
  }

  private mutating func endPauses(at now: Instant, where belongs: (PrivacyRule) -> Bool) -> [PrivacyRule] {
    var ended: [PrivacyRule] = []
    for index in rules.indices {
      guard rules[index].isPause, rules[index].isActive(at: now), belongs(rules[index])
      else { continue }
      rules[index] = rules[index].ended(at: now)
      ended.append(rules[index])
    }
    return ended
  }

  /// Returns the decision about a donation that is ingested at a moment.
  ///
  /// - Complexity: O(rules), and O(length of its texts) for each rule with words.
  public func admit(_ donation: Donation, at now: Instant) -> Admission {
    guard !rules.isEmpty else { return .admitted(donation) }
    for rule in rules where rule.effect == .drop && rule.isMet(by: donation, at: now) {
      return .dropped(by: rule.number)
    }
    var takers: [Int] = []
    var rest = OpenDonation(donation)
    // Hashing comes last: rules with words have to see the values first.
    for hashes in [false, true] {
      for rule in rules
      where !rule.effect.isAboutSuggestions && (rule.effect.hashed != nil) == hashes
        && rule.isMet(by: donation, at: now)
      {
        let before = rest
        apply(rule, to: &rest)
        if before != rest { takers.append(rule.number) }
      }
    }
    guard !takers.isEmpty, let redacted = donation.with(rest) else { return .admitted(donation) }
    return .redacted(redacted, by: takers)
  }

  private func apply(_ rule: PrivacyRule, to rest: inout OpenDonation) {
    switch rule.effect {
    case .drop, .hide, .show: break
    case .redact(let parts): rest.redact(parts)
    case .redactText: rest.redact(where: rule.hasWord)
    case .hash(let parts):
      if let secret { rest.hash(parts, with: secret) } else { rest.redact(parts) }
    }
  }

  /// Returns the hints of a program's list that no rule filters.
  package func admit(_ hints: [Hint], of program: String, for user: UserIdentifier) -> [Hint] {
    guard !rules.isEmpty else { return hints }
    return hints.filter { hint in
      let stated = StatedHint(by: program, hint)
      return !rules.contains { $0.filters(stated, for: user) }
    }
  }

  /// Counts the effect of a rule; only numbers are kept.
  public mutating func count(_ admission: Admission) {
    switch admission {
    case .admitted: break
    case .redacted(_, by: let numbers): numbers.forEach { count(1, by: $0) }
    case .dropped(by: let number): count(1, by: number)
    }
  }

  /// Adds to the count of a rule, if it still exists.
  package mutating func count(_ donations: Int, by number: Int) {
    guard let index = rules.firstIndex(where: { $0.number == number }) else { return }
    rules[index].count += donations
  }

  /// Counts donations that arrived incognito.
  public mutating func countIncognito(_ donations: Int) { incognito += donations }
}

extension PrivacyRules {
  /// Returns the part of feedback that is kept: shown activities are filtered as donations are.
  ///
  /// Each shown activity is evaluated as a donation at the time of the feedback, with only its type
  /// and userInfo. If the chosen one is filtered, or nothing is left, none of the feedback is kept.
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
      verdict: feedback.verdict, scope: feedback.scope, surface: feedback.surface, horizon: feedback.horizon,
      additionalFields: feedback.additionalFields)
  }

  /// Returns the part of the user's own phrase that is kept.
  ///
  /// It returns nil if the rules filter or redact the activity, for redacting would make it another
  /// activity. The phrase of a hashed activity is kept for the hashed one.
  ///
  /// The phrase is evaluated as a donation at its time, with its type, title and userInfo, and the
  /// phrase. Removing a phrase is always allowed.
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

  /// Returns whether a program's items must not be indexed, because the program is filtered or
  /// paused.
  ///
  /// Rules with other criteria than programs and times apply to donations only.
  package func filters(itemsOf program: String, by user: UserIdentifier, at now: Instant) -> Bool {
    rules.contains { rule in
      var rest = rule.criteria
      rest.program = nil
      return rule.effect == .drop && rest.namesOnlyTimes && (rule.user == nil || rule.user == user)
        && (rule.criteria.program == nil || rule.criteria.program == program)
        && rule.criteria.reaches(now.milliseconds)
    }
  }
}
