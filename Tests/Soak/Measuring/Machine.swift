import Foundation
import GRDB

/// What bare SQLite and a bare loop take just now: others use the machine too, so times mean something beside these only.
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
    var number = 0
    while ContinuousClock.now < end {
      let row = number % 1_000
      try await stopwatch.time(.bareCommit) { try await commit(row) }
      let sum = await stopwatch.time(.bareLoop) { Self.loop(seed: UInt64(row)) }
      if sum == 0 { throw SoakError.broken("the bare loop did nothing") }
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

  /// Some 200 microseconds of dependent multiplications.
  private static func loop(seed: UInt64) -> UInt64 {
    var mixed = seed | 1
    for _ in 0..<100_000 { mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9 }
    return mixed | 1
  }
}
