import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("A journal that is not the store's own")
struct StrangeJournalTests {
  /// A store created next to it would immediately have pages of the other one.
  @Test(
    "a journal that a store left behind is refused before a new store is created there",
    arguments: ["-wal", "-journal"])
  func left(suffix: String) async throws {
    let (scratch, name) = (try Scratch(), "donations.sqlite" + suffix)
    try await scratch.leaveJournal(named: name)
    let before = try scratch.contents(name)
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path(name))
    #expect(try scratch.names() == [name] && scratch.contents(name) == before)
    try FileManager.default.moveItem(atPath: scratch.path(name), toPath: scratch.path("aside"))
    try SQLiteDonationStore(path: scratch.path()).close()
  }

  @Test("an empty journal is ignored")
  func empty() throws {
    let scratch = try Scratch()
    for suffix in ["-wal", "-journal"] {
      try Data().write(to: URL(filePath: scratch.path() + suffix))
      try scratch.setMode(0o600, of: "donations.sqlite" + suffix)
    }
    try SQLiteDonationStore(path: scratch.path()).close()
    #expect(try scratch.names().contains("donations.sqlite"))
  }

  /// SQLite would write the pages of the other database over those of the store, and truncate the
  /// store.
  @Test("a strange journal next to a store is refused, and the store is unchanged")
  func rollback() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<50).map { try Sample.donation("t\($0)", at: $0) })
    try log.close()
    try scratch.leaveRollbackJournal(named: "donations.sqlite-journal")
    let (before, journal) = (try scratch.contents(), try scratch.contents("donations.sqlite-journal"))
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path("donations.sqlite-journal"))
    #expect(try scratch.contents() == before && scratch.contents("donations.sqlite-journal") == journal)
  }

  @Test("a store in another journal mode is opened as before")
  func otherMode() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 1)])
    try log.close()
    let queue = try DatabaseQueue(path: scratch.path())
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    let again = try SQLiteDonationStore(path: scratch.path())
    #expect(try await again.allDonations(of: .me).count == 1)
  }

  /// SQLite would delete the file that the journal names, whatever it is.
  @Test(
    "a journal that names a super-journal is refused, whatever the store's journal mode is",
    arguments: ["WAL", "DELETE"])
  func superJournal(mode: String) throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    let queue = try DatabaseQueue(path: scratch.path())
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = \(mode)") }
    try queue.close()
    try Data("only copy".utf8).write(to: URL(filePath: scratch.path("thesis.tex")))
    func number(_ value: Int) -> [UInt8] {
      unsafe withUnsafeBytes(of: UInt32(value).bigEndian) { unsafe Array($0) }
    }
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let pages = try scratch.contents().count / 4_096
    let head = mark + [0, 0, pages, 512, 4_096].flatMap(number)
    let name = Array(scratch.path("thesis.tex").utf8)
    let record =
      number((1 << 30) / 4_096 + 1) + name + number(name.count) + number(name.reduce(0) { $0 + Int($1) })
      + mark
    let journal = "donations.sqlite-journal"
    try Data(head + [UInt8](repeating: 0, count: 512 - head.count) + record).write(
      to: URL(filePath: scratch.path(journal)))
    try scratch.setMode(0o600, of: journal)
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path(journal))
    #expect(try scratch.names().contains("thesis.tex"))
  }

  /// Every command read it completely, and used 40 bytes of memory for each page.
  @Test("a journal's huge tail that was never written is not read", arguments: [false, true])
  func sparse(isDamaged: Bool) async throws {
    let scratch = try Scratch()
    try await scratch.leaveJournal(named: "journal")
    var bytes = try scratch.contents("journal")
    if isDamaged { bytes[bytes.count / 2] ^= 1 }
    for name in ["short", "long"] { try bytes.write(to: URL(filePath: scratch.path(name))) }
    let long = try FileHandle(forWritingTo: URL(filePath: scratch.path("long")))
    try long.truncate(atOffset: 1 << 40)
    try long.close()
    let journals = try ["short", "long"].map { name in
      let file = try #require(ReadOnlyFile(path: scratch.path(name)))
      return try #require(Journal(file, pageSize: 4_096))
    }
    #expect(journals[1].frames.count <= journals[0].frames.count + 2)
    #expect(journals[0].losesCommits == journals[1].losesCommits)
    #expect(journals[0].readable == journals[1].readable)
  }

  @Test("a store cannot be created with the name of a journal", arguments: ["-wal", "-shm", "-journal"])
  func nameOfJournal(suffix: String) throws {
    let scratch = try Scratch()
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path() + suffix) }
    #expect(error?.reason == .nameOfJournal)
    #expect(try scratch.names().isEmpty)
  }

  /// A store called `donations.sqlite-shm` was truncated and removed when `donations.sqlite` was
  /// opened.
  @Test(
    "an existing store with such a name opens as before, and is never used as a journal",
    arguments: ["-wal", "-shm", "-journal"], [false, true])
  func storeOfThatName(suffix: String, isOpen: Bool) async throws {
    let (scratch, name) = (try Scratch(), "donations.sqlite" + suffix)
    try SQLiteDonationStore(path: scratch.path("other")).close()
    try FileManager.default.moveItem(atPath: scratch.path("other"), toPath: scratch.path(name))
    let store = try SQLiteDonationStore(path: scratch.path(name))
    _ = try await store.ingest(verbatim: [Sample.donation("a", at: 1)])
    if !isOpen { try store.close() }
    let before = try scratch.contents(name)
    for makesOther in [true, false] {
      if !makesOther {
        try SQLiteDonationStore(path: scratch.path("other")).close()
        try FileManager.default.moveItem(atPath: scratch.path("other"), toPath: scratch.path())
      }
      let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
      #expect(error?.reason == .strangeJournal && error?.path == scratch.path(name))
      #expect(try scratch.contents(name) == before)
    }
    if isOpen { try store.close() }
    #expect(try await SQLiteDonationStore(path: scratch.path(name)).allDonations(of: .me).count == 1)
  }

  @Test("a store's path is recognised by its header, its name and the files next to it")
  func places() async throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    func isTaken(_ name: String) -> Bool {
      StoreLocation.isTaken(scratch.path(name), environment: ["HUNCH_STORE": scratch.path("usual")])
    }
    try SQLiteDonationStore(path: scratch.path("plain")).close()
    try SQLiteDonationStore(path: scratch.path("secret"), key: StoreKey.makeRandom().key).close()
    let open = try SQLiteDonationStore(path: scratch.path("open"))
    for store in ["plain", "secret", "open", "usual"] {
      for suffix in ["", "-wal", "-shm", "-journal"] { #expect(isTaken(store + suffix), "\(store)\(suffix)") }
    }
    try open.close()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("plain"))
    #expect(isTaken("link"))
    try await other.leaveJournal()
    try FileManager.default.copyItem(
      atPath: other.path("donations.sqlite-wal"), toPath: scratch.path("gone-wal"))
    #expect(isTaken("gone-wal"), "the journal of a store that was removed")
    try scratch.write("page.html", "<html>")
    try scratch.write("notes-wal", "about walls")
    for name in ["page.html", "notes-wal", "new", "new-wal"] { #expect(!isTaken(name), "\(name)") }
  }
}
