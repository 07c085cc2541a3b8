internal import Activities
internal import DonationCodec
internal import DonationStore
internal import Foundation

/// A log of lines that is imported into an empty store, beside bare SQLite that inserts the same rows, and reading alone.
///
/// The rows of bare SQLite are made beforehand. Both commit as many rows at a time, with the same pragmas.
public final class ImportCase: Sendable {
  private static let batchSize = 4_096

  private let folder: TemporaryFolder
  private let bytes: [UInt8]
  private let rows: [BareRow]

  /// How many donations there are.
  public var donations: Int { rows.count }

  /// Makes up a log of some donations.
  ///
  /// - Throws: What the file system throws if there can be no temporary folder.
  public convenience init(donations: Int, seed: UInt64) throws {
    var history = try MadeUpHistory(activities: BenchmarkPlan.usualActivities, seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<donations {
      bytes += try RecordEncoder().encode(history.next())
      bytes.append(UInt8(ascii: "\n"))
    }
    try self.init(bytes: bytes)
  }

  /// Takes the bytes of a log; other lines than donations are left out on both sides.
  ///
  /// - Throws: What the file system throws if there can be no temporary folder.
  public init(bytes: [UInt8]) throws {
    folder = try TemporaryFolder()
    var reader = LogReader(bytes: bytes, named: "log")
    var (rows, kept): ([BareRow], [UInt8]) = ([], [])
    var users: [UserIdentifier: Int64] = [:]
    while let batch = try reader.nextBatch() {
      for record in batch.records {
        guard case .donation(let donation) = record.record else { continue }
        let user = users[donation.user, default: Int64(users.count + 1)]
        users[donation.user] = user
        let row = try BareRow(donation, user: user)
        rows.append(row)
        kept += row.payload
        kept.append(UInt8(ascii: "\n"))
      }
    }
    (self.rows, self.bytes) = (rows, kept)
  }

  /// Imports all lines into a new store.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if not all are new.
  public func run() async throws {
    let path = folder.newPath()
    defer { folder.removeStore(at: path) }
    let store = try SQLiteDonationLog(path: path)
    let report = try await LogImporter(into: store, batchSize: Self.batchSize)
      .run(LogReader(bytes: bytes, named: "log"), now: nil)
    guard report.donations.added == rows.count else { throw BenchmarkError.notStored }
  }

  /// Inserts all rows into a new file with bare SQLite.
  public func insertBare() throws {
    let path = folder.newPath()
    defer { folder.removeStore(at: path) }
    let bare = try BareSQLite(path: path)
    for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
      try bare.insert(rows[start..<min(start + Self.batchSize, rows.count)])
    }
  }

  /// Reads all lines and keeps nothing.
  public func read() throws {
    var (reader, count) = (LogReader(bytes: bytes, named: "log"), 0)
    while let batch = try reader.nextBatch(limit: Self.batchSize) { count += batch.records.count }
    guard count == rows.count else { throw BenchmarkError.notStored }
  }
}
