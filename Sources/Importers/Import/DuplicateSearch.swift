internal import Activities

/// The search for duplicates of what another source has, so that what was done once counts once: a browser's history, what Google has of
/// it and ActivityWatch all hold the same visits.
///
/// A donation with an exact time is a duplicate if the user has another one of the same activity, from another source, at most
/// ``window`` seconds from it. Of pages the site has to be the same: each history decides by itself how specific a page is.
struct DuplicateSearch {
  private let store: any DonationStore
  private let user: UserIdentifier
  private let isNeeded: Bool

  /// Seconds that two sources may differ by: one notes the beginning of a visit, another one that the page was there.
  static let window: Int64 = 5
  /// The longest time in milliseconds between two donations that are asked about in one query.
  private static let longestGap: Int64 = 3_600_000
  private static let pageSize = 4_096

  /// Creates a search in a store; where the user has nothing yet there is nothing to find.
  ///
  /// - Throws: What the store throws.
  init(in store: any DonationStore, of user: UserIdentifier) async throws {
    (self.store, self.user) = (store, user)
    isNeeded = try await !store.donations(of: user, in: Int64.min..<Int64.max, after: nil, limit: 1).isEmpty
  }

  /// Returns what the user has near some donations.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: O(donations + those that the store has near them).
  func index(near donations: some Sequence<Donation>) async throws -> DuplicateIndex {
    var index = DuplicateIndex()
    guard isNeeded else { return index }
    for times in Self.times(around: donations) {
      var cursor: LogCursor?
      repeat {
        let page = try await store.donations(of: user, in: times, after: cursor, limit: Self.pageSize)
        for logged in page { index.insert(logged.donation) }
        cursor = page.count == Self.pageSize ? page.last?.cursor : nil
      } while cursor != nil
    }
    return index
  }

  /// Returns the times in which duplicates of some donations can be, half-open, from the earliest to the latest.
  private static func times(around donations: some Sequence<Donation>) -> [Range<Int64>] {
    let margin = (window + 1) * 1_000
    var times: [Range<Int64>] = []
    for time in donations.filter(\.hasExactTime).map(\.context.instant.milliseconds).sorted() {
      if let last = times.last, time - last.upperBound <= longestGap {
        times[times.count - 1] = last.lowerBound..<time + margin
      } else {
        times.append(time - margin..<time + margin)
      }
    }
    return times
  }
}

/// What sources have, by the second.
package struct DuplicateIndex: Sendable {
  /// Hashes of what was done and in which second.
  private var seconds: [DonationSource: Set<Int>] = [:]

  package init() {}

  mutating func insert(_ donation: Donation) {
    guard donation.hasExactTime else { return }
    seconds[donation.details.source, default: []].insert(
      Self.hash(Self.subject(of: donation), Self.second(of: donation)))
  }

  /// Returns whether another source has what a donation says.
  func hasDuplicate(of donation: Donation) -> Bool {
    guard donation.hasExactTime else { return false }
    let others = seconds.filter { $0.key != donation.details.source }.values
    guard !others.isEmpty else { return false }
    let (subject, second) = (Self.subject(of: donation), Self.second(of: donation))
    return (second - DuplicateSearch.window...second + DuplicateSearch.window).contains { second in
      let hash = Self.hash(subject, second)
      return others.contains { $0.contains(hash) }
    }
  }

  /// What makes two donations the same thing, but for the time.
  private enum Subject: Hashable {
    case activity(ActivityIdentity)
    case site(Substring)
  }

  private static func subject(of donation: Donation) -> Subject {
    let activity = donation.activity
    guard activity.activityType == ImportedActivityType.page,
      case .string(let page)? = activity.userInfo["page"]
    else { return .activity(activity.identity) }
    return .site(page.prefix { $0 != "/" })
  }

  private static func second(of donation: Donation) -> Int64 {
    let (quotient, remainder) = donation.context.instant.milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  private static func hash(_ subject: Subject, _ second: Int64) -> Int {
    var hasher = Hasher()
    hasher.combine(subject)
    hasher.combine(second)
    return hasher.finalize()
  }
}
