/// Gathers the newest donation of each activity out of donations that come newest first.
package struct RecentCollector {
  package private(set) var donations: [Donation] = []
  private let now: Instant
  private let limit: Int
  private var seen: Set<ActivityIdentity> = []

  package init(at now: Instant, limit: Int) {
    self.now = now
    self.limit = max(1, limit)
  }

  /// Whether there are as many as were asked for.
  package var isFull: Bool { donations.count == limit }

  /// Takes a donation, unless it lies in the future or a later one of the activity was seen.
  package mutating func add(_ donation: Donation) {
    guard donation.context.instant.milliseconds <= now.milliseconds, seen.insert(donation.identity).inserted,
      !donation.activity.isExpired(at: now)
    else { return }
    donations.append(donation)
  }
}
