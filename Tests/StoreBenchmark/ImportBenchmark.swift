import Activities
import DonationCodec
import DonationStore
import Foundation

/// How quickly a log is imported, its lines read included, against bare SQLite inserting the same rows.
///
/// Both sides start from an empty file, commit as many rows at a time, with the same pragmas. The lines and blobs of bare
/// SQLite are made beforehand and not timed. The sides take turns, so that a slow moment of the machine meets both.
struct ImportBenchmark {
  let log: URL
  var batchSize = 4_096
  var rounds = 5

  /// What a round took.
  struct Cost {
    /// Seconds that passed.
    let seconds: Double
    /// Seconds of all processors: on a machine with other work they tell more.
    let processor: Double
  }

  struct Result {
    let rows: Int
    var imported: [Cost] = []
    var bare: [Cost] = []
    /// Reading the lines alone.
    var read: [Cost] = []
  }

  func run() async throws -> Result {
    let rows = try bareRows()
    var result = Result(rows: rows.count)
    for _ in 0..<rounds {
      result.bare.append(
        try await inScratch { path in
          try BareSQLite.insert(rows, batchSize: batchSize, path: path)
        })
      result.imported.append(
        try await inScratch { path in
          let store = try SQLiteDonationLog(path: path)
          let reader = try LogReader(path: log.path)
          let report = try await LogImporter(into: store, batchSize: batchSize).run(reader, now: nil)
          guard report.donations.added == rows.count else { throw Mismatch() }
        })
      result.read.append(
        try await inScratch { _ in
          var (reader, count) = (try LogReader(path: log.path), 0)
          while let batch = try reader.nextBatch(limit: batchSize) { count += batch.records.count }
          guard count == rows.count else { throw Mismatch() }
        })
    }
    return result
  }

  /// The two sides did not do the same work.
  struct Mismatch: Error {}

  private func bareRows() throws -> [BareRow] {
    var reader = try LogReader(path: log.path)
    var users: [UserIdentifier: Int64] = [:]
    var rows: [BareRow] = []
    while let batch = try reader.nextBatch() {
      for record in batch.records {
        guard case .donation(let donation) = record.record else { continue }
        let user = users[donation.user, default: Int64(users.count + 1)]
        users[donation.user] = user
        let identifier = donation.identifier.rawValue
        rows.append(
          BareRow(
            user: user, time: donation.context.instant.milliseconds,
            identifier: (0..<16).map { UInt8(truncatingIfNeeded: identifier >> UInt128(120 - 8 * $0)) },
            payload: try RecordEncoder().encode(donation)))
      }
    }
    return rows
  }

  private func inScratch(_ body: (String) async throws -> Void) async throws -> Cost {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = ContinuousClock()
    let (start, processorStart) = (watch.now, clock())
    try await body(folder.appending(path: "donations.sqlite").path)
    let processor = Double(clock() - processorStart) / Double(CLOCKS_PER_SEC)
    return Cost(seconds: (watch.now - start) / .seconds(1), processor: processor)
  }
}
