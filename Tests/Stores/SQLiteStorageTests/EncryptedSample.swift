import Activities
import Foundation
import GRDB
import Storage
import TestSupport

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// A store with something secret in each of its tables, and its key.
struct EncryptedSample {
  let scratch: Scratch
  let key = StoreKey.makeRandom().key
  static let user = "Zebrauser@example.org"

  init() throws { scratch = try Scratch() }

  func open(_ key: StoreKey?) throws -> SQLiteDonationStore {
    try SQLiteDonationStore(path: scratch.path(), key: key)
  }

  func open() throws -> SQLiteDonationStore { try open(key) }

  func fill(_ log: SQLiteDonationStore) async throws {
    let secret = try Secret.donation(true, at: 0)
    try await Secret.fill(log, with: secret, items: true)
    let user = try UserIdentifier(Self.user)
    _ = try await log.ingest(verbatim: [
      Sample.donation("Zebratrack", at: 5, by: user), Sample.donation("b", at: 6, by: user),
    ])
    var item = try SearchableItem(
      uniqueIdentifier: "Zebraitem2", domainIdentifier: "Zebradomain", title: "Zebra")
    item.keywords = ["Zebratag"]
    try await log.index([item], of: "org.example.Zebra.program", by: user, at: Sample.instant(7))
    let hints = try ["one", "two"].map { try Hint(of: UserActivity(activityType: "org.example.Zebra.\($0)")) }
    try await log.setHints(hints, in: .hints, of: "org.example.Zebra.program", for: .me)
    try await log.ingest(verbatim: [
      OwnPhrase(for: secret.activity, at: Sample.instant(8), phrase: Secret.marker("own")),
      OwnPhrase(at: Sample.instant(8), activityType: "org.example.Zebra.other", phrase: "Zebra, please"),
    ])
    try await log.changePlaces(of: .me) { places in
      for name in ["Zebraplace", "Zebra house"] {
        try places.add(NamedPlace(name, at: Place(latitude: 1, longitude: 2), milliseconds: 7))
      }
    }
    for word in ["Zebra", "Zebra crossing"] {
      var criteria = Deletion.Criteria()
      criteria.text = word
      let rule = try PrivacyRule(.drop, matching: criteria)
      try await log.changePrivacyRules { _ = $0.add(rule) }
    }
  }

  /// Returns how many needles are in the store's files; each would reveal something.
  func tellingBytes(_ more: [Data] = []) throws -> Int {
    let donation = try Secret.donation(true, at: 0)
    let digests = [donation.identity.rawValue.bytes, donation.identifier.rawValue.bytes]
    let needles = Secret.needles + digests + more
    return try scratch.names().reduce(0) { sum, name in
      let contents = try scratch.contents(name)
      return sum + needles.count { contents.range(of: $0) != nil }
    }
  }

  /// Returns every row of every table with content.
  static func rows(_ log: SQLiteDonationStore) async throws -> [String] {
    try await log.pool.read { db in
      try StoreSchema.tables.subtracting(EncryptionTable.tables + StoreSchema.wordIndexes + ["state"])
        .sorted().flatMap {
          table in
          try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1").map { row in
            table
              + row.map { "\($0.1)|\(($0.1.storage.value as? Data).map { $0.base64EncodedString() } ?? "")" }
              .joined(separator: ",")
          }
        }
    }
  }

  static func lines(_ log: SQLiteDonationStore) async throws -> [Data] {
    var lines: [Data] = []
    for try await line in log.lines() { lines.append(line) }
    return lines
  }
}
