package import Activities

/// A collector of values for a text field out of donations, which come newest first: of equal
/// values the newest stays.
package struct ValueCollector {
  /// The values that were collected.
  package private(set) var values: [OfferedValue] = []
  private let query: TextFieldQuery
  private let pattern: SearchPattern
  private var seen: Set<String> = []

  package init(_ query: TextFieldQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// A Boolean value that indicates whether there are as many values as were asked for.
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

/// A collector of the newest donation of each activity out of donations that come newest first.
package struct RecentCollector {
  package private(set) var donations: [Donation] = []
  private let now: Instant
  private let limit: Int
  private var seen: Set<ActivityIdentity> = []

  package init(at now: Instant, limit: Int) {
    self.now = now
    self.limit = max(1, limit)
  }

  /// A Boolean value that indicates whether there are as many donations as were asked for.
  package var isFull: Bool { donations.count == limit }

  /// Adds a donation, unless it lies in the future or a later one of the activity was seen.
  package mutating func add(_ donation: Donation) {
    guard donation.context.instant.milliseconds <= now.milliseconds, seen.insert(donation.identity).inserted,
      !donation.activity.isExpired(at: now)
    else { return }
    donations.append(donation)
  }
}
