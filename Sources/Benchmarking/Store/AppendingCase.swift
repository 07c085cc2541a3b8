internal import Activities
internal import DonationStore

/// Donations that are kept for good before the call returns, one by one or in batches, beside bare SQLite.
public final class AppendingCase {
  private let folder: TemporaryFolder
  private let log: SQLiteDonationLog
  private let bare: BareSQLite
  private var history: MadeUpHistory
  private let size: Int
  private var ready: (donations: [Donation], rows: [BareRow]) = ([], [])

  /// Makes two empty stores.
  ///
  /// - Parameter size: How many donations are appended at once.
  /// - Throws: What the store throws if the temporary folder cannot be written.
  public init(size: Int, seed: UInt64) throws {
    folder = try TemporaryFolder()
    log = try SQLiteDonationLog(path: folder.path("ours.sqlite"))
    bare = try BareSQLite(path: folder.path("bare.sqlite"))
    history = try MadeUpHistory(activities: BenchmarkPlan.usualActivities, seed: seed)
    self.size = size
  }

  /// Makes up what is appended next; not measured.
  public func prepare() throws {
    let donations = try (0..<size).map { _ in try history.next() }
    ready = (donations, try donations.map { try BareRow($0) })
  }

  /// Appends what was prepared to the store.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if it was not new.
  public func append() async throws {
    guard try await log.append(ready.donations).added == size else { throw BenchmarkError.notStored }
  }

  /// Inserts the same rows with bare SQLite.
  public func appendBare() throws { try bare.insert(ready.rows) }
}
