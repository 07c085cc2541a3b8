internal import Activities
internal import DonationStore

/// A search by words among what a person did, in a store on disk.
public final class SearchCase: Sendable {
  private let folder: TemporaryFolder
  private let log: SQLiteDonationLog
  private let queries: [SearchQuery]

  /// Makes up a person who did each of a number of activities once.
  ///
  /// - Throws: What the store throws if the temporary folder cannot be written.
  public init(activities: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    log = try SQLiteDonationLog(path: folder.path("search.sqlite"))
    var history = try MadeUpHistory(activities: activities, seed: seed, isEligibleForSearch: true)
    _ = try await log.append((0..<activities).map { _ in try history.next() })
    let now = try history.nextQuery().instant
    // Of the newest: what was done more than a month ago has expired.
    let last = String(max(0, activities - 1))
    queries = ["open \(last)", "open \(last.prefix(1))", "ope"].map { SearchQuery($0, at: now, limit: 20) }
  }

  /// Puts one of three queries; answers how many were found.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if nothing was found.
  public func search(_ number: Int) async throws -> Float {
    let found = try await log.search(queries[number % queries.count]).hits.count
    guard found > 0 else { throw BenchmarkError.notStored }
    return Float(found)
  }
}
