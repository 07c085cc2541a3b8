/// A privacy rule: what is not to be kept, or only without some of its values, or what is not to be
/// suggested.
///
/// It names donations by the criteria by which they can be forgotten. A rule holds the words and
/// names that it looks for; they are in the store as long as the rule is.
public struct PrivacyRule: Hashable, Sendable {
  /// The effect on a donation that meets the rule.
  public enum Effect: Hashable, Sendable {
    /// Nothing of it is kept.
    case drop
    /// It is kept as if it had never had these values.
    case redact(DonationParts)
    /// It is kept without the texts, and without the userInfo values, that have a word of
    /// ``Deletion/Criteria/text``.
    ///
    /// The donation meets the rule if it has all the words, in whichever texts: so none of its
    /// texts may keep one.
    case redactText
    /// It is kept with hashes in the place of these values, see ``HashSecret``: the same value is
    /// the same activity again, and nothing says which value it was.
    ///
    /// Of the fields only those of a place: its name is hashed, and with ``DonationField/location``
    /// its coordinates are rounded to a hundredth of a degree.
    case hash(DonationParts)
    /// It is kept, and the activity is not suggested.
    case hide
    /// It is kept, and the activity may be suggested although it is on a list of sensitive sites,
    /// or an earlier rule hides it.
    case show

    /// It is kept as if it had never had these userInfo keys.
    public static func redactKeys(_ keys: Set<String>) -> Effect { .redact(DonationParts(keys: keys)) }

    /// It is kept with hashes in the place of the values of these userInfo keys.
    public static func hashKeys(_ keys: Set<String>) -> Effect { .hash(DonationParts(keys: keys)) }

    /// A Boolean value that indicates whether it says what may be suggested, and leaves donations
    /// as they are.
    var isAboutSuggestions: Bool { self == .hide || self == .show }

    /// The parts that it hashes.
    var hashed: DonationParts? {
      if case .hash(let parts) = self { parts } else { nil }
    }
  }

  /// Names the rule in its log, and is never used twice there; 0 until a log has the rule.
  public package(set) var number = 0
  /// The effect on a donation.
  public let effect: Effect
  /// The user whose donations it is about; `nil` for everyone's.
  public let user: UserIdentifier?
  /// The criteria that select donations.
  public private(set) var criteria: Deletion.Criteria
  /// The number of donations that it has filtered or redacted; a number, and nothing of what was in
  /// them.
  public package(set) var count = 0
  private let test: CriteriaTest

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - effect: What becomes of a donation.
  ///   - user: Whose donations; `nil` for everyone's.
  ///   - criteria: Which donations. `all` means all of them.
  /// - Throws: ``ActivityError``: ``ActivityError/deletionWithoutCriterion`` if nothing is named,
  ///   or nothing but a type `*`; ``ActivityError/textWithoutWords`` for a text without words, or
  ///   to redact a text without saying which; ``ActivityError/empty(field:)`` to redact or hash no
  ///   values; ``ActivityError/notHashable(field:)`` for a field that can only be taken away.
  public init(
    _ effect: Effect, of user: UserIdentifier? = nil, matching criteria: Deletion.Criteria
  ) throws(ActivityError) {
    guard criteria != Deletion.Criteria(), criteria.activityType != "*" else {
      throw .deletionWithoutCriterion
    }
    switch effect {
    case .drop, .hide, .show: break
    case .redact(let parts): guard !parts.isEmpty else { throw .empty(field: "userInfoKey") }
    case .hash(let parts):
      guard !parts.isEmpty else { throw .empty(field: "userInfoKey") }
      if let other = parts.fields.first(where: { !$0.isHashable }) {
        throw .notHashable(field: other.rawValue)
      }
    case .redactText: guard criteria.text != nil else { throw .textWithoutWords }
    }
    test = try CriteriaTest(criteria)
    self.effect = effect
    self.user = user
    self.criteria = criteria
  }

  /// A pause: nothing is kept that happens, or that is donated, from a moment until another.
  ///
  /// - Parameters:
  ///   - start: When it begins.
  ///   - end: When it ends by itself; `nil`: when somebody ends it.
  ///   - user: Whose donations; `nil` for everyone's.
  ///   - program: Which program's; `nil` for every program's.
  public static func pause(
    from start: Instant, until end: Instant? = nil, of user: UserIdentifier? = nil, program: String? = nil
  ) throws(ActivityError) -> PrivacyRule {
    var criteria = Deletion.Criteria.everything
    (criteria.since, criteria.until, criteria.program) = (start, end, program)
    return try PrivacyRule(.drop, of: user, matching: criteria)
  }

  /// A Boolean value that indicates whether it is a pause: it filters whatever happens in a time,
  /// of all programs or of one.
  public var isPause: Bool {
    var rest = criteria
    rest.program = nil
    return effect == .drop && rest.all && rest.since != nil && rest.namesOnlyTimes
  }

  /// Returns whether it can still concern what happens at a moment or later.
  public func isActive(at now: Instant) -> Bool {
    criteria.until.map { now.milliseconds < $0.milliseconds } ?? true
  }

  /// The same rule, which ends at a moment unless it ended before.
  public func ended(at now: Instant) -> PrivacyRule {
    var rule = self
    if rule.isActive(at: now) { rule.criteria.until = now }
    return rule
  }

  /// Returns whether a donation that is ingested at a moment meets it.
  ///
  /// Times reach what happened in them, however late it comes, and what comes in them, whenever it
  /// happened.
  func isMet(by donation: Donation, at now: Instant) -> Bool {
    (user == nil || user == donation.user)
      && (criteria.reaches(donation.context.instant.milliseconds) || criteria.reaches(now.milliseconds))
      && test.isMet(by: donation)
  }

  /// Returns whether it is about an activity, by the newest donation of it.
  func isMet(by newest: Donation) -> Bool {
    (user == nil || user == newest.user) && test.isMet(by: newest)
  }

  /// Returns whether it is about what a hint names.
  func isMet(by stated: StatedHint, for owner: UserIdentifier) -> Bool {
    (user == nil || user == owner) && test.isMet(by: stated)
  }

  /// Returns whether a hint is filtered: one that would lose values is another activity without
  /// them, and one that would be hashed is none that its program can continue, so neither is kept.
  ///
  /// Rules about times, so pauses as well, are about what users do.
  func filters(_ stated: StatedHint, for owner: UserIdentifier) -> Bool {
    guard user == nil || user == owner, criteria.since == nil, criteria.until == nil, test.isMet(by: stated)
    else { return false }
    switch effect {
    case .hide, .show: return false
    case .drop, .redactText: return true
    case .redact(let parts), .hash(let parts):
      var rest = OpenDonation(stated.hint.activity)
      rest.redact(parts)
      return rest.activity != stated.hint.activity
    }
  }

  /// Returns what to forget so that nothing is left that the rule would have filtered; nothing for
  /// what only redacts, and pauses.
  ///
  /// - Parameter users: Everyone in the log.
  /// - Throws: ``ActivityError``, as for any deletion.
  public func deletions(of users: [UserIdentifier], at end: Instant) throws(ActivityError) -> [Deletion] {
    guard effect == .drop, !isPause else { return [] }
    var deletions: [Deletion] = []
    for owner in users where user == nil || user == owner {
      deletions.append(try Deletion(by: owner, at: end, matching: criteria))
    }
    return deletions
  }

  /// Returns whether a text has one of the words that are looked for.
  func hasWord(_ text: String) -> Bool { test.hasWord(in: text) }
}
