/// The rules by which a store filters, redacts and hashes what it ingests, and how long it keeps
/// donations: a value, with one pure function for each kind of record.
///
/// First every rule that drops is asked, in the order of the numbers, about the donation as it
/// came; then every rule that redacts takes its part, and at last every rule that hashes, of what
/// is left. Rules hold for what comes; what is there already stays, until it is forgotten.
public struct PrivacyRules: Hashable, Sendable {
  /// The maximum number of rules: each is evaluated for every donation that comes.
  public static let limit = 1_000

  /// The rules, by number.
  public package(set) var rules: [PrivacyRule] = []
  /// The retention of donations.
  public var retention = Retention()
  /// The number of donations that arrived incognito, and were not kept for that reason.
  public package(set) var incognito = 0
  /// The secret that hashes are made with.
  ///
  /// It is made for the first rule that needs it, and kept when that rule goes, so that another one
  /// makes the same hashes. It is never exported.
  package var secret: HashSecret?
  /// The highest number that a rule ever had.
  package var lastNumber = 0

  /// Creates a set without rules: everything is kept, for ever.
  public init() {}

  /// Refuses a change that leaves too many rules, or brings a name with a control character in; one
  /// that takes some away never is refused.
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
    /// It is kept without some of it; the numbers are those of the rules that took something.
    case redacted(Donation, by: [Int])
    /// It is filtered; the number is that of the rule.
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

  /// Returns the number of rules that can concern what happens at a moment or later.
  public func rulesInForce(at now: Instant) -> Int { rules.count { $0.isActive(at: now) } }

  /// Adds a rule, and gives it its number.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - secret: For a rule that hashes: what hashes are made with if there is no secret yet. As
  ///     long as there is none, what is to be hashed is taken out instead.
  public mutating func add(_ rule: PrivacyRule, secretIfNone secret: HashSecret? = nil) -> PrivacyRule {
    var rule = rule
    if rule.effect.hashed != nil { self.secret = self.secret ?? secret }
    lastNumber += 1
    (rule.number, rule.count) = (lastNumber, 0)
    rules.append(rule)
    return rule
  }

  /// Removes a rule; `nil` if there is none of this number.
  public mutating func remove(_ number: Int) -> PrivacyRule? {
    rules.firstIndex { $0.number == number }.map { rules.remove(at: $0) }
  }

  /// Forgets the secret that hashes are made with: those that are kept cannot be traced to their
  /// values any more, not by trying them out either, and what comes later gets others.
  ///
  /// - Returns: Whether there is none now; it stays while a rule needs it.
  public mutating func forgetSecret() -> Bool {
    guard !rules.contains(where: { $0.effect.hashed != nil }) else { return false }
    secret = nil
    return true
  }

  /// Ends the pauses that are not over at a moment; they go on filtering what happened in them
  /// until then.
  ///
  /// One that lies ahead, as it does if it began while the clock was wrong, ends before it begins,
  /// and filters nothing.
  ///
  /// - Parameters:
  ///   - user: Whose; `nil` for everyone's.
  ///   - program: Of which program; `nil` for all pauses.
  /// - Returns: The pauses that were ended.
  public mutating func endPauses(
    at now: Instant, of user: UserIdentifier? = nil, program: String? = nil
  ) -> [PrivacyRule] {
    endPauses(at: now) {
      (user == nil || $0.user == user) && (program == nil || $0.criteria.program == program)
    }
  }

  /// The pause that a moment lies in, about the same as another, that lasts as long as the other or
  /// longer.
  public func pause(outlasting other: PrivacyRule, at now: Instant) -> PrivacyRule? {
    rules.first { rule in
      guard rule.isPause, rule.criteria.reaches(now.milliseconds), rule.user == other.user,
        rule.criteria.program == other.criteria.program
      else { return false }
      guard let end = rule.criteria.until else { return true }
      return other.criteria.until.map { $0.milliseconds <= end.milliseconds } ?? false
    }
  }

  /// Ends the pauses that are not over at a moment and that are about the same as another, which
  /// takes their place.
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

  /// Returns what becomes of a donation that is ingested at a moment.
  ///
  /// - Complexity: O(rules), and O(length of its texts) for each that looks for words.
  public func admit(_ donation: Donation, at now: Instant) -> Admission {
    guard !rules.isEmpty else { return .admitted(donation) }
    for rule in rules where rule.effect == .drop && rule.isMet(by: donation, at: now) {
      return .dropped(by: rule.number)
    }
    var takers: [Int] = []
    var rest = OpenDonation(donation)
    // Hashing comes last: rules that look for words have to see them.
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

  /// Counts what a rule did; only numbers are kept.
  public mutating func count(_ admission: Admission) {
    switch admission {
    case .admitted: break
    case .redacted(_, by: let numbers): numbers.forEach { count(1, by: $0) }
    case .dropped(by: let number): count(1, by: number)
    }
  }

  /// Adds to the count of a rule; one that was taken away meanwhile counts no more.
  package mutating func count(_ donations: Int, by number: Int) {
    guard let index = rules.firstIndex(where: { $0.number == number }) else { return }
    rules[index].count += donations
  }

  /// Counts donations that arrived incognito.
  public mutating func countIncognito(_ donations: Int) { incognito += donations }
}

extension PrivacyRules {
  /// Returns what of feedback is kept: an activity that would be filtered is not kept in what was
  /// shown either.
  ///
  /// What was shown is evaluated as a donation at the time of the feedback that has nothing but its
  /// type and userInfo. If the chosen one is filtered, or nothing is left, none of it is kept.
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

  /// Returns what of the user's own phrase is kept.
  ///
  /// Nothing if the activity that it is for would be filtered, and nothing if it would lose
  /// something, for then it would be for another activity. What would be hashed gets the phrase as
  /// hashed.
  ///
  /// It is evaluated as a donation at the time of the phrase that has its type, title and userInfo,
  /// and the phrase. Taking a phrase away is always allowed.
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

  /// Returns whether a program's items may not be indexed: it is filtered whole, or paused.
  ///
  /// Rules about anything else than programs and times are about donations.
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
