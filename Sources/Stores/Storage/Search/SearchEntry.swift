package import Activities
package import Foundation

/// The facts about an activity or item in an index, so that it can be ranked without being read.
package struct SearchEntry: Sendable {
  /// The number of the entry in the index.
  package let number: Int64
  /// The identity of the activity; `nil` for an item.
  package let identity: ActivityIdentity?
  /// The program that last donated or indexed it.
  package let program: String
  /// The item's own identifier, or that of the item that the activity is linked to.
  package let item: String?
  /// The number of donations up to the query's moment that made it findable.
  package let uses: Int
  /// The newest of them; for an item, the time when it was indexed.
  package let latest: LogCursor
  /// The time at which it expires by its own date, in milliseconds since 1970.
  package let expiration: Int64?
  /// The words for finding it.
  package let fields: SearchFields

  package init(
    number: Int64, identity: ActivityIdentity?, program: String, item: String?, uses: Int, latest: LogCursor,
    expiration: Int64?, fields: SearchFields
  ) {
    self.number = number
    self.identity = identity
    self.program = program
    self.item = item
    self.uses = uses
    self.latest = latest
    self.expiration = expiration
    self.fields = fields
  }

  /// Returns whether it has expired at a moment.
  ///
  /// An activity expires only by its own date, an item also after the default time.
  func isExpired(at now: Instant) -> Bool {
    guard identity == nil else { return expiration.map { now.milliseconds >= $0 } ?? false }
    return Self.isExpired(at: now, expiration: expiration, since: latest.milliseconds)
  }

  /// Returns whether an item has expired, either at its own date or, without one, after the default
  /// time since it was indexed.
  package static func isExpired(at now: Instant, expiration: Int64?, since start: Int64) -> Bool {
    if let expiration { return now.milliseconds >= expiration }
    // A sum with the start could overflow: it comes from a disk.
    return now.milliseconds - Int64(SearchQuery.defaultExpiration * 1_000) >= start
  }

  /// Returns the first millisecond that is not before a date; a date beyond all time is never
  /// reached.
  package static func milliseconds(of date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.up)
    return Int64(exactly: min(max(milliseconds, -1e18), 1e18)) ?? .max
  }
}
