import Activities
import DonationStoreContract
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// All promises of a store hold for an encrypted one.
@Suite("An encrypted store keeps the contract")
struct EncryptedContractTests {
  private let scratch: Scratch
  private let key = StoreKey.makeRandom().key

  init() throws { scratch = try Scratch() }

  private func log(_ name: String = "donations.sqlite") throws -> SQLiteDonationStore {
    try SQLiteDonationStore(path: scratch.path(name), key: key)
  }

  /// Checks that every row can be decrypted in its place and agrees with its columns, and that no
  /// words are indexed.
  private func check(_ log: SQLiteDonationStore) async throws {
    #expect(try await log.integrityProblems() == [])
    let words = try await log.read { db in
      try String.fetchAll(
        db, sql: "SELECT title || keywords || subtitle || attributes || offers FROM searchEntry")
    }
    #expect(words.allSatisfy { $0 == "0" })
  }

  @Test("an encrypted store keeps the contract of stores", arguments: DonationStoreContract.all)
  func keeps(contract: DonationStoreContract) async throws {
    let logs = Logs()
    try await contract.verify { try await logs.add { try log("\($0).sqlite") } }
    for log in await logs.logs { try await check(log) }
  }

  @Test("an encrypted store keeps its checkpoints valid under random changes", arguments: 1...3)
  func keepsCheckpoints(seed: UInt64) async throws {
    let log = try log()
    try await DonationStoreContract.checkpoints(atRandom: seed).verify { log }
    try await check(log)
  }

  /// The logs that a contract requested.
  private actor Logs {
    private(set) var logs: [SQLiteDonationStore] = []

    func add(_ make: @Sendable (Int) throws -> SQLiteDonationStore) throws -> SQLiteDonationStore {
      let log = try make(logs.count)
      logs.append(log)
      return log
    }
  }
}
