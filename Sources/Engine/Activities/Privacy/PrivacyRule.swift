/// A privacy rule: it filters donations, removes some of their values, or controls suggestions.
///
/// It selects donations by the same criteria as a deletion. The words and names in its criteria are
/// in the store as long as the rule is.
public struct PrivacyRule: Hashable, Sendable {
  /// The effect on a donation that meets the rule.
  public enum Effect: Hashable, Sendable {
    /// The donation is not kept.
    case drop
    /// It is kept as if it had never had these values.
    case redact(DonationParts)
    /// It is kept without the texts, and without the userInfo values, that have a word of
    /// ``Deletion/Criteria/text``.
    ///
    /// The donation meets the rule if it has all the words, in any of its texts, so none of its
    /// texts may keep one.
    case redactText
    /// It is kept with these values replaced by hashes, see ``HashSecret``: equal values still make
    /// the same activity, without revealing the value.
    ///
    /// The only fields are those of a place: its name is hashed, and with
    /// ``DonationField/location`` its coordinates are rounded to a hundredth of a degree.
    case hash(DonationParts)
    /// It is kept, and the activity is not suggested.
    case hide
    /// It is kept, and the activity may be suggested although it is on a list of sensitive sites,
    /// or an earlier rule hides it.
    case show

    /// It is kept as if it had never had these userInfo keys.
    public static func redactKeys(_ keys: Set<String>) -> Effect { .redact(DonationParts(keys: keys)) }

    /// It is kept with the values of these userInfo keys replaced by hashes.
    public static func hashKeys(_ keys: Set<String>) -> Effect { .hash(DonationParts(keys: keys)) }

    /// A Boolean value that indicates whether it controls suggestions, without changing donations.
    var isAboutSuggestions: Bool { self == .hide || self == .show }

    /// The parts that it hashes.
    var hashed: DonationParts? {
      if case .hash(let parts) = self { parts } else { nil }
    }
  }

  /// The number of the rule in its log, never reused there; 0 until it is added to a log.
  public package(set) var number = 0
  /// The effect on a donation.
  public let effect: Effect
  /// The user to whose donations it applies; `nil` for all users.
  public let user: UserIdentifier?
  /// The criteria that select donations.
  public private(set) var criteria: Deletion.Criteria
  /// The number of donations that it has filtered or redacted, without any of their content.
  public package(set) var count = 0
  private let test: CriteriaTest

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - effect: The effect on a matching donation.
  ///   - user: The user to whose donations it applies; `nil` for all users.
  ///   - criteria: The donations to which it applies. `all` means all of them.
  /// - Throws: ``ActivityError/deletionWithoutCriterion`` if there is no criterion, or only the
  ///   type `*`; ``ActivityError/textWithoutWords`` for a text without words, or for redacting a
  ///   text without a text criterion; ``ActivityError/empty(field:)`` for redacting or hashing no
  ///   values; ``ActivityError/notHashable(field:)`` for a field that can only be removed.
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

  /// Creates a pause: from one moment to another, donations that happen or arrive are not kept.
  ///
  /// - Parameters:
  ///   - start: When it begins.
  ///   - end: When it ends by itself; `nil` if it lasts until it is ended.
  ///   - user: The user to whose donations it applies; `nil` for all users.
  ///   - program: The program to whose donations it applies; `nil` for all programs.
  public static func pause(
    from start: Instant, until end: Instant? = nil, of user: UserIdentifier? = nil, program: String? = nil
  ) throws(ActivityError) -> PrivacyRule {
    var criteria = Deletion.Criteria.everything
    (criteria.since, criteria.until, criteria.program) = (start, end, program)
    return try PrivacyRule(.drop, of: user, matching: criteria)
  }

  /// A Boolean value that indicates whether it is a pause: it filters everything in a time range,
  /// from all programs or one.
  public var isPause: Bool {
    var rest = criteria
    rest.program = nil
    return effect == .drop && rest.all && rest.since != nil && rest.namesOnlyTimes
  }

  /// Returns whether it can still apply at a moment or later.
  public func isActive(at now: Instant) -> Bool {
    criteria.until.map { now.milliseconds < $0.milliseconds } ?? true
  }

  /// Returns the same rule, ending at a moment unless it ended before.
  public func ended(at now: Instant) -> PrivacyRule {
    var rule = self
    if rule.isActive(at: now) { rule.criteria.until = now }
    return rule
  }

  /// Returns whether a donation that is ingested at a moment meets it.
  ///
  /// Times match donations that happened then, however late they arrive, and donations that arrive
  /// then, whenever they happened.
  func isMet(by donation: Donation, at now: Instant) -> Bool {
    (user == nil || user == donation.user)
      && (criteria.reaches(donation.context.instant.milliseconds) || criteria.reaches(now.milliseconds))
      && test.isMet(by: donation)
  }

  /// Returns whether it applies to an activity, given its newest donation.
  func isMet(by newest: Donation) -> Bool {
    (user == nil || user == newest.user) && test.isMet(by: newest)
  }

  /// Returns whether it applies to a hint's activity.
  func isMet(by stated: StatedHint, for owner: UserIdentifier) -> Bool {
    (user == nil || user == owner) && test.isMet(by: stated)
  }

  /// Returns whether it filters a hint.
  ///
  /// Redacting the activity of a hint would make it another activity, and hashing would make one
  /// that its program cannot continue, so neither is kept. Rules with times, including pauses,
  /// apply only to what users do.
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

  /// Returns the deletions of everything that the rule would have filtered; empty for pauses and
  /// for rules that only redact.
  ///
  /// - Parameter users: All users in the log.
  /// - Throws: ``ActivityError``, as for any deletion.
  public func deletions(of users: [UserIdentifier], at end: Instant) throws(ActivityError) -> [Deletion] {
    guard effect == .drop, !isPause else { return [] }
    var deletions: [Deletion] = []
    for owner in users where user == nil || user == owner {
      deletions.append(try Deletion(by: owner, at: end, matching: criteria))
    }
    return deletions
  }

  /// Returns whether a text has one of the rule's words.
  func hasWord(_ text: String) -> Bool { test.hasWord(in: text) }
}
