/// The retention of donations: by age, by number, or forever.
public struct Retention: Hashable, Sendable {
  /// The maximum age in days; older donations are forgotten with the feedback of that time.
  ///
  /// `nil` keeps them.
  public private(set) var days: Double?
  /// The maximum number of donations per user, the newest; `nil` keeps all.
  public private(set) var count: Int?

  /// The maximum age: ten thousand years, the range of representable times.
  public static let mostDays = 3_652_425
  /// The maximum number; 10^12 donations would take 200 TB, and the slack of a tenth can still be
  /// added.
  public static let mostCount = 1_000_000_000_000

  /// Creates a retention that keeps everything.
  public init() {}

  /// Creates a retention with limits.
  ///
  /// - Throws: ``ActivityError/negative(field:)`` or ``ActivityError/notFinite(field:)`` unless
  ///   there are more than 0 days and at least 1 donation; ``ActivityError/tooLarge(field:limit:)``
  ///   for more than ``mostDays`` or ``mostCount``.
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

  /// The strictness with which limits are enforced.
  public enum Strictness: Hashable, Sendable {
    /// Everything beyond a limit is removed.
    case exact
    /// Everything beyond a limit is removed once a donation is a day older than the maximum age, or
    /// the number exceeds the limit by a tenth.
    ///
    /// Forgetting rewrites the store, and must not do so at each donation.
    case withSlack
  }

  /// A day, in seconds.
  private static let day = 86_400.0

  /// The moment before which donations are too old.
  func horizon(at now: Instant) -> Instant? { days.map { now.advanced(bySeconds: -$0 * Self.day) } }

  /// The moment before which donations trigger forgetting by age.
  func limit(at now: Instant, _ strictness: Strictness) -> Instant? {
    horizon(at: now).map { strictness == .exact ? $0 : $0.advanced(bySeconds: -Self.day) }
  }

  /// The number of donations above which forgetting is triggered.
  func limit(_ strictness: Strictness) -> Int? {
    count.map { strictness == .exact ? $0 : $0 + max(1, $0 / 10) }
  }
}

extension DonationStore {
  /// Forgets donations beyond the limits of the retention.
  ///
  /// - Parameters:
  ///   - retention: The limits; `nil` for those of the rules, ``PrivacyRules/retention``.
  ///   - users: The users whose donations to check; `nil` for all.
  ///   - now: The present moment.
  ///   - strictness: How strictly to enforce the limits.
  ///   - rehearsing: Whether to forget nothing and only return the receipt.
  /// - Returns: A receipt of forgotten donations. Donations in the same millisecond are all kept,
  ///   or none.
  /// - Complexity: O(users) if nothing is beyond a limit, otherwise the cost of forgetting.
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
      // A phrase for a forgotten activity reveals the activity.
      deletion.endOfPhrases = now
      deletion.staysForgotten = false
      deletions.append(deletion)
    }
    return deletions.isEmpty
      ? ForgettingReceipt() : try await forget(deletions, rehearsing: rehearsing)
  }

  /// Returns the time of the first donation after `surplus` of the oldest.
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

  /// Returns deletions of the donations and indexed items whose expiration date has passed.
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
