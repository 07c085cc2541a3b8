import Foundation
import GRDB

/// The current times of bare SQLite and a bare loop.
///
/// Others use the machine too, so times mean something only relative to these.
struct Machine {
  private let queue: DatabaseQueue

  init(folder: URL) throws {
    queue = try DatabaseQueue(path: folder.appending(path: "bare.sqlite").path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          CREATE TABLE IF NOT EXISTS bare (number INTEGER PRIMARY KEY, payload BLOB NOT NULL)
          """)
    }
  }

  /// Measures both until a moment.
  func measure(_ stopwatch: Stopwatch, until end: ContinuousClock.Instant, rest: Duration) async throws {
    var (number, mixed) = (0, UInt64(1))
    // Uses the loop's result, or the compiler would remove the loop.
    defer { if mixed == 0 { print("soak: the bare loop's result is 0") } }
    while ContinuousClock.now < end {
      let row = number % 1_000
      try await stopwatch.time(.bareCommit) { try await commit(row) }
      mixed = try await stopwatch.time(.bareWork) { try await work(row, mixed) }
      number += 1
      try await Task.sleep(for: rest)
    }
  }

  private func commit(_ row: Int) async throws {
    let payload = Data(repeating: UInt8(row % 256), count: 400)
    try await queue.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO bare VALUES (?, ?)", arguments: [row, payload])
    }
  }

  /// A model of an answer: another thread reads a row, then about two milliseconds of dependent
  /// multiplications.
  private func work(_ row: Int, _ seed: UInt64) async throws -> UInt64 {
    let bytes = try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT length(payload) FROM bare WHERE number = ?", arguments: [row])
    }
    var mixed = seed &+ UInt64(bytes ?? 0)
    for _ in 0..<1_000_000 { mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
    return mixed
  }
}
