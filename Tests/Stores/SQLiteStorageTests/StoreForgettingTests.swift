import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Forgetting")
struct StoreForgettingTests {
  /// Late donations split pages in the middle, which leaves copies behind if only rows are
  /// overwritten.
  @Test("forgetting removes the bytes from the file and its journal", arguments: [1, 2, 3, 4] as [UInt64])
  func erasesBytes(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for _ in 0..<30 {
      let batch = try (0..<Int.random(in: 1...250, using: &numbers)).map { _ in
        let isSecret = Int.random(in: 0..<3, using: &numbers) == 0
        let length =
          Int.random(in: 1...20, using: &numbers) == 1 ? 3_000 : Int.random(in: 1...300, using: &numbers)
        let track =
          (isSecret ? "SECRET" : "plain") + "\(numbers.next())" + String(repeating: "x", count: length)
        return try Sample.donation(
          track, at: Int64.random(in: 0..<100_000, using: &numbers),
          persistentIdentifier: isSecret ? "secret" : nil)
      }
      _ = try await log.ingest(verbatim: batch)
      _ = try await log.ingest(verbatim: [Sample.feedback(on: ["SECRET\(numbers.next())", "plain"], at: 1)])
    }
    _ = try await log.ingest(verbatim: [Sample.donation("SECRET", at: 5, persistentIdentifier: "secret")])
    _ = try await log.ingest(verbatim: [Sample.feedback(on: ["SECRET", "plain"], at: 6)])
    let secrets = try await log.allDonations(of: .me).filter {
      $0.donation.activity.persistentIdentifier != nil
    }
    #expect(try occurrences(of: "SECRET", in: scratch) > 100, "seed \(seed)")

    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = "secret"
    #expect(try await log.forget(Deletion(at: Sample.instant(200_000), matching: criteria)) == secrets.count)
    let shownElsewhere = 30  // impressions that never had a donation are not what was forgotten
    #expect(try occurrences(of: "SECRET", in: scratch) == shownElsewhere, "seed \(seed)")
    let ends = secrets.flatMap {
      [$0.donation.identifier.rawValue, $0.donation.identity.rawValue].map(UInt64.init(truncatingIfNeeded:))
    }
    #expect(try occurrences(ofAny: Set(ends), in: scratch) == 0, "seed \(seed)")
    #expect(try await log.integrityProblems() == [])
    _ = try await log.forget(Deletion(at: Sample.instant(200_000), matching: .everything))
    for text in ["SECRET", "plain", "org.example"] { #expect(try occurrences(of: text, in: scratch) == 0) }
  }

  @Test(
    "forgetting that was interrupted before the bytes were gone is finished when the store is opened again")
  func finishesErasure() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<100).map { try Sample.donation("SECRET \($0)", at: $0) })
    // The state after a process is killed after its commit: no rows, but their bytes, and a note.
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM donation; UPDATE state SET unerased = 1")
      try db.execute(sql: "UPDATE user SET donations = 0")
    }
    #expect(try await log.information().erasureIsDue)
    #expect(try occurrences(of: "SECRET", in: scratch) > 0)
    let again = try SQLiteDonationStore(path: scratch.path())
    #expect(try occurrences(of: "SECRET", in: scratch) == 0)
    #expect(try await again.information().erasureIsDue == false)
  }

  @Test("forgetting while another process reads reports the delay, and erases the bytes later")
  func delayedErasure() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.1)
    _ = try await log.ingest(verbatim: (0..<100).map { try Sample.donation("SECRET \($0)", at: $0) })
    let deletion = try Deletion(at: Sample.instant(1_000), matching: .everything)
    let reader = try scratch.foreignConnection()
    try await reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM donation")
    }
    let error = await #expect(throws: StoreError.self) { try await log.forget(deletion) }
    #expect(error?.reason == .erasureDelayed)
    #expect(try await log.users().isEmpty, "forgotten all the same")
    #expect(try await log.information().erasureIsDue)
    try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    #expect(try await log.forget(deletion) == 0)
    #expect(try occurrences(of: "SECRET", in: scratch) == 0)
    #expect(try await log.information().erasureIsDue == false)
  }

  /// SQLite does not wait for it, so the erasure was delayed whenever another process happened to
  /// checkpoint.
  @Test("forgetting waits for a checkpoint of another process (regression: the bytes stayed)")
  func outlastsCheckpoint() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<100).map { try Sample.donation("SECRET \($0)", at: $0) })
    let (child, output) = try Child.process(["checkpoint", scratch.path(), "0.2"])
    let running = try child.start()
    let said = String(decoding: await output.fileHandleForReading.next(), as: UTF8.self)
    try #require(said == "locked\n")
    #expect(try await log.forget(Deletion(at: Sample.instant(1_000), matching: .everything)) == 100)
    #expect(try occurrences(of: "SECRET", in: scratch) == 0)
    #expect(try await log.information().erasureIsDue == false)
    await running.end()
  }

  @Test(
    "forgetting finds a name however the line spells it",
    arguments: ["p-1", "p 1", #"p"1\"#, "Ångström", "A\u{30A}ngstro\u{308}m", "a/b", "tab\t", "🎷"])
  func findsNames(name: String) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [
      Sample.donation("a", at: 0, persistentIdentifier: name),
      Sample.donation("b", at: 1, persistentIdentifier: name + "x"), Sample.donation("c", at: 2),
    ])
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = name
    #expect(try await log.forget(Deletion(at: Sample.instant(9), matching: criteria)) == 1)
    #expect(try await log.allDonations(of: .me).map(\.donation.activity.title) == ["Play b", "Play c"])
  }

  @Test("another connection to the same file sees at once what was forgotten")
  func isSeenByOthers() async throws {
    let scratch = try Scratch()
    let (one, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    _ = try await one.ingest(verbatim: [Sample.donation("a", at: 0), Sample.donation("b", at: 1)])
    let before = try await other.version(of: .me)
    #expect(before.lastSequence == 2)
    var criteria = Deletion.Criteria()
    criteria.until = try Sample.instant(1)
    #expect(try await one.forget(Deletion(at: Sample.instant(9), matching: criteria)) == 1)
    #expect(try await other.version(of: .me).generation == before.generation + 1)
    #expect(try await other.allDonations(of: .me).map(\.donation.activity.title) == ["Play b"])
  }

  private func occurrences(of text: String, in scratch: Scratch) throws -> Int {
    try occurrences(of: Data(text.utf8), in: scratch)
  }

  /// Returns how often eight bytes from a set, as big-endian numbers, are in any file of the
  /// folder.
  private func occurrences(ofAny numbers: Set<UInt64>, in scratch: Scratch) throws -> Int {
    var (count, window) = (0, UInt64(0))
    for name in try scratch.names() {
      for byte in [UInt8](try scratch.contents(name)) {
        window = window << 8 | UInt64(byte)
        if numbers.contains(window) { count += 1 }
      }
    }
    return count
  }

  /// Returns how often bytes are in any file of the folder.
  private func occurrences(of bytes: Data, in scratch: Scratch) throws -> Int {
    try scratch.names().reduce(0) { sum, name in
      let contents = try scratch.contents(name)
      var (count, start) = (0, contents.startIndex)
      while let found = contents.range(of: bytes, in: start..<contents.endIndex) {
        count += 1
        start = found.upperBound
      }
      return sum + count
    }
  }
}
