package import Activities
internal import Foundation
internal import GRDB

/// Writing the saved records of another store into a new one.
///
/// Records keep their identifiers, times and numbers, and privacy rules are not applied again. A
/// record that no line of a log can hold is skipped, so that it does not lose the others.
extension SQLiteDonationStore {
  /// Appends donations, each with its original line, or `nil` to encode a new one.
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

  /// Restores the places that a user has named.
  ///
  /// - Throws: ``StoreError``.
  package func restorePlaces(_ places: [NamedPlace], of user: UserIdentifier) async throws {
    guard cipher.canName(user) else { return }
    let places = places.filter { (try? StoredPlace.payload(of: $0)) != nil }
    try await changePlaces(of: user, checking: false) { $0 = NamedPlaces(places) }
  }

  /// Restores the items of a program with their times; this makes no other item expire.
  ///
  /// - Throws: ``StoreError``.
  package func restoreItems(
    _ items: [(item: SearchableItem, time: Int64)], of program: String, by user: UserIdentifier
  ) async throws {
    let items = items.filter { (try? StoredItem.payload(of: $0.item)) != nil }
    try await restore(items, of: program, by: user.name)
  }

  /// Restores privacy rules with their numbers and counts, and the other settings.
  ///
  /// - Throws: ``StoreError``.
  package func restore(_ rules: PrivacyRules) async throws {
    var rules = rules
    rules.rules.removeAll { (try? StoredRule.payload(of: $0)) == nil }
    let restored = rules
    _ = try await changePrivacyRules(checking: false) { $0 = restored }
  }

  /// The number of rows in each table that cannot be rebuilt from others.
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

  /// Closes the store so that the file alone is the whole store.
  ///
  /// Closing moves the journal into the file too, but does not report if it fails.
  ///
  /// - Throws: ``StoreError``.
  package func closeWithoutJournal() throws(StoreError) {
    try emptyJournal()
    try close()
  }
}
