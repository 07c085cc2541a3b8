/// A request of a user, or of a program for them, to forget something.
///
/// A deletion forgets a donation that is earlier and meets *every* given criterion.
public struct Deletion: Hashable, Sendable {
  /// The user whose donations are to be forgotten.
  public let user: UserIdentifier
  /// The time at which it was requested; later donations stay.
  public let instant: Instant
  /// The criteria that select what to forget.
  public let criteria: Criteria
  /// The origin of the request.
  public let origin: Origin
  /// Fields of a log line that this version does not know; they are kept and written back.
  public let additionalFields: [String: ActivityValue]

  /// The moment before which the user's own phrases must have been given to be forgotten, too: by
  /// default the time of the request.
  package var endOfPhrases: Instant

  /// A Boolean value that indicates whether later imports of the same history or log leave it
  /// forgotten.
  ///
  /// It is false if the only reason is an age or an expiration, which would remove the donations
  /// again.
  package var staysForgotten = true

  /// The test of the criteria that need to look into a donation.
  private let test: CriteriaTest

  /// The origin of a deletion; it affects only the user's own phrases (``OwnPhrase``).
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The user: their own phrases for forgotten activities go, too.
    case user
    /// A program: the user's own phrases stay, and show that their target is gone.
    case program
  }

  /// The criteria that all have to match; at least one is required.
  public struct Criteria: Hashable, Sendable {
    /// The program's own name for the activity.
    public var persistentIdentifier: String?
    /// The `id` that the donor gave the donation.
    public var externalIdentifier: String?
    /// The item of a program's own index that the activity is linked to; the item goes with it.
    public var relatedUniqueIdentifier: String?
    /// The type of the activity; a final `*` matches every type with the part before it as a
    /// prefix.
    public var activityType: String?
    /// The program that donated it.
    public var program: String?
    /// The identity of the activity, whatever its texts.
    public var identity: ActivityIdentity?
    /// The identifier of one donation.
    public var donation: DonationIdentifier?
    /// A key of the userInfo, whatever its value.
    public var userInfoKey: String?
    /// The area where it happened; a donation without a place never matches.
    public var area: Area?
    /// Words that the donation's texts must all have; see ``DonationWords``.
    public var text: String?
    /// The site of the activity's pages, including all hosts under it.
    public var site: Site?
    /// The kind of site of the activity's pages.
    public var siteKind: SiteKind?
    /// A folder, as an absolute path, including all folders in it.
    ///
    /// It matches if the activity's files are in it, the activity was done in it, or the activity
    /// names it.
    public var folder: String?
    /// Donations of activities that have expired by this moment.
    public var expiredBy: Instant?
    /// Donations at or after this moment.
    public var since: Instant?
    /// Donations before this moment.
    public var until: Instant?
    /// A Boolean value that indicates whether everything matches.
    public var all = false

    /// Creates empty criteria.
    public init() {}

    /// A Boolean value that indicates whether times are the only criteria, so that they match
    /// everything that happened then.
    package var namesOnlyTimes: Bool {
      var times = Criteria()
      (times.since, times.until, times.all) = (since, until, all)
      return self == times
    }

    /// Returns whether its times include a moment, in milliseconds since 1970.
    public func reaches(_ time: Int64) -> Bool {
      (since.map { time >= $0.milliseconds } ?? true) && (until.map { time < $0.milliseconds } ?? true)
    }

    /// The criteria that match everything the user ever donated.
    public static var everything: Criteria {
      var criteria = Criteria()
      criteria.all = true
      return criteria
    }
  }

  /// Creates a deletion.
  ///
  /// - Throws: ``ActivityError/deletionWithoutCriterion`` if no criterion is given,
  ///   ``ActivityError/textWithoutWords`` if the text has neither letter nor digit.
  public init(
    by user: UserIdentifier = .me, at instant: Instant, matching criteria: Criteria, origin: Origin = .user,
    additionalFields: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    guard criteria != Criteria() else { throw .deletionWithoutCriterion }
    test = try CriteriaTest(criteria)
    self.user = user
    self.instant = instant
    endOfPhrases = instant
    self.criteria = criteria
    self.origin = origin
    self.additionalFields = additionalFields
  }

  /// Returns whether it forgets a donation.
  ///
  /// - Complexity: O(1), or O(length of its texts) if the criteria have words.
  public func matches(_ donation: Donation) -> Bool {
    donation.user == user && reaches(donation.context.instant.milliseconds) && test.isMet(by: donation)
  }

  /// Returns whether it forgets an item of a program's index, of the same user.
  ///
  /// An item has no activity type, place, or donation identifier: a deletion with such a criterion
  /// matches donations only. The time of an item is when it was indexed.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - program: The program that indexed it.
  ///   - time: When it was indexed, in milliseconds since 1970.
  ///   - isExpired: Whether it has expired at a moment.
  package func matches(
    _ item: SearchableItem, of program: String, indexedAt time: Int64, isExpired: (Instant) -> Bool
  ) -> Bool {
    var others = criteria
    (others.program, others.relatedUniqueIdentifier, others.text, others.expiredBy) = (nil, nil, nil, nil)
    guard others.namesOnlyTimes else { return false }
    return reaches(time) && (criteria.program.map { $0 == program } ?? true)
      && (criteria.relatedUniqueIdentifier.map { $0 == item.uniqueIdentifier } ?? true)
      && (criteria.expiredBy.map(isExpired) ?? true) && test.hasWords(in: item)
  }

  /// Returns whether it also forgets a hint or an app catalog entry of the same user.
  ///
  /// A hint has no time, no place where it happened and no donation identifier: a deletion with
  /// such a criterion matches donations only. Otherwise a hint goes if it meets all criteria,
  /// whenever it was given.
  public func matches(_ stated: StatedHint) -> Bool {
    criteria.since == nil && criteria.until == nil && test.isMet(by: stated)
  }

  /// Returns whether it reaches a moment, in milliseconds since 1970.
  private func reaches(_ time: Int64) -> Bool { time < instant.milliseconds && criteria.reaches(time) }
}

extension Deletion {
  /// A circle on the ground.
  public struct Area: Hashable, Sendable {
    /// Degrees north of its centre.
    public let latitude: Double
    /// Degrees east of its centre.
    public let longitude: Double
    /// Metres from the centre to the edge, which belongs to it.
    public let radius: Double
    private let center: Place

    /// Creates a circle.
    ///
    /// - Throws: ``ActivityError/coordinateOutOfRange(field:)`` for a coordinate,
    ///   ``ActivityError/notFinite(field:)`` or ``ActivityError/negative(field:)`` for the radius.
    public init(latitude: Double, longitude: Double, within radius: Double) throws(ActivityError) {
      guard radius.isFinite else { throw .notFinite(field: "within") }
      guard radius >= 0 else { throw .negative(field: "within") }
      center = try Place(latitude: latitude, longitude: longitude)
      (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }

    /// Returns whether a place is in it, by ``Place/distance(to:)``; the uncertainty of the place
    /// is ignored.
    public func contains(_ place: Place) -> Bool { center.distance(to: place) <= radius }
  }
}

extension Deletion.Criteria {
  /// The criteria of a deletion in the log, in the order of the format.
  ///
  /// An identity may also be given as userInfo, from which a reader computes the identity.
  package static let fields: [LogField<Deletion.Criteria>] = [
    LogField(
      "persistentIdentifier", .text(get: { $0.persistentIdentifier }, set: { $0.persistentIdentifier = $1 })),
    LogField("id", .text(get: { $0.externalIdentifier }, set: { $0.externalIdentifier = $1 })),
    LogField(
      "relatedUniqueIdentifier",
      .text(get: { $0.relatedUniqueIdentifier }, set: { $0.relatedUniqueIdentifier = $1 })),
    LogField("activityType", .text(get: { $0.activityType }, set: { $0.activityType = $1 })),
    LogField("program", .text(get: { $0.program }, set: { $0.program = $1 })),
    LogField(
      "identity",
      .parsed(
        get: { $0.identity?.description },
        set: { criteria, digits throws(FieldRefusal) in
          guard let identity = ActivityIdentity(digits) else { throw .notDigits }
          criteria.identity = identity
        })),
    LogField(
      "donation",
      .parsed(
        get: { $0.donation?.description },
        set: { criteria, digits throws(FieldRefusal) in
          guard let donation = DonationIdentifier(digits) else { throw .notDigits }
          criteria.donation = donation
        })),
    LogField("userInfoKey", .text(get: { $0.userInfoKey }, set: { $0.userInfoKey = $1 })),
    LogField("near", .area(get: { $0.area }, set: { $0.area = $1 })),
    LogField("match", .text(get: { $0.text }, set: { $0.text = $1 })),
    LogField(
      "site",
      .parsed(
        get: { $0.site?.host },
        set: { criteria, host throws(FieldRefusal) in
          guard let site = Site(host) else { throw .invalid(.notHost(field: "site")) }
          criteria.site = site
        })),
    LogField(
      "siteKind",
      .parsed(
        get: { $0.siteKind?.rawValue },
        set: { criteria, word throws(FieldRefusal) in
          guard let kind = SiteKind(rawValue: word) else {
            throw .unknownWord(known: SiteKind.allCases.map(\.rawValue))
          }
          criteria.siteKind = kind
        })),
    LogField("folder", .text(get: { $0.folder }, set: { $0.folder = $1 })),
    LogField("expired", .instant(get: { $0.expiredBy }, set: { $0.expiredBy = $1 })),
    LogField("since", .instant(get: { $0.since }, set: { $0.since = $1 })),
    LogField("until", .instant(get: { $0.until }, set: { $0.until = $1 })),
    LogField("all", .flag(usual: false, get: { $0.all }, set: { $0.all = $1 })),
  ]
}
