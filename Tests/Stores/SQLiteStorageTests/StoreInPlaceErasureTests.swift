import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Erasing bytes in place")
struct StoreInPlaceErasureTests {
  private static let secret = "Zebrafinch"

  private func forgetting(_ name: String) throws -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = name
    return try Deletion(at: Sample.instant(1_000_000), matching: criteria)
  }

  /// VACUUM needed the size of the store in memory.
  @Test(
    "an erasure takes little memory, however large the store is (regression: 533 MB for a store of 467 MB)",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer has memory of its own"))
  func memory() async throws {
    let scratch = try Scratch()
    try await fill(scratch, megabytes: 40)
    let said = try await Child.run(["forget", scratch.path(), "one"]).split(separator: "\n")
    #expect(said.first == "forgot 1")
    let kilobytes = try #require(said.last.flatMap { Int($0.dropFirst(5)) })
    #expect(kilobytes < 24_000)
    #expect(try scratch.contents().range(of: Data("\(Self.secret) 100\"".utf8)) == nil)
  }

  /// Writes a store with 40 donations per megabyte, one of them with the name "one".
  private func fill(_ scratch: Scratch, megabytes: Int64) async throws {
    let log = try SQLiteDonationStore(path: scratch.path())
    let long = String(repeating: "x", count: 25_000)
    for first in stride(from: 0, to: megabytes * 40, by: 80) {
      _ = try await log.ingest(
        verbatim: (first..<first + 80).map { second in
          var activity = try UserActivity(
            activityType: "org.example.notes.open", title: "\(Self.secret) \(second)",
            userInfo: ["note": .string(long)], requiredUserInfoKeys: [])
          activity.persistentIdentifier = second == 100 ? "one" : "others"
          return try Donation(of: activity, in: Context(at: Sample.instant(second)))
        })
    }
    try log.close()
  }

  @Test(
    "an erasure keeps every line, and leaves only zeros in unused space",
    arguments: 1...4 as ClosedRange<UInt64>)
  func unused(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for _ in 0..<20 {
      _ = try await log.ingest(
        verbatim: (0..<Int.random(in: 1...80, using: &numbers)).map { _ in
          let length = Int.random(in: 0...9, using: &numbers) == 0 ? 30_000 : 300
          return try Sample.donation(
            "\(numbers.next())"
              + String(repeating: "x", count: Int.random(in: 1...length, using: &numbers)),
            at: Int64.random(in: 0..<100_000, using: &numbers),
            persistentIdentifier: Bool.random(using: &numbers) ? "secret" : nil)
        })
    }
    // As a library leaves it that does not overwrite deleted rows.
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM donation WHERE sequence % 3 = 0")
      try db.execute(sql: "UPDATE user SET donations = (SELECT count(*) FROM donation)")
      try db.execute(sql: "UPDATE state SET unerased = 1; PRAGMA secure_delete = ON")
    }
    let lines = try await log.lines().reduce(into: []) { $0.append($1) }
    try await log.eraseForgotten()
    #expect(try await log.lines().reduce(into: []) { $0.append($1) } == lines)
    try log.close()
    #expect(try dirtyPages(of: scratch.contents()) == [], "seed \(seed)")
    let again = try SQLiteDonationStore(path: scratch.path())
    #expect(try await again.lines().reduce(into: []) { $0.append($1) } == lines)
    #expect(
      try await again.pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
  }

  /// Returns the pages of trees and the free pages with bytes other than zeros in unused space.
  private func dirtyPages(of file: Data) throws -> [Int] {
    let bytes = [UInt8](file)
    var (trunk, free): (Int, Set<Int>) = (Int(bytes.bigEndian32(at: 32)), [])
    var dirty: [Int] = []
    func page(_ number: Int) -> [UInt8] { Array(bytes[(number - 1) * 4_096..<number * 4_096]) }
    while trunk != 0 {
      let (page, count) = (page(trunk), Int(page(trunk).bigEndian32(at: 4)))
      if page[(8 + 4 * count)...].contains(where: { $0 != 0 }) { dirty.append(trunk) }
      free.formUnion((0..<count).map { Int(page.bigEndian32(at: 8 + 4 * $0)) } + [trunk])
      trunk = Int(page.bigEndian32(at: 0))
    }
    for number in 1...bytes.count / 4_096 {
      let page = page(number)
      // Pages with rests of long lines begin with a number that is less than 2^24 here.
      if free.contains(number) {
        if page[0] != 0 { dirty.append(number) }
      } else if let tree = TreePage(page, number: number) {
        let parts = try #require(tree.unusedParts(beside: tree.cells))
        if parts.contains(where: { page[$0].contains { $0 != 0 } }) { dirty.append(number) }
      }
    }
    return dirty
  }

  @Test("neither this connection nor another writes back cached pages")
  func remembered() async throws {
    let scratch = try Scratch()
    let (log, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    _ = try await log.ingest(verbatim: secrets())
    try await deleteSecrets(in: log)
    // Both writing connections have cached all pages, with the bytes.
    for store in [log, other] {
      let length = try await store.pool.writeWithoutTransaction { db in
        try Int.fetchOne(db, sql: "SELECT sum(length(payload)) FROM donation")
      }
      #expect(length ?? 0 > 0)
    }
    try await log.eraseForgotten()
    // This one first: after another connection's write it would read the pages again.
    for (index, store) in [log, other].enumerated() {
      _ = try await store.ingest(verbatim: [Sample.donation("u\(index)", at: 2_000 + Int64(index))])
      try expectNoSecrets(in: scratch)
    }
    #expect(try await log.integrityProblems() == [])
  }

  private func secrets() throws -> [Donation] {
    try (0..<100).map { try Sample.donation($0 % 3 == 0 ? "\(Self.secret) \($0)" : "t\($0)", at: $0) }
  }

  /// Leaves their bytes, like a library that does not overwrite deleted rows.
  private func deleteSecrets(in log: SQLiteDonationStore) async throws {
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA secure_delete = OFF; DELETE FROM donation WHERE instr(payload, CAST('\(Self.secret)' AS BLOB));
          UPDATE user SET donations = (SELECT count(*) FROM donation); UPDATE state SET unerased = 1;
          PRAGMA secure_delete = ON
          """)
    }
  }

  private func expectNoSecrets(in scratch: Scratch) throws {
    for name in try scratch.names() {
      #expect(try scratch.contents(name).range(of: Data(Self.secret.utf8)) == nil, "\(name)")
    }
  }

  @Test(
    "an erasure starts again if another process forgot meanwhile (regression: the first one cleared the note)"
  )
  func forgottenMeanwhile() async throws {
    let scratch = try Scratch()
    let (log, other) = (
      try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.1),
      try SQLiteDonationStore(path: scratch.path())
    )
    _ = try await log.ingest(verbatim: [
      Sample.donation("a", at: 0, persistentIdentifier: "a"),
      Sample.donation(Self.secret, at: 1, persistentIdentifier: "b"), Sample.donation("c", at: 2),
    ])
    let path = log.path
    let (first, second) = (try forgetting("a"), try forgetting("b"))
    let cipher = log.cipher
    _ = try await log.write { db in try SQLiteDonationStore.forgetRows([first], in: db, cipher) }
    try await log.pool.writeWithoutTransaction { db in try Erasure(on: db, at: path).remakeWords() }
    _ = try await other.write { db in try SQLiteDonationStore.forgetRows([second], in: db, cipher) }
    let isDone = try await log.pool.writeWithoutTransaction { db in
      try Erasure.emptyJournal(db)
      return try Erasure(on: db, at: path).overwriteUnusedBytes()
    }
    #expect(!isDone)
    #expect(try await other.information().erasureIsDue)
    try await log.eraseForgotten()
    #expect(try await other.information().erasureIsDue == false)
    for name in try scratch.names() {
      let contents = try scratch.contents(name)
      #expect(contents.range(of: Data(Self.secret.utf8)) == nil, "\(name)")
      #expect(contents.range(of: Data(Self.secret.lowercased().utf8)) == nil, "\(name)")
    }
  }

  @Test("an erasure leaves a file with another layout to SQLite")
  func otherLayout() async throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    try await scratch.foreignConnection().writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = FULL; VACUUM; PRAGMA journal_mode = WAL")
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: secrets())
    try await deleteSecrets(in: log)
    try await log.eraseForgotten()
    #expect(try await log.information().erasureIsDue == false)
    try expectNoSecrets(in: scratch)
    #expect(try await log.integrityProblems() == [])
  }

  @Test("a file shrinks if much is forgotten, and does not grow if little is")
  func size() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(
      verbatim: (0..<2_000).map {
        try Sample.donation("\($0)", at: $0, persistentIdentifier: $0 == 7 ? "one" : "others")
      })
    try log.emptyJournal()
    let full = try scratch.contents().count
    #expect(try await log.forget(forgetting("one")) == 1)
    #expect(try scratch.contents().count <= full)
    #expect(try await log.forget(forgetting("others")) == 1_999)
    // Each leaves two hashes, so that an import skips it.
    #expect(try scratch.contents().count < full / 4 + 2_000 * 2 * 16)
  }

  @Test(
    "forgetting everything needs little space in the journal (regression: it failed on a full disk)"
  )
  func journal() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.05)
    _ = try await log.ingest(verbatim: (0..<4_000).map { try Sample.donation("\($0 % 20)", at: $0) })
    try log.emptyJournal()
    let reader = try scratch.foreignConnection()
    try await reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM donation")
    }
    let full = try scratch.contents().count
    await #expect(throws: StoreError.self) {
      try await log.forget(Deletion(at: Sample.instant(1_000_000), matching: .everything))
    }
    #expect(try await log.users().isEmpty)
    #expect(try scratch.contents("donations.sqlite-wal").count < full / 4)
    try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    try await log.eraseForgotten()
    #expect(try scratch.contents().count < full / 4)
    #expect(try await log.integrityProblems() == [])
    // The recreated tables are those of the schema, and accept donations.
    try log.close()
    let again = try SQLiteDonationStore(path: scratch.path())
    _ = try await again.ingest(verbatim: [Sample.donation("a", at: 0)])
    #expect(try await again.integrityProblems() == [])
  }

  @Test(
    "everything can be forgotten on a disk with hardly any room",
    .enabled("only where a disk can be mounted") { try await FullDisk.isPossible() })
  func fullDisk() async throws {
    let scratch = try Scratch()
    try await fill(scratch, megabytes: 12)
    let child = try BuiltProgram.file("StoreCrashChild").path
    // The result must be checked before the disk is unmounted.
    let said = try await FullDisk.run(
      """
      cp \(scratch.path()) disk/donations.sqlite && chmod 700 disk
      free=$(df --output=avail -k disk | tail -n 1)
      dd if=/dev/zero of=disk/filling bs=1k count=$((free - 256)) status=none
      \(child) forget "$PWD/disk/donations.sqlite" ""
      grep -c \(Self.secret) disk/donations.sqlite
      stat -c %s disk/donations.sqlite
      """, in: scratch.path(""), megabytes: 24)
    #expect(said.first == "forgot 480")
    #expect(said.count == 4 && said[2] == "0")
    #expect(said.last.flatMap { Int($0) }.map { $0 < 1 << 20 } == true)
  }
}

/// A small disk in memory, which only root can make.
private enum FullDisk {
  static func isPossible() async throws -> Bool {
    guard geteuid() == 0 else { return false }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return try await process.runToEnd().code == 0
  }

  /// Runs a script in a folder that contains the disk; returns the lines of its output.
  static func run(_ script: String, in folder: String, megabytes: Int) async throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.currentDirectoryURL = URL(filePath: folder)
    process.arguments = [
      "-m", "sh", "-c", "mkdir disk && mount -t tmpfs -o size=\(megabytes)M tmpfs disk && { \(script)\n}",
    ]
    return try await process.runToEnd().text.split(separator: "\n").map(String.init)
  }
}
