internal import Activities
internal import Foundation
internal import GRDB
internal import Storage

/// Reads a user's donations for queries that the search index cannot answer: activities at an
/// earlier moment, and those that programs exclude from searches.
struct PastDonations {
  let db: Database
  let cipher: RowCipher
  let user: Int64
  /// The name of the user.
  let name: String

  /// Returns whether any activity or item is newer than a moment.
  ///
  /// - Complexity: O(log of the entries).
  func isAnyLater(than now: Instant) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM searchEntry WHERE user = ? AND time > ?)"),
      arguments: [user, now.milliseconds]) ?? false
  }

  /// Returns the activities that were used after a moment, in their state at that moment.
  ///
  /// - Complexity: O(log of the entries) if there are none, else O(donations of the user before the
  ///   moment).
  func activitiesUsedLater(
    than now: Instant
  ) throws -> [ActivityIdentity: FindableActivities.Activity] {
    let identities = try Data.fetchSet(
      db, sql: "SELECT identity FROM searchEntry WHERE user = ? AND time > ? AND identity IS NOT NULL",
      arguments: [user, now.milliseconds])
    var findable = FindableActivities()
    guard !identities.isEmpty else { return [:] }
    try each(of: identities, until: now) { logged in
      if logged.donation.activity.isEligibleForSearch { findable.add(logged) }
    }
    return findable.activities
  }

  /// Returns the activities by their donations up to a moment that are not eligible for search.
  ///
  /// - Complexity: O(size of the user's donations); reads few of them.
  func activitiesKeptOut(at now: Instant) throws -> [ActivityIdentity: FindableActivities.Activity] {
    var findable = FindableActivities()
    // Every ineligible line has this word literally: a line with an escaped word is not stored
    // verbatim.
    try each(until: now, withWord: "isEligibleForSearch") { logged in
      if !logged.donation.activity.isEligibleForSearch { findable.add(logged) }
    }
    return findable.activities
  }

  /// Calls the body with donations, in no particular order.
  ///
  /// An unreadable line is skipped; the integrity check reports it.
  ///
  /// - Parameters:
  /// - identities: The identities of the activities as in their column, or `nil` for all.
  /// - now: The moment of the last donation to read.
  /// - word: A word that their lines contain.
  /// - body: Called with each donation.
  func each(
    of identities: Set<Data>? = nil, until now: Instant? = nil, withWord word: String = "",
    _ body: (LoggedDonation) throws -> Void
  ) throws {
    let word = Data(word.utf8)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(StoredDonation.columns) FROM donation WHERE user = ? AND time <= ? AND instr(payload, ?)
        """,
      arguments: [user, now?.milliseconds ?? .max, cipher.isPlain ? word : Data()])
    var reader = PayloadReader(cipher, of: name)
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      guard identities?.contains(stored.identity) ?? true else { continue }
      if !cipher.isPlain, !word.isEmpty {
        guard let line = try? stored.content(of: name, cipher).line, line.range(of: word) != nil else {
          continue
        }
      }
      guard let logged = try? stored.logged(&reader) else { continue }
      try body(logged)
    }
  }
}
