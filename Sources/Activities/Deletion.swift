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
    /// The type of the activity.
    public var activityType: String?
    /// The program that donated it.
    public var program: String?
    /// Donations at or after this moment.
    public var since: Instant?
    /// Donations before this moment.
    public var until: Instant?
    /// Everything.
    public var all = false

    /// No criterion yet.
    public init() {}

    /// Everything the user ever donated.
    public static var everything: Criteria {
      var criteria = Criteria()
      criteria.all = true
      return criteria
    }
  }

  /// Makes a deletion.
  ///
  /// - Throws: ``ActivityError/deletionWithoutCriterion`` if no criterion is given.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, matching criteria: Criteria, origin: Origin = .user,
    additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    guard criteria != Criteria() else { throw .deletionWithoutCriterion }
    self.user = user
    self.instant = instant
    self.criteria = criteria
    self.origin = origin
    self.additionalFields = additionalFields
  }

  /// Whether it forgets a donation.
  public func matches(_ donation: Donation) -> Bool {
    func agrees<Value: Equatable>(_ criterion: Value?, _ value: @autoclosure () -> Value?) -> Bool {
      criterion == nil || criterion == value()
    }
    return donation.user == user && reaches(donation.context.instant.milliseconds)
      && agrees(criteria.persistentIdentifier, donation.activity.persistentIdentifier)
      && agrees(criteria.externalIdentifier, donation.details.externalIdentifier)
      && agrees(criteria.activityType, donation.activity.activityType)
      && agrees(criteria.program, donation.program)
      && agrees(criteria.relatedUniqueIdentifier, donation.activity.relatedUniqueIdentifier)
  }

  /// Whether it forgets an item of a program's index, of the same user.
  ///
  /// An item has neither an activity type nor a name of its own for donations: a deletion that asks for one means
  /// donations only. Its time is when it was indexed.
  package func matches(item: ItemName, indexedAt time: Int64) -> Bool {
    guard criteria.persistentIdentifier == nil, criteria.externalIdentifier == nil,
      criteria.activityType == nil
    else { return false }
    return reaches(time) && (criteria.program.map { $0 == item.program } ?? true)
      && (criteria.relatedUniqueIdentifier.map { $0 == item.identifier } ?? true)
  }

  /// Whether it reaches a moment, in milliseconds since 1970.
  private func reaches(_ time: Int64) -> Bool {
    time < instant.milliseconds && (criteria.since.map { time >= $0.milliseconds } ?? true)
      && (criteria.until.map { time < $0.milliseconds } ?? true)
  }
}
