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
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]

  /// What has to match; at least one has to be given.
  public struct Criteria: Hashable, Sendable {
    /// The program's own name for the activity.
    public var persistentIdentifier: String?
    /// The `id` that the donor gave the donation.
    public var externalIdentifier: String?
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
    by user: UserIdentifier = .me, at instant: Instant, matching criteria: Criteria,
    additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    guard criteria != Criteria() else { throw .deletionWithoutCriterion }
    self.user = user
    self.instant = instant
    self.criteria = criteria
    self.additionalFields = additionalFields
  }

  /// Whether it forgets a donation.
  public func matches(_ donation: Donation) -> Bool {
    func agrees<Value: Equatable>(_ criterion: Value?, _ value: @autoclosure () -> Value?) -> Bool {
      criterion == nil || criterion == value()
    }
    let time = donation.context.instant.milliseconds
    return donation.user == user && time < instant.milliseconds
      && agrees(criteria.persistentIdentifier, donation.activity.persistentIdentifier)
      && agrees(criteria.externalIdentifier, donation.details.externalIdentifier)
      && agrees(criteria.activityType, donation.activity.activityType)
      && agrees(criteria.program, donation.program)
      && criteria.since.map { time >= $0.milliseconds } ?? true
      && criteria.until.map { time < $0.milliseconds } ?? true
  }
}
