package import Activities
package import Foundation

/// The facts that an index has about an activity or an item, so that it can be ranked without being
/// read.
package struct SearchEntry: Sendable {
  /// The number by which the index finds it again.
  package let number: Int64
  /// The identity of the activity; `nil` for an item.
  package let identity: ActivityIdentity?
  /// The program that donated it last, or indexed it.
  package let program: String
  /// The item's own identifier, or the one that the activity is linked to.
  package let item: String?
  /// The number of donations that made it findable by the moment that is asked about.
  package let uses: Int
  /// The newest of them; for an item when it was indexed.
  package let latest: LogCursor
  /// The time at which it expires by its own word, in milliseconds since 1970.
  package let expiration: Int64?
  /// The words by which it is found.
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

  /// Returns whether it can no longer be found at a moment.
  ///
  /// An activity expires by its own date only, an item by the usual time too.
  func isExpired(at now: Instant) -> Bool {
    guard identity == nil else { return expiration.map { now.milliseconds >= $0 } ?? false }
    return Self.isExpired(at: now, expiration: expiration, since: latest.milliseconds)
  }

  /// Returns whether an item that expires at a moment of its own, or else the usual time after it
  /// was indexed, has expired.
  package static func isExpired(at now: Instant, expiration: Int64?, since start: Int64) -> Bool {
    if let expiration { return now.milliseconds >= expiration }
    // A sum with the start could overflow: it was read from a disk.
    return now.milliseconds - Int64(SearchQuery.defaultExpiration * 1_000) >= start
  }

  /// The first millisecond at which a date has come; a date beyond all time never comes.
  package static func milliseconds(of date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.up)
    return Int64(exactly: min(max(milliseconds, -1e18), 1e18)) ?? .max
  }
}
