/// What a user, or a program for them, wants forgotten.
///
/// A donation is forgotten if it lies before the deletion in time and meets *every* criterion that is given.
public struct Deletion: Hashable, Sendable {
  /// Whose donations.
  public let user: UserIdentifier
  /// When it was asked for; later donations stay.
  public let instant: Instant
  /// Which of them.
  public let criteria: Criteria
  /// Who asked for it.
  public let origin: Origin
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]

  /// What of it asks for looking into a donation.
  private let test: CriteriaTest

  /// Who asked for a deletion; what is forgotten is the same, but for the user's own phrases (``OwnPhrase``).
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The user: their own phrases for what is gone go with it.
    case user
    /// A program: the user's own phrases stay, and say that their target is gone.
    case program
  }

  /// What has to match; at least one has to be given.
  public struct Criteria: Hashable, Sendable {
    /// The program's own name for the activity.
    public var persistentIdentifier: String?
    /// The `id` that the donor gave the donation.
    public var externalIdentifier: String?
    /// The item of a program's own index that the activity is linked to; the item goes with it.
    public var relatedUniqueIdentifier: String?
    /// The type of the activity; one that ends in `*` means every type that begins with what is before the `*`.
    public var activityType: String?
    /// The program that donated it.
    public var program: String?
    /// Which activity, whatever its texts.
    public var identity: ActivityIdentity?
    /// One donation.
    public var donation: DonationIdentifier?
    /// A name in the userInfo, whatever its value.
    public var userInfoKey: String?
    /// Where it happened; a donation without a place is nowhere.
    public var area: Area?
    /// Words that all have to stand in the donation's texts; see ``DonationWords``.
    public var text: String?
    /// Donations of activities whose expiration date has come by this moment.
    public var expiredBy: Instant?
    /// Donations at or after this moment.
    public var since: Instant?
    /// Donations before this moment.
    public var until: Instant?
    /// Everything.
    public var all = false

    /// No criterion yet.
    public init() {}

    /// Whether it asks for nothing but times, so that whatever happened in them is meant.
    package var namesOnlyTimes: Bool {
      var times = Criteria()
      (times.since, times.until, times.all) = (since, until, all)
      return self == times
    }

    /// Whether a moment, in milliseconds since 1970, lies in its times.
    public func reaches(_ time: Int64) -> Bool {
      (since.map { time >= $0.milliseconds } ?? true) && (until.map { time < $0.milliseconds } ?? true)
    }

    /// Everything the user ever donated.
    public static var everything: Criteria {
      var criteria = Criteria()
      criteria.all = true
      return criteria
    }
  }

  /// Makes a deletion.
  ///
  /// - Throws: ``ActivityError/deletionWithoutCriterion`` if no criterion is given, ``ActivityError/textWithoutWords`` if the
  ///   text has neither letter nor digit.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, matching criteria: Criteria, origin: Origin = .user,
    additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    guard criteria != Criteria() else { throw .deletionWithoutCriterion }
    test = try CriteriaTest(criteria)
    self.user = user
    self.instant = instant
    self.criteria = criteria
    self.origin = origin
    self.additionalFields = additionalFields
  }

  /// Whether it forgets a donation.
  ///
  /// - Complexity: O(1), or O(length of its texts) if words are asked for.
  public func matches(_ donation: Donation) -> Bool {
    donation.user == user && reaches(donation.context.instant.milliseconds) && test.isMet(by: donation)
  }

  /// Whether it forgets an item of a program's index, of the same user.
  ///
  /// An item has neither an activity type, a place, nor a name of its own for donations: a deletion that asks for one means
  /// donations only. Its time is when it was indexed.
  package func matches(item: IndexedItem) -> Bool {
    var others = criteria
    (others.program, others.relatedUniqueIdentifier, others.text, others.expiredBy) = (nil, nil, nil, nil)
    guard others.namesOnlyTimes else { return false }
    return reaches(item.time) && (criteria.program.map { $0 == item.program } ?? true)
      && (criteria.relatedUniqueIdentifier.map { $0 == item.item.uniqueIdentifier } ?? true)
      && (criteria.expiredBy.map(item.isExpired(at:)) ?? true) && test.hasWords(in: item.item)
  }

  /// Whether it takes a hint or an entry of a catalogue of the same user with it.
  ///
  /// A hint has no time, no place where it happened and no donation's name: a deletion that asks for one means donations only.
  /// Else it goes if it meets all that is asked for, whenever it was given.
  public func matches(_ stated: StatedHint) -> Bool {
    criteria.since == nil && criteria.until == nil && test.isMet(by: stated)
  }

  /// Whether it reaches a moment, in milliseconds since 1970.
  private func reaches(_ time: Int64) -> Bool { time < instant.milliseconds && criteria.reaches(time) }
}
