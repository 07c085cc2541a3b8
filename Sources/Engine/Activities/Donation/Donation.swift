// Activities: What did the user do, where and when?
//
// Start here: a `Donation` is one occurrence of a `UserActivity` in a `Context` (an `Instant`, a
// `Place`, attributes). `ActivityIdentity` defines which activities are the same again, and a
// `DonationStore` keeps donations.

internal import Foundation

/// One occurrence of an activity: the user, the activity, the time, the place, the context.
///
/// It happened; donations are never invented.
public struct Donation: Hashable, Sendable {
  /// Identifies this donation: two with the same identifier are one donation.
  public let identifier: DonationIdentifier
  /// The user who did it.
  public let user: UserIdentifier
  /// The activity that was done.
  public let activity: UserActivity
  /// The identity of the activity, by which it is recognized when it recurs; computed once, when
  /// the donation is made.
  public let identity: ActivityIdentity
  /// The circumstances: the time, the place, and anything else known just before.
  public let context: Context
  /// Facts about the occurrence that are not part of the identity.
  public let details: Details

  /// The number of seconds by which a donor's clock may be ahead: a day.
  public static let toleratedClockLead = 86_400.0

  /// Returns whether it is further in the future than a donor's clock may be ahead.
  public func isFromTheFuture(at now: Instant) -> Bool {
    context.instant.seconds(since: now) > Self.toleratedClockLead
  }

  /// Facts about one occurrence.
  public struct Details: Hashable, Sendable {
    /// The `id` that the donor gave it, if any.
    public var externalIdentifier: String?
    /// The program that donated it, unless it is the one that the activity type names.
    public var program: String?
    /// The device on which it happened.
    public var device: String?
    /// The duration, in seconds.
    public var duration: Double?
    /// The source: the user did it unasked, accepted a suggestion, or it was imported.
    public var source = DonationSource.user
    /// The precision of its time.
    public var timePrecision = TimePrecision.exact
    /// Fields of a log line that this version does not know; they are kept and written back.
    public var additionalFields: [String: ActivityValue] = [:]

    /// Creates details without facts: donated by the user through the activity's own program.
    public init() {}
  }

  /// Creates a donation.
  ///
  /// - Parameters:
  ///   - activity: The activity that was done.
  ///   - user: The user who did it.
  ///   - context: The time, the place, and anything else known just before.
  ///   - details: Facts about the occurrence. The `externalIdentifier`, if set, determines the
  ///     identifier.
  ///   - ordinal: The number of earlier equal donations (same user, millisecond, identity). Without
  ///     an `externalIdentifier`, it distinguishes them.
  /// - Throws: ``ActivityError`` if a detail is empty, negative or not finite, a number of the
  ///   activity is not finite, or a text takes too long to compare.
  public init(
    of activity: UserActivity, by user: UserIdentifier = .me, in context: Context,
    details: Details = Details(),
    ordinal: Int = 0
  ) throws(ActivityError) {
    try activity.checkMarks()
    try details.validate()
    let identity = activity.identity
    let identifier = DonationIdentifier(
      user: user, at: context.instant, of: identity, externalIdentifier: details.externalIdentifier,
      ordinal: ordinal)
    try self.init(
      identifier: identifier, identity: identity, of: activity, by: user, in: context, details: details)
  }

  /// Creates a donation with a known identifier and identity, as when reading back a log.
  ///
  /// The activity's texts are not checked again: they were checked when it was donated.
  ///
  /// - Throws: ``ActivityError`` if a detail is empty, negative, not finite or takes too long to
  ///   compare, or a number of the activity is not finite.
  public init(
    identifier: DonationIdentifier, identity: ActivityIdentity, of activity: UserActivity,
    by user: UserIdentifier, in context: Context, details: Details
  ) throws(ActivityError) {
    try details.validate()
    // These two can be set after the activity was made, and ranking reads them.
    guard activity.effortSaved?.isFinite ?? true else { throw .notFinite(field: "effortSaved") }
    guard activity.expirationDate?.timeIntervalSince1970.isFinite ?? true else {
      throw .notFinite(field: "expirationDate")
    }
    self.identifier = identifier
    self.identity = identity
    self.user = user
    self.activity = activity
    self.context = context
    self.details = details
  }

  /// The program that donated it.
  public var program: String { details.program ?? activity.defaultProgram }

  /// Returns the same donation with an ordinal among equals, or unchanged if it has an `id`.
  package func numbered(_ ordinal: Int) -> Donation {
    Donation(
      self,
      identifier: DonationIdentifier(
        user: user, at: context.instant, of: identity, externalIdentifier: details.externalIdentifier,
        ordinal: ordinal))
  }

  private init(_ other: Donation, identifier: DonationIdentifier) {
    self.identifier = identifier
    (user, activity, identity) = (other.user, other.activity, other.identity)
    (context, details) = (other.context, other.details)
  }
}

extension Donation.Details {
  func validate() throws(ActivityError) {
    for (field, text) in [("id", externalIdentifier), ("program", program), ("device", device)] {
      guard text?.isEmpty != true else { throw .empty(field: field) }
      try CombiningMarks.check(text, field)
    }
    try CombiningMarks.check(additionalFields, "additionalFields")
    if let duration {
      guard duration.isFinite else { throw .notFinite(field: "duration") }
      guard duration >= 0 else { throw .negative(field: "duration") }
    }
  }
}

extension Donation {
  /// Returns a deletion of this one occurrence, which undoes it as if it had never been donated.
  public func retraction() throws(ActivityError) -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.donation = identifier
    return try Deletion(by: user, at: context.instant.advanced(bySeconds: 1), matching: criteria)
  }
}
