package import Activities
internal import Foundation
internal import GRDB

/// Writing into a new store what was saved of another.
///
/// Records keep the identifiers, times and numbers that they had; no privacy rule applies to them a
/// second time. A record that no line of a log can hold is left out, and is no reason to lose the
/// others.
extension SQLiteDonationStore {
  /// Appends donations, each with the line that said it; `nil` if a line has to be made.
  ///
  /// - Throws: ``StoreError``.
  package func restore(_ donations: [(donation: Donation, line: [UInt8]?)]) async throws {
    let cipher = cipher
    let entries = donations.filter { donation, line in
      cipher.canName(donation.user) && (line != nil || (try? Payload.line(of: .donation(donation))) != nil)
    }.map { IngestionBatch.Entry(.donation($0.donation), line: $0.line) }
    _ = try await ingest(IngestionBatch(verbatim: entries), at: .latest)
  }

  /// Appends feedback.
  ///
  /// - Throws: ``StoreError``.
  package func restore(_ feedback: [Feedback]) async throws {
    let cipher = cipher
    _ = try await ingest(
      verbatim: feedback.filter { cipher.canName($0.user) && (try? FeedbackRow($0, cipher)) != nil })
  }

  /// Appends the users' own phrases.
  ///
  /// - Throws: ``StoreError``.
  package func restore(_ phrases: [OwnPhrase]) async throws {
    let cipher = cipher
    _ = try await ingest(
      verbatim: phrases.filter { cipher.canName($0.user) && (try? PhraseRow($0, cipher)) != nil })
  }

  /// Restores the places to which a user has given names.
  ///
  /// - Throws: ``StoreError``.
  package func restorePlaces(_ places: [NamedPlace], of user: UserIdentifier) async throws {
    guard cipher.canName(user) else { return }
    let places = places.filter { (try? StoredPlace.payload(of: $0)) != nil }
    try await changePlaces(of: user, checking: false) { $0 = NamedPlaces(places) }
  }

  /// Restores the items of a program, with the time that each had; nothing expires by it.
  ///
  /// - Throws: ``StoreError``.
  package func restoreItems(
    _ items: [(item: SearchableItem, time: Int64)], of program: String, by user: UserIdentifier
  ) async throws {
    let items = items.filter { (try? StoredItem.payload(of: $0.item)) != nil }
    try await restore(items, of: program, by: user.name)
  }

  /// Restores privacy rules, with their numbers and counts, and the settings beside them.
  ///
  /// - Throws: ``StoreError``.
  package func restore(_ rules: PrivacyRules) async throws {
    var rules = rules
    rules.rules.removeAll { (try? StoredRule.payload(of: $0)) == nil }
    let restored = rules
    _ = try await changePrivacyRules(checking: false) { $0 = restored }
  }

  /// The number of rows in each table that cannot be made anew from others.
  package struct RowCounts: Sendable {
    package let donations, feedback, phrases, hints, places, items, rules: Int
  }

  /// Counts the rows.
  ///
  /// - Throws: ``StoreError``.
  package func countRows() async throws -> RowCounts {
    try await read { db in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      return RowCounts(
        donations: try count("donation"), feedback: try count("feedback"), phrases: try count("phrase"),
        hints: try count("hint"), places: try count("namedPlace"),
        items: try count("searchEntry WHERE identity IS NULL"),
        rules: try count("doorRule"))
    }
  }

  /// Closes the store so that the file alone is all of it.
  ///
  /// Closing moves the journal into the file too, but says nothing if it cannot.
  ///
  /// - Throws: ``StoreError``.
  package func closeWithoutJournal() throws(StoreError) {
    try emptyJournal()
    try close()
  }
}
