package import Activities

/// Collects values for a text field from donations, newest first; of equal values, the newest is
/// kept.
package struct ValueCollector {
  /// The collected values.
  package private(set) var values: [OfferedValue] = []
  private let query: TextFieldQuery
  private let pattern: SearchPattern
  private var seen: Set<String> = []

  package init(_ query: TextFieldQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// A Boolean value that indicates whether the limit is reached.
  package var isFull: Bool { values.count == query.limit }

  /// Adds the values that a donation declares.
  package mutating func add(_ donation: Donation) {
    guard query.program == nil || donation.program == query.program,
      !donation.activity.isExpired(at: query.now)
    else { return }
    for text in query.contentType.values(in: donation.activity)
    where !isFull && pattern.score(of: SearchFields(folded: [SearchPattern.folded(text)])) != nil {
      guard seen.insert(text).inserted else { continue }
      values.append(OfferedValue(text: text, contentType: query.contentType, source: donation))
    }
  }
}

/// Collects the newest donation of each activity from donations, newest first.
package struct RecentCollector {
  package private(set) var donations: [Donation] = []
  private let now: Instant
  private let limit: Int
  private var seen: Set<ActivityIdentity> = []

  package init(at now: Instant, limit: Int) {
    self.now = now
    self.limit = max(1, limit)
  }

  /// A Boolean value that indicates whether the limit is reached.
  package var isFull: Bool { donations.count == limit }

  /// Adds a donation, unless it is in the future or a later one of the activity was added.
  package mutating func add(_ donation: Donation) {
    guard donation.context.instant.milliseconds <= now.milliseconds, seen.insert(donation.identity).inserted,
      !donation.activity.isExpired(at: now)
    else { return }
    donations.append(donation)
  }
}
