import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Opening a store")
struct StoreOpeningTests {
  @Test("opening makes the folder 0700 and the file 0600, with WAL and FULL")
  func makesTheStore() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path("a/b/donations.sqlite"))
    #expect(try scratch.mode("a") == 0o700)
    #expect(try scratch.mode("a/b") == 0o700)
    let information = try await log.information()
    #expect(information.mode == 0o600)
    #expect(information.journalMode == "wal")
    #expect(information.synchronous == 2)
    #expect(information.schemaVersion == StoreSchema.version)
    #expect(information.users.isEmpty)
    #expect(try await log.integrityProblems() == [])
    for file in ["a/b/donations.sqlite-wal", "a/b/donations.sqlite-shm"] {
      #expect(try scratch.mode(file) == 0o600)
    }
    try log.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("a/b")) == ["donations.sqlite"])
  }

  @Test("opening keeps the mode of an existing folder")
  func keepsTheFoldersMode() throws {
    let scratch = try Scratch()
    try scratch.setMode(0o755, of: "")
    try SQLiteDonationStore(path: scratch.path()).close()
    #expect(try scratch.mode("") == 0o755)
  }

  @Test("opening follows a link to the file, so that there is one journal")
  func followsLinks() throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path())
    #expect(try SQLiteDonationStore(path: scratch.path("link")).path == log.path)
  }

  @Test("opening refuses an unusable file, and leaves it and its folder unchanged", arguments: Refused.all)
  func refuses(refused: Refused) throws {
    let scratch = try Scratch()
    try refused.make(scratch)
    let names = try? scratch.names()
    let before = try? scratch.contents()
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == refused.reason)
    #expect(error?.path == scratch.path())
    #expect(error?.description.contains(scratch.folder.path) == false)
    #expect((try? scratch.names()) == names)
    #expect((try? scratch.contents()) == before)
  }

  @Test("a store can be created and opened through a link to its folder")
  func linkedFolder() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("real"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
    )
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("real"))
    for _ in 0..<2 { try SQLiteDonationStore(path: scratch.path("link/donations.sqlite")).close() }
    #expect(FileManager.default.fileExists(atPath: scratch.path("real/donations.sqlite")))
  }

  @Test("a disk without space for the shared-memory file counts as full for every operation")
  func noRoomForSharedMemory() {
    let error = StoreError(
      DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE) as any Error, at: "store")
    #expect(error.reason == .diskFull && error.description.contains("quota"))
  }

  @Test("many concurrent processes create one store", arguments: 1...5)
  func concurrentCreation(round: Int) async throws {
    let scratch = try Scratch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        group.addTask {
          let log = try SQLiteDonationStore(path: scratch.path())
          _ = try await log.ingest(verbatim: [Sample.donation("t\(writer)", at: Int64(writer))])
        }
      }
      try await group.waitForAll()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.users().map(\.donations) == [6])
    try log.close()
    #expect(try scratch.names() == ["donations.sqlite"])
  }
}

/// An unusable file at the store's path.
struct Refused: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let reason: StoreError.Reason
  let make: @Sendable (Scratch) throws -> Void

  init(
    _ testDescription: String, _ reason: StoreError.Reason,
    make: @escaping @Sendable (Scratch) throws -> Void
  ) {
    self.testDescription = testDescription
    self.reason = reason
    self.make = make
  }

  static let all = [
    Refused("a folder", .isFolder) {
      try FileManager.default.createDirectory(atPath: $0.path(), withIntermediateDirectories: false)
    },
    Refused("an empty file", .notADatabase) { try write(Data(), in: $0) },
    Refused("a text", .notADatabase) {
      try write(Data(String(repeating: "{\"v\":1}\n", count: 600).utf8), in: $0)
    },
    Refused("the beginning of a header", .notADatabase) { try write(Data("SQLite format 3\0".utf8), in: $0) },
    Refused("a database of another program", .foreign) {
      try foreign("CREATE TABLE book (title TEXT)", in: $0)
    },
    Refused("a database with another application id", .foreign) {
      try foreign("PRAGMA application_id = 77", in: $0)
    },
    Refused("a newer schema", .newerSchema(found: 99, known: StoreSchema.version)) {
      try store(in: $0, then: "PRAGMA user_version = 99")
    },
    Refused("a store without one of its tables", .damaged) { try store(in: $0, then: "DROP TABLE feedback") },
    header("the version of the format", at: 18, 0x85),
    header("the version of the format to read it", at: 19, 3),
    header("the size of a page", at: 16, 0x11),
    header("what a page reserves", at: 20, 0xFF, pageSize: 512),
    header("a constant", at: 21, 0x75),
    Refused("a store that was cut off", .damaged) {
      try store(in: $0)
      try write($0.contents().dropLast(4_096), in: $0)
    },
    Refused("a store whose list of tables is overwritten", .damaged) {
      try store(in: $0)
      var bytes = try $0.contents()
      bytes.replaceSubrange(100..<4_096, with: Data(repeating: 0xA5, count: 3_996))
      try write(bytes, in: $0)
    },
    Refused("a store that the group may read", .openToOthers(mode: 0o640)) {
      try store(in: $0)
      try $0.setMode(0o640)
    },
    Refused("a folder on the way is a file", .cannotCreate) {
      try FileManager.default.removeItem(at: $0.folder)
      try Data().write(to: $0.folder)
    },
  ]

  /// A store with one damaged byte in its header.
  private static func header(_ what: String, at place: Int, _ byte: UInt8, pageSize: UInt16? = nil) -> Refused
  {
    Refused("a store whose header has another value for \(what)", .damaged) {
      try store(in: $0)
      var bytes = try $0.contents()
      bytes[place] = byte
      if let pageSize { (bytes[16], bytes[17]) = (UInt8(pageSize >> 8), UInt8(pageSize & 0xFF)) }
      try write(bytes, in: $0)
    }
  }

  private static func write(_ bytes: Data, in scratch: Scratch) throws {
    try bytes.write(to: URL(filePath: scratch.path()))
    try scratch.setMode(0o600)
  }

  private static func store(in scratch: Scratch, then statement: String? = nil) throws {
    try SQLiteDonationStore(path: scratch.path()).close()
    if let statement { try run(statement, in: scratch) }
  }

  private static func foreign(_ statement: String, in scratch: Scratch) throws {
    try run(statement, in: scratch)
    try scratch.setMode(0o600)
  }

  private static func run(_ statement: String, in scratch: Scratch) throws {
    let queue = try DatabaseQueue(path: scratch.path())
    try queue.writeWithoutTransaction { try $0.execute(sql: statement) }
    try queue.close()
  }
}
