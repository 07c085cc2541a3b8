/// The time for which donations are kept: by age, by number, or for ever.
public struct Retention: Hashable, Sendable {
  /// Donations older than so many days are forgotten, and the feedback of that time with them;
  /// `nil` keeps them.
  public private(set) var days: Double?
  /// The number of the newest donations that are kept of each user; `nil` keeps all.
  public private(set) var count: Int?

  /// The longest age: ten thousand years, which are all that a time can tell.
  public static let mostDays = 3_652_425
  /// The largest number; 10^12 donations would take 200 TB, and the slack of a tenth can still be
  /// added.
  public static let mostCount = 1_000_000_000_000

  /// Keeps everything.
  public init() {}

  /// Keeps what is young enough and not too much.
  ///
  /// - Throws: ``ActivityError/negative(field:)`` or ``ActivityError/notFinite(field:)`` for a
  ///   number below what makes sense: more than 0 days, at least 1 donation;
  ///   ``ActivityError/tooLarge(field:limit:)`` for more than ``mostDays`` or ``mostCount``.
  public init(days: Double?, count: Int?) throws(ActivityError) {
    if let days {
      guard days.isFinite else { throw .notFinite(field: "days") }
      guard days > 0 else { throw .negative(field: "days") }
      guard days <= Double(Self.mostDays) else { throw .tooLarge(field: "days", limit: Self.mostDays) }
    }
    guard count ?? 1 > 0 else { throw .negative(field: "count") }
    guard count ?? 1 <= Self.mostCount else { throw .tooLarge(field: "count", limit: Self.mostCount) }
    (self.days, self.count) = (days, count)
  }

  /// The strictness with which the limits are kept.
  public enum Strictness: Hashable, Sendable {
    /// Everything beyond a limit is removed.
    case exact
    /// Everything beyond a limit is removed as soon as some of it is a day older than the age, or
    /// the number is exceeded by a tenth.
    ///
    /// Forgetting writes the store anew, and must not do so at each donation.
    case withSlack
  }

  /// A day, in seconds.
  private static let day = 86_400.0

  /// The moment before which donations are too old.
  func horizon(at now: Instant) -> Instant? { days.map { now.advanced(bySeconds: -$0 * Self.day) } }

  /// The age at which something has to be done, as the moment before which donations have it.
  func limit(at now: Instant, _ strictness: Strictness) -> Instant? {
    horizon(at: now).map { strictness == .exact ? $0 : $0.advanced(bySeconds: -Self.day) }
  }

  /// The number above which something has to be done.
  func limit(_ strictness: Strictness) -> Int? {
    count.map { strictness == .exact ? $0 : $0 + max(1, $0 / 10) }
  }
}

extension DonationStore {
  /// Forgets what is beyond the limits of how long donations are kept.
  ///
  /// - Parameters:
  ///   - retention: The limits; `nil` for those of the rules, ``PrivacyRules/retention``.
  ///   - users: Whose donations; `nil` for everyone's.
  ///   - now: The present moment.
  ///   - strictness: How exactly.
  ///   - rehearsing: Nothing is forgotten; the receipt is the one that forgetting would give.
  /// - Returns: What went. Of donations in the same millisecond all are kept or none.
  /// - Complexity: O(users) if nothing is beyond a limit, else that of forgetting.
  @discardableResult
  public func keepRetention(
    _ retention: Retention? = nil, of users: Set<UserIdentifier>? = nil, at now: Instant,
    _ strictness: Retention.Strictness = .exact, rehearsing: Bool = false
  ) async throws -> ForgettingReceipt {
    let kept = try await privacyRules().retention
    let retention = retention ?? kept
    guard retention != Retention() else { return ForgettingReceipt() }
    var deletions: [Deletion] = []
    for (user, donations) in try await self.users() where users?.contains(user) ?? true {
      var criteria = Deletion.Criteria.everything
      if let horizon = retention.horizon(at: now), let limit = retention.limit(at: now, strictness),
        try await !self.donations(of: user, in: Int64.min..<limit.milliseconds, after: nil, limit: 1).isEmpty
      {
        criteria.until = horizon
      }
      if let limit = retention.limit(strictness), donations > limit,
        let first = try await start(of: user, dropping: donations - (retention.count ?? donations)),
        first.milliseconds > criteria.until?.milliseconds ?? .min
      {
        criteria.until = first
      }
      guard let until = criteria.until else { continue }
      var deletion = try Deletion(by: user, at: until, matching: criteria)
      // A phrase for what is not kept says what it was.
      deletion.endOfPhrases = now
      deletion.staysForgotten = false
      deletions.append(deletion)
    }
    return deletions.isEmpty
      ? ForgettingReceipt() : try await forget(deletions, rehearsing: rehearsing)
  }

  /// The moment of the first donation after so many of the oldest.
  private func start(of user: UserIdentifier, dropping surplus: Int) async throws -> Instant? {
    var (cursor, left): (LogCursor?, Int) = (nil, surplus)
    while true {
      let page = try await donations(
        of: user, in: Int64.min..<Int64.max, after: cursor, limit: min(left + 1, 4_096))
      if left < page.count { return page[left].donation.context.instant }
      guard let last = page.last else { return nil }
      (cursor, left) = (last.cursor, left - page.count)
    }
  }

  /// Returns the deletions that forget the expired: donations of activities, and items of indexes,
  /// whose expiration date has come.
  public func deletionsOfExpired(at now: Instant, before end: Instant) async throws -> [Deletion] {
    var criteria = Deletion.Criteria()
    criteria.expiredBy = now
    return try await users().map { user, _ in
      var deletion = try Deletion(by: user, at: end, matching: criteria)
      deletion.staysForgotten = false
      return deletion
    }
  }
}
