import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// Stores from a time when names could have control characters.
@Suite("Names that were stored before they were refused")
struct OldNameTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Creates a plain store in which another user's name was truncated at U+0000, with one more
  /// donation of its own user.
  private func store() async throws -> SQLiteDonationStore {
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await store.ingest(verbatim: (0..<2).map { try Sample.donation("t\($0)", at: $0) })
    try await store.pool.writeWithoutTransaction { db in
      let row = try #require(try Row.fetchOne(db, sql: "SELECT payload FROM donation WHERE sequence = 1"))
      let line = String(decoding: row[0] as Data, as: UTF8.self)
      let old = line.dropLast() + #","user":"me\u0000x","context":{"\u001b":1}}"#
      try db.execute(
        sql: "UPDATE donation SET payload = ? WHERE sequence = 1", arguments: [Data(old.utf8)])
    }
    try store.close()
    return try SQLiteDonationStore(path: scratch.path())
  }

  @Test("rows with an old name are read, and forgotten by any criterion")
  func forgetting() async throws {
    let store = try await store()
    #expect(try await store.allDonations(of: .me).count == 2)
    var criteria = Deletion.Criteria()
    criteria.activityType = "org.example.player.play"
    criteria.text = "t0"
    let receipt = try await store.forget(
      [Deletion(at: .afterAll(), matching: criteria)], rehearsing: false)
    #expect(receipt.donations == 1)
    #expect(try await store.allDonations(of: .me).map(\.donation.user) == [.me])
    #expect(try scratch.contents().range(of: Data("u0000".utf8)) == nil)
  }

  @Test("the other user's donations are not returned, and forgetting spares others")
  func separate() async throws {
    let store = try await store()
    let other = try UserIdentifier("me\u{0}x")
    #expect(try await store.allDonations(of: other).isEmpty)
    try await store.forget(Deletion(by: other, at: .afterAll(), matching: .everything))
    #expect(try await store.allDonations(of: .me).count == 2)
    #expect(throws: Never.self) { try store.close() }
  }

  @Test("an encrypted store keeps old names complete; decrypted, it opens, and they can be forgotten")
  func decrypting() async throws {
    let key = StoreKey.makeRandom().key
    let other = try UserIdentifier("me\u{0}x")
    let encrypted = try SQLiteDonationStore(path: scratch.path(), key: key)
    _ = try await encrypted.ingest(verbatim: [
      Sample.donation("a", at: 1), Sample.donation("b", at: 2, by: other),
    ])
    #expect(try await encrypted.allDonations(of: other).count == 1)
    try encrypted.close()
    try await SQLiteDonationStore.decrypt(path: scratch.path(), key: key)
    let plain = try SQLiteDonationStore(path: scratch.path())
    let users = try await plain.users().map(\.user)
    #expect(users.count == 2 && users.contains(.me))
    for user in users { try await plain.forget(Deletion(by: user, at: .afterAll(), matching: .everything)) }
    #expect(try await plain.users().isEmpty)
  }
}
