/// What a log keeps of what comes to its door, and for how long: a value, with one pure function for each way in.
///
/// First every rule that drops is asked, in the order of the numbers, about the donation as it came; then every rule that
/// redacts takes its part, and at last every rule that hashes, of what is left. Rules hold for what comes; what is there
/// already stays, until it is forgotten.
public struct DoorRules: Hashable, Sendable {
  /// How many rules there may be: each is asked about every donation that comes.
  public static let limit = 1_000

  /// The rules, by number.
  public package(set) var rules: [DoorRule] = []
  /// How long donations are kept.
  public var retention = Retention()
  /// How many donations were brought incognito, and not kept for that reason.
  public package(set) var incognito = 0
  /// What hashes are made with.
  ///
  /// It is made for the first rule that needs it, and kept when that rule goes, so that another one makes the same hashes. It is
  /// never exported.
  package var secret: HashSecret?
  /// The highest number that a rule ever had.
  package var lastNumber = 0

  /// No rules: everything is kept, for ever.
  public init() {}

  /// Refuses a change that leaves too many rules; one that takes some away is always welcome.
  ///
  /// - Throws: ``ActivityError/tooManyRules(limit:)``.
  package func check(changedFrom before: DoorRules) throws(ActivityError) {
    guard rules.count <= max(Self.limit, before.rules.count) else { throw .tooManyRules(limit: Self.limit) }
  }

  /// What becomes of a donation.
  public enum Admission: Hashable, Sendable {
    /// It comes in as it is.
    case admitted(Donation)
    /// It comes in without some of it; the numbers are those of the rules that took something.
    case redacted(Donation, by: [Int])
    /// It does not come in; the number is that of the rule.
    case dropped(by: Int)

    /// What comes in.
    public var donation: Donation? {
      switch self {
      case .admitted(let donation), .redacted(let donation, by: _): donation
      case .dropped: nil
      }
    }
  }

  /// Whether a pause keeps out everything that a user does at a moment, whichever program donates it.
  public func isPaused(at now: Instant, for user: UserIdentifier) -> Bool {
    rules.contains { rule in
      rule.isPause && rule.criteria.program == nil && (rule.user == nil || rule.user == user)
        && rule.criteria.reaches(now.milliseconds)
    }
  }

  /// How many rules can concern what happens at a moment or later.
  public func rulesInForce(at now: Instant) -> Int { rules.count { $0.isActive(at: now) } }

  /// Adds a rule, and gives it its number.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - secret: For a rule that hashes: what hashes are made with if there is no secret yet. As long as there is none, what
  ///     is to be hashed is taken out instead.
  public mutating func add(_ rule: DoorRule, secretIfNone secret: HashSecret? = nil) -> DoorRule {
    var rule = rule
    if rule.effect.hashed != nil { self.secret = self.secret ?? secret }
    lastNumber += 1
    (rule.number, rule.count) = (lastNumber, 0)
    rules.append(rule)
    return rule
  }

  /// Takes a rule away; `nil` if there is none of this number.
  public mutating func remove(_ number: Int) -> DoorRule? {
    rules.firstIndex { $0.number == number }.map { rules.remove(at: $0) }
  }

  /// Forgets the secret that hashes are made with: those that are kept cannot be traced to their values any more, not by
  /// trying them out either, and what comes later gets others.
  ///
  /// - Returns: Whether there is none now; it stays while a rule needs it.
  public mutating func forgetSecret() -> Bool {
    guard !rules.contains(where: { $0.effect.hashed != nil }) else { return false }
    secret = nil
    return true
  }

  /// Ends the pauses that a moment lies in; they go on keeping out what happened in them.
  ///
  /// - Parameters:
  ///   - user: Whose; `nil` for everyone's.
  ///   - program: Of which program; `nil` for all pauses.
  /// - Returns: The pauses that were ended.
  public mutating func endPauses(
    at now: Instant, of user: UserIdentifier? = nil, program: String? = nil
  ) -> [DoorRule] {
    endPauses(at: now) {
      (user == nil || $0.user == user) && (program == nil || $0.criteria.program == program)
    }
  }

  /// The pause that a moment lies in, about the same as another, that lasts as long as the other or longer.
  public func pause(outlasting other: DoorRule, at now: Instant) -> DoorRule? {
    rules.first { rule in
      guard rule.isPause, rule.criteria.reaches(now.milliseconds), rule.user == other.user,
        rule.criteria.program == other.criteria.program
      else { return false }
      guard let end = rule.criteria.until else { return true }
      return other.criteria.until.map { $0.milliseconds <= end.milliseconds } ?? false
    }
  }

  /// Ends the pauses that a moment lies in and that are about the same as another, which takes their place.
  public mutating func endPauses(at now: Instant, exactly other: DoorRule) -> [DoorRule] {
    endPauses(at: now) { $0.user == other.user && $0.criteria.program == other.criteria.program }
  }

  private mutating func endPauses(at now: Instant, where belongs: (DoorRule) -> Bool) -> [DoorRule] {
    var ended: [DoorRule] = []
    for index in rules.indices {
      guard rules[index].isPause, rules[index].criteria.reaches(now.milliseconds), belongs(rules[index])
      else { continue }
      rules[index] = rules[index].ended(at: now)
      ended.append(rules[index])
    }
    return ended
  }

  /// What becomes of a donation that comes to the door at a moment.
  ///
  /// - Complexity: O(rules), and O(length of its texts) for each that looks for words.
  public func admit(_ donation: Donation, at now: Instant) -> Admission {
    for rule in rules where rule.effect == .drop && rule.isMet(by: donation, at: now) {
      return .dropped(by: rule.number)
    }
    var takers: [Int] = []
    var rest = OpenDonation(donation)
    // Hashing comes last: rules that look for words have to see them.
    for hashes in [false, true] {
      for rule in rules where (rule.effect.hashed != nil) == hashes && rule.isMet(by: donation, at: now) {
        let before = rest
        apply(rule, to: &rest)
        if before != rest { takers.append(rule.number) }
      }
    }
    guard !takers.isEmpty, let redacted = donation.with(rest) else { return .admitted(donation) }
    return .redacted(redacted, by: takers)
  }

  private func apply(_ rule: DoorRule, to rest: inout OpenDonation) {
    switch rule.effect {
    case .drop: break
    case .redact(let parts): rest.redact(parts)
    case .redactText: rest.redact(where: rule.hasWords)
    case .hash(let parts):
      if let secret { rest.hash(parts, with: secret) } else { rest.redact(parts) }
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

  /// Counts donations that were brought incognito.
  public mutating func countIncognito(_ donations: Int) { incognito += donations }
}
