import Activities
import Foundation
import GRDB
import Testing

@testable import DonationStore

@Suite("A journal that is not the store's own")
struct StrangeJournalTests {
  /// Leaves in a folder the journal of a store that was in use, and nothing else of it.
  private static func leaveJournal(in scratch: Scratch, named name: String = "donations.sqlite-wal")
    async throws
  {
    let other = try Scratch()
    let log = try SQLiteDonationLog(path: other.path())
    _ = try await log.append((0..<20).map { try Sample.donation("old \($0)", at: $0) })
    try FileManager.default.copyItem(
      atPath: other.path("donations.sqlite-wal"), toPath: scratch.path(name))
    try log.close()
  }

  /// Leaves the rollback journal of a transaction in another database that was never finished.
  private static func leaveRollbackJournal(in scratch: Scratch, named name: String) throws {
    let other = try Scratch()
    let queue = try DatabaseQueue(path: other.path("other.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; CREATE TABLE t (x)")
      for number in 0..<40 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?)", arguments: [Data(repeating: UInt8(number), count: 4_000)])
      }
      try db.execute(sql: "BEGIN; UPDATE t SET x = zeroblob(4000)")
      try FileManager.default.copyItem(
        atPath: other.path("other.sqlite-journal"), toPath: scratch.path(name))
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try scratch.setMode(0o600, of: name)
  }

  /// Made beside it, a store would at once have pages of the other one.
  @Test(
    "that was left behind by a store is refused before a new store is made there",
    arguments: ["-wal", "-journal"])
  func left(suffix: String) async throws {
    let (scratch, name) = (try Scratch(), "donations.sqlite" + suffix)
    try await Self.leaveJournal(in: scratch, named: name)
    let before = try scratch.contents(name)
    let error = #expect(throws: StoreError.self) { try SQLiteDonationLog(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path(name))
    #expect(try scratch.names() == [name] && scratch.contents(name) == before)
    try FileManager.default.moveItem(atPath: scratch.path(name), toPath: scratch.path("aside"))
    try SQLiteDonationLog(path: scratch.path()).close()
  }

  @Test("that is empty is nothing")
  func empty() throws {
    let scratch = try Scratch()
    for suffix in ["-wal", "-journal"] {
      try Data().write(to: URL(filePath: scratch.path() + suffix))
      try scratch.setMode(0o600, of: "donations.sqlite" + suffix)
    }
    try SQLiteDonationLog(path: scratch.path()).close()
    #expect(try scratch.names().contains("donations.sqlite"))
  }

  /// SQLite would write the pages of the other database over those of the store, and cut the store off.
  @Test("beside a store is refused, and the store stays as it was")
  func rollback() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationLog(path: scratch.path())
    _ = try await log.append((0..<50).map { try Sample.donation("t\($0)", at: $0) })
    try log.close()
    try Self.leaveRollbackJournal(in: scratch, named: "donations.sqlite-journal")
    let (before, journal) = (try scratch.contents(), try scratch.contents("donations.sqlite-journal"))
    let error = #expect(throws: StoreError.self) { try SQLiteDonationLog(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path("donations.sqlite-journal"))
    #expect(try scratch.contents() == before && scratch.contents("donations.sqlite-journal") == journal)
    let report = try StoreSalvage(of: scratch.path()).rehearse()
    #expect(report.saved[.donation] == 50)
  }

  @Test("a store in another journal mode is opened as before")
  func otherMode() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationLog(path: scratch.path())
    _ = try await log.append([Sample.donation("a", at: 1)])
    try log.close()
    let queue = try DatabaseQueue(path: scratch.path())
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    let again = try SQLiteDonationLog(path: scratch.path())
    #expect(try await again.allDonations(of: .me).count == 1)
  }

  @Test(
    "what a repair saves gets no such name, and no such neighbour", arguments: ["-wal", "-shm", "-journal"])
  func salvage(suffix: String) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationLog(path: scratch.path())
    _ = try await log.append([Sample.donation("a", at: 1)])
    try log.close()
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.folder.path)
    for target in [scratch.path() + suffix, link + "/donations.sqlite" + suffix] {
      let error = await #expect(throws: StoreError.self) {
        try await StoreSalvage(of: scratch.path()).run(into: target)
      }
      #expect(error?.reason == .nameOfJournal, "\(target)")
    }
    #expect(try scratch.names() == ["donations.sqlite", "link"])
    guard suffix != "-shm" else { return }
    try await Self.leaveJournal(in: scratch, named: "saved.sqlite" + suffix)
    let error = await #expect(throws: StoreError.self) {
      try await StoreSalvage(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    }
    #expect(error?.reason == .strangeJournal)
    #expect(try scratch.names() == ["donations.sqlite", "link", "saved.sqlite" + suffix])
  }
}

@Suite("A new file")
struct NewFileTests {
  @Test("has one name at every moment, and is this user's alone")
  func names() throws {
    let scratch = try Scratch()
    let file = NewFile(at: scratch.path("key"))
    try file.begin()
    let draft = URL(filePath: file.draft).lastPathComponent
    #expect(try scratch.names() == [draft] && scratch.mode(draft) == 0o600)
    try file.finish()
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("key"))
    #expect(try scratch.names() == ["key"] && attributes[.referenceCount] as? Int == 1)
    file.remove()
    #expect(try scratch.names() == ["key"])
  }

  @Test("takes nothing's place")
  func taken() throws {
    let scratch = try Scratch()
    try Data("mine".utf8).write(to: scratch.folder.appending(path: "key"))
    let file = NewFile(at: scratch.path("key"))
    try file.begin()
    #expect(throws: NewFile.Problem.taken) { try file.finish() }
    file.remove()
    #expect(try scratch.names() == ["key"] && scratch.contents("key") == Data("mine".utf8))
  }

  @Test("cannot be begun in a folder that is not there")
  func refused() throws {
    let scratch = try Scratch()
    #expect(throws: NewFile.Problem.refused(code: ENOENT)) { try NewFile(at: scratch.path("no/key")).begin() }
  }
}
