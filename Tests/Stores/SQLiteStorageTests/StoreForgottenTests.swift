import Activities
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Imports skip forgotten donations")
struct StoreForgottenTests {
  private func imported(_ donations: [Donation], into log: SQLiteDonationStore) async throws -> AppendReceipt
  {
    var batch = IngestionBatch(donations.map(LogRecord.donation))
    batch.leavesOutForgotten = true
    return try await log.ingest(batch, at: Sample.instant(1_000)).donations
  }

  private func forget(_ donation: Donation, in log: SQLiteDonationStore) async throws {
    var criteria = Deletion.Criteria()
    criteria.donation = donation.identifier
    try await log.forget(Deletion(at: Sample.instant(999), matching: criteria))
  }

  @Test(
    "imports skip forgotten donations even after the store was closed, encrypted, given another key, and decrypted"
  )
  func encrypted() async throws {
    let scratch = try Scratch()
    let donations = [try Sample.donation("a", at: 1), try Sample.donation("b", at: 200)]
    var log = try SQLiteDonationStore(path: scratch.path())
    _ = try await imported(donations, into: log)
    try await forget(donations[0], in: log)
    try log.close()
    let (one, two) = (StoreKey.makeRandom().key, StoreKey.makeRandom().key)
    func check(_ key: StoreKey?) async throws {
      log = try SQLiteDonationStore(path: scratch.path(), key: key)
      #expect(try await imported(donations, into: log) == AppendReceipt(duplicates: 1, stayedForgotten: 1))
      #expect(try await log.stayingForgotten(among: donations) == [donations[0].identifier])
      try log.close()
    }
    try await check(nil)
    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: one)
    try await check(one)
    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: two, replacing: one)
    try await check(two)
    try await SQLiteDonationStore.decrypt(path: scratch.path(), key: two)
    try await check(nil)
  }

  @Test(
    "forgetting works even if the secret of the hashes is damaged, and reports unrecorded donations",
    arguments: [
      "UPDATE forgottenSecret SET secret = x'00'", "UPDATE forgottenSecret SET secret = zeroblob(31)",
      "UPDATE forgottenSecret SET secret = x''",
    ], [false, true])
  func damagedSecret(damage: String, isEncrypted: Bool) async throws {
    let scratch = try Scratch()
    let key = isEncrypted ? StoreKey.makeRandom().key : nil
    let log = try SQLiteDonationStore(path: scratch.path(), key: key)
    let donations = try (0..<3).map { try Sample.donation("track \($0)", at: Int64($0) * 100) }
    _ = try await imported(donations, into: log)
    try await forget(donations[0], in: log)
    try await log.pool.write { db in try db.execute(sql: damage) }
    var criteria = Deletion.Criteria()
    criteria.donation = donations[1].identifier
    let receipt = try await log.forget(
      [Deletion(at: Sample.instant(999), matching: criteria)], rehearsing: false)
    #expect(receipt.donations == 1 && receipt.unnoted == 1)
    #expect(try await log.allDonations(of: .me).map(\.donation.identifier) == [donations[2].identifier])
    // Instead of restoring forgotten donations, an import reports that the store is damaged.
    await #expect(throws: StoreError.self) { try await imported(donations, into: log) }
  }

  @Test("two stores have different numbers for the same donation, and a number reveals nothing")
  func keyed() async throws {
    var numbers: [Set<Int64>] = []
    for _ in 0..<2 {
      let scratch = try Scratch()
      let log = try SQLiteDonationStore(path: scratch.path())
      let donation = try Sample.donation("a", at: 1)
      _ = try await imported([donation], into: log)
      try await forget(donation, in: log)
      numbers.append(
        try await log.pool.read { db in Set(try Int64.fetchAll(db, sql: "SELECT fingerprint FROM forgotten"))
        })
    }
    #expect(numbers[0].count == 2 && numbers[1].count == 2 && numbers[0].isDisjoint(with: numbers[1]))
  }
}
