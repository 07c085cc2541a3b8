import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// Writes go into a file that nobody can find, and the journal is removed by name.
@Suite("A store that is moved, removed or replaced while it is open")
struct MovedStoreTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func store(_ name: String = "donations.sqlite", tracks: [String] = ["first"]) async throws
    -> SQLiteDonationStore
  {
    let store = try SQLiteDonationStore(path: scratch.path(name))
    _ = try await store.ingest(
      verbatim: tracks.enumerated().map { try Sample.donation($1, at: Int64($0)) })
    return store
  }

  private func expectMoved(_ body: () async throws -> Void) async {
    let error = await #expect(throws: StoreError.self) { try await body() }
    #expect(error?.reason == .moved)
  }

  private func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: scratch.path(name), toPath: scratch.path(other))
  }

  @Test(
    "a moved store acknowledges no more writes, whichever of its files was moved",
    arguments: ["", "-wal", "-shm"], [false, true])
  func refused(ending: String, isMoved: Bool) async throws {
    let store = try await store()
    let version = try await store.version(of: .me)
    let cursor = try #require(try await store.allDonations(of: .me).first).cursor
    let checkpoint = Checkpoint(
      key: "k", cursor: cursor, lastSequence: version.lastSequence, donations: 1, state: [1])
    let name = "donations.sqlite" + ending
    if isMoved {
      try move(name, to: "aside")
    } else {
      try FileManager.default.removeItem(atPath: scratch.path(name))
    }
    let donation = try Sample.donation("second", at: 5)
    await expectMoved { _ = try await store.ingest(IngestionBatch([.donation(donation)]), at: .afterAll()) }
    await expectMoved { try await store.forget(Deletion(at: .afterAll(), matching: .everything)) }
    await expectMoved { try await store.changePrivacyRules { $0.countIncognito(1) } }
    await expectMoved { _ = try await store.allDonations(of: .me) }
    await expectMoved { try await store.save([checkpoint], of: .me, generation: version.generation) }
  }

  @Test("a moved store accepts writes again as soon as its files are back")
  func back() async throws {
    let store = try await store()
    try move("donations.sqlite", to: "aside")
    let donation = try Sample.donation("second", at: 5)
    await expectMoved { _ = try await store.ingest(IngestionBatch([.donation(donation)]), at: .afterAll()) }
    try move("aside", to: "donations.sqlite")
    #expect(try await store.allDonations(of: .me).map(\.donation.activity.title) == ["Play first"])
    #expect(try await store.ingest([donation], at: .afterAll()).added == 1)
    try store.close()
    #expect(try await SQLiteDonationStore(path: scratch.path()).allDonations(of: .me).count == 2)
  }

  @Test("a moved store does not change the store that replaced it, or that store's journal")
  func replaced() async throws {
    let old = try await store()
    let new = try await store("new.sqlite", tracks: ["a", "b", "c"])
    // Like a store in use: all of it is in the journal.
    for ending in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: scratch.path() + ending)
      try FileManager.default.copyItem(
        atPath: scratch.path("new.sqlite") + ending, toPath: scratch.path() + ending)
    }
    try new.close()
    let before = try scratch.contents("donations.sqlite-wal")
    #expect(before.count > 0)
    let donation = try Sample.donation("second", at: 5)
    await expectMoved { _ = try await old.ingest(IngestionBatch([.donation(donation)]), at: .afterAll()) }
    try old.close()
    #expect(try scratch.contents("donations.sqlite-wal") == before)
    let found = try SQLiteDonationStore(path: scratch.path())
    #expect(try await found.allDonations(of: .me).count == 3)
    #expect(try await found.integrityProblems() == [])
  }

  @Test("a store moved with its folder has all acknowledged data at its new path")
  func folder() async throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: scratch.path("a"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let store = try await store("a/donations.sqlite")
    try move("a", to: "b")
    let donation = try Sample.donation("second", at: 5)
    await expectMoved { _ = try await store.ingest(IngestionBatch([.donation(donation)]), at: .afterAll()) }
    try store.close()
    let found = try SQLiteDonationStore(path: scratch.path("b/donations.sqlite"))
    #expect(try await found.allDonations(of: .me).map(\.donation.activity.title) == ["Play first"])
  }
}
