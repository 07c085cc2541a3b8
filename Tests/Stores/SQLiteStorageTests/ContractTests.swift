import Activities
import DonationStoreContract
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import SQLiteStorageExercises

@Test("SQLiteDonationStore keeps the contract", arguments: DonationStoreContract.all)
func sqliteStoreKeeps(contract: DonationStoreContract) async throws {
  let stores = try NewStores()
  try await contract.verify { try await stores.make() }
  for store in await stores.made { #expect(try await store.integrityProblems() == []) }
}

@Test("SQLiteDonationStore keeps its checkpoints valid under random changes", arguments: 1...8)
func sqliteStoreKeepsCheckpoints(seed: UInt64) async throws {
  let stores = try NewStores()
  try await DonationStoreContract.checkpoints(atRandom: seed).verify { try await stores.make() }
  for store in await stores.made { #expect(try await store.integrityProblems() == []) }
}

@Test("a store that is reopened for every call keeps the contract", arguments: DonationStoreContract.all)
func reopenedStoreKeeps(contract: DonationStoreContract) async throws {
  let stores = try NewStores()
  try await contract.verify { ReopeningStore(path: await stores.path()) }
}

/// Stores of a contract, each in a new file.
private actor NewStores {
  private(set) var made: [SQLiteDonationStore] = []
  private let scratch: Scratch
  private var paths = 0

  init() throws { scratch = try Scratch() }

  func make() throws -> SQLiteDonationStore {
    let store = try SQLiteDonationStore(path: path())
    made.append(store)
    return store
  }

  func path() -> String {
    paths += 1
    return scratch.path("\(paths).sqlite")
  }
}

/// A store that is opened for each call, so that nothing can be answered from memory.
private struct ReopeningStore: ForwardingDonationStore {
  let path: String

  func base() throws -> any DonationStore { try SQLiteDonationStore(path: path) }
}
