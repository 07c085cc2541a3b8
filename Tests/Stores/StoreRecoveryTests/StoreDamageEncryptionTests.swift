import Activities
import Foundation
import GRDB
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("A damaged encrypted store is saved with its key, and with nothing else")
struct StoreDamageEncryptionTests {
  private let key = StoreKey.makeRandom().key
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func repair(_ key: StoreKey?, _ name: String = "saved.sqlite") async throws -> RecoveryReport {
    try await StoreRepair(of: scratch.path(), key: key).run(into: scratch.path(name))
  }

  private func reason(_ key: StoreKey?) async -> StoreError.Reason? {
    do {
      _ = try await repair(key)
      return nil
    } catch { return (error as? StoreError)?.reason }
  }

  /// Zeros the pages of some tables and indexes.
  private func damage(_ sample: DamageSample, _ names: Set<String>) throws {
    var sample = sample
    for (page, owner) in sample.pages.owner where names.contains(owner) {
      sample.files[""]?.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096))
    }
    _ = try sample.write(into: scratch)
  }

  @Test(
    "an undamaged store, in use or not, is saved completely, without plain text", arguments: [false, true])
  func whole(isOpen: Bool) async throws {
    let sample = try await DamageSample.make(isOpen: isOpen, key: key)
    _ = try sample.write(into: scratch)
    let report = try await repair(key)
    #expect(report.isComplete && report.mended == 0 && report.unreadable.isEmpty, "\(report)")
    #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path("saved.sqlite")) }
    let log = try SQLiteDonationStore(path: scratch.path("saved.sqlite"), key: key)
    #expect(try await StoreContents(of: log) == sample.contents)
    #expect(try await log.integrityProblems() == [])
    try log.close()
    let bytes = try scratch.contents("saved.sqlite")
    for needle in ["Open note", "long 5", "org.example", "Ticket", "note", "anna", "bertrand", "bank"] {
      #expect(bytes.range(of: Data(needle.utf8)) == nil, "\(needle)")
    }
  }

  @Test("without the list of tables, and without the table of users, its rows are saved")
  func damaged() async throws {
    let sample = try await DamageSample.make(key: key)
    try damage(sample, ["sqlite_schema", "donationByTime"])
    #expect(try await repair(key).saved[.donation] == 240)
    // The index of users still has the names.
    try damage(sample, ["user"])
    let report = try await repair(key, "second.sqlite")
    #expect(report.saved[.donation] == 240 && report.saved[.item] == 48 && report.saved[.hint] == 30)
    let log = try SQLiteDonationStore(path: scratch.path("second.sqlite"), key: key)
    let contents = try await StoreContents(of: log)
    #expect(contents.donations.mapValues(Set.init) == sample.contents.donations.mapValues(Set.init))
    #expect(contents.items == sample.contents.items && contents.hints == sample.contents.hints)
    #expect(contents.places == sample.contents.places && report.saved[.place] == 12)
    #expect(contents.rules == sample.contents.rules)
  }

  @Test("a changed byte in a row loses only that row, and never gives another row")
  func changedRows() async throws {
    let sample = try await DamageSample.make(key: key)
    let all = sample.contents.records
    var numbers = SeededNumbers(seed: 3)
    let pages = sample.pages.rows.filter { $0.value.count > 1 }.keys.sorted()
    var damaged = sample
    for page in pages.prefix(4) {
      damaged.files[""]?[(page - 1) * 4_096 + Int.random(in: 3_000..<4_096, using: &numbers)] ^= 0x20
    }
    _ = try damaged.write(into: scratch)
    let report = try await repair(key)
    let log = try SQLiteDonationStore(path: scratch.path("saved.sqlite"), key: key)
    let records = try await StoreContents(of: log).records
    #expect(records.isSubset(of: all))
    #expect(all.count - records.count <= 4)
    #expect((report.saved[.donation] ?? 0) >= 236)
  }

  @Test("without a key, the right key or the encryption row, the repair reports it and creates no file")
  func refusals() async throws {
    let sample = try await DamageSample.make(donations: 30, key: key)
    _ = try sample.write(into: scratch)
    #expect(await reason(nil) == .keyMissing)
    #expect(await reason(StoreKey.makeRandom().key) == .wrongKey)
    try damage(sample, ["encryption", "encryptionCopy"])
    #expect(await reason(nil) == .encryptionLost)
    #expect(await reason(key) == .encryptionLost)
    #expect(StoreError(.encryptionLost, at: "").description.contains("restore"))
    let plain = try await DamageSample.make(donations: 30)
    _ = try plain.write(into: scratch)
    #expect(await reason(key) == .notEncrypted)
    #expect(try scratch.names() == ["donations.sqlite"])
  }

  @Test(
    "a changed byte in both encryption rows is damage, not a wrong key; in one of them it is harmless")
  func changedEncryption() async throws {
    let sample = try await DamageSample.make(donations: 30, key: key)
    let pages = sample.pages.owner.filter { EncryptionTable.tables.contains($0.value) }.keys
    #expect(pages.count == 2)
    var damaged = sample
    for page in pages { damaged.files[""]?[page * 4_096 - 20] ^= 1 }
    _ = try damaged.write(into: scratch)
    #expect(await reason(key) == .encryptionLost)
    damaged = sample
    try damaged.files[""]?[#require(pages.first) * 4_096 - 20] ^= 1
    _ = try damaged.write(into: scratch)
    #expect(try await repair(key).saved[.donation] == 30)
  }
}
