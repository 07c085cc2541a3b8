import Activities
import Foundation
import GRDB
import TestSupport

@testable import SQLiteStorage

extension Scratch {
  /// The path of the store.
  func path() -> String { path("donations.sqlite") }

  /// Returns the bytes of a file, by default of the store.
  func contents(_ name: String = "donations.sqlite") throws -> Data { try read(name) }

  /// Returns a connection like another process's, which may hold a transaction open.
  func foreignConnection() throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path(), configuration: configuration)
  }

  /// Changes the permissions of the store.
  func setMode(_ mode: Int) throws { try setMode(mode, of: "donations.sqlite") }

  /// Leaves the journal of a store that was in use, and nothing else of that store.
  func leaveJournal(named name: String = "donations.sqlite-wal") async throws {
    let other = try Scratch()
    let log = try SQLiteDonationStore(path: other.path())
    _ = try await log.ingest(verbatim: (0..<20).map { try Sample.donation("old \($0)", at: $0) })
    try FileManager.default.copyItem(atPath: other.path("donations.sqlite-wal"), toPath: path(name))
    try log.close()
  }

  /// Leaves the rollback journal of an unfinished transaction in another database.
  func leaveRollbackJournal(named name: String) throws {
    let other = try Scratch()
    let queue = try DatabaseQueue(path: other.path("other.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; CREATE TABLE t (x)")
      for number in 0..<40 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?)", arguments: [Data(repeating: UInt8(number), count: 4_000)])
      }
      try db.execute(sql: "BEGIN; UPDATE t SET x = zeroblob(4000)")
      try FileManager.default.copyItem(atPath: other.path("other.sqlite-journal"), toPath: path(name))
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try setMode(0o600, of: name)
  }
}

/// Donations and feedback of the tests of the store.
enum Sample {
  static func donation(
    _ track: String, at second: Int64, by user: UserIdentifier = .me, persistentIdentifier: String? = nil
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.player.play", title: "Play \(track)", userInfo: ["track": .string(track)])
    activity.persistentIdentifier = persistentIdentifier
    return try Donation(of: activity, by: user, in: Context(at: instant(second)))
  }

  static func feedback(on tracks: [String], at second: Int64) throws -> Feedback {
    let shown = try tracks.map {
      try Feedback.Impression(activityType: "org.example.player.play", userInfo: ["track": .string($0)])
    }
    return try Feedback(at: instant(second), shown: shown, verdict: .ignored)
  }

  static func instant(_ second: Int64) throws -> Instant {
    try Instant(milliseconds: 1_772_000_000_000 + second * 1_000, offsetMinutes: 60)
  }
}

/// The process that a test starts.
enum Child {
  static func process(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let process = Process()
    process.executableURL = try BuiltProgram.file("StoreCrashChild")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    return (process, output)
  }

  /// Runs it to its end; returns its output.
  static func run(_ arguments: [String]) async throws -> String {
    try await process(arguments).process.runToEnd().text.trimmingCharacters(in: .newlines)
  }

  /// Starts it, kills it a while after it has printed `lines` lines, and returns the complete lines
  /// of its output.
  static func runAndKill(
    _ arguments: [String], afterLines lines: Int, and delay: Duration
  ) async throws -> [String] {
    let (child, output) = try process(arguments)
    let running = try child.start()
    var printed = Data()
    while printed.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
      let some = await output.fileHandleForReading.next()
      if some.isEmpty { break }
      printed += some
    }
    try await Task.sleep(for: delay)
    kill(child.processIdentifier, SIGKILL)
    await running.end()
    printed += await output.fileHandleForReading.contents()
    let text = String(decoding: printed, as: UTF8.self)
    return text.components(separatedBy: "\n").dropLast()
  }
}

extension Database {
  /// Turns the file into one of an older version by dropping the tables of later migrations.
  func goBack(toSchema version: Int) throws {
    for migration in StoreSchema.migrations.dropFirst(version).reversed() {
      for match in migration.matches(of: /CREATE (?:UNIQUE )?(TRIGGER|VIEW|INDEX) (\w+)/) {
        try execute(sql: "DROP \(match.1) IF EXISTS \(match.2)")
      }
      for match in migration.matches(of: /CREATE (?:VIRTUAL )?TABLE (\w+)/) {
        try execute(sql: "DROP TABLE IF EXISTS \(match.1)")
      }
      for match in migration.matches(of: /ALTER TABLE (\w+) ADD COLUMN (\w+)/) {
        guard try tableExists(String(match.1)) else { continue }
        try execute(sql: "ALTER TABLE \(match.1) DROP COLUMN \(match.2)")
      }
    }
    try execute(sql: "PRAGMA user_version = \(version)")
  }
}

extension Instant {
  /// A moment after every donation.
  static func afterAll() throws -> Instant { try Instant(rfc3339: "9999-12-31T23:59:59Z") }
}
