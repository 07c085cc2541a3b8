internal import Activities
internal import DonationStore
internal import Suggestions

/// A person whose donations are in a store: they are read, forgotten, and answered from.
public final class StoredPersonCase {
  private let folder: TemporaryFolder
  private let path: String
  private let log: SQLiteDonationLog
  private let bare: BareSQLite
  private let model: SuggestionModel
  private let engine: SuggestionEngine
  private var donations: [Donation]
  private let now: Instant

  /// Makes up a person of usual activities.
  ///
  /// - Throws: What the store throws if the temporary folder cannot be written.
  public init(donations count: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    path = folder.path("donations.sqlite")
    log = try SQLiteDonationLog(path: path)
    bare = try BareSQLite(path: folder.path("bare.sqlite"))
    model = try SuggestionModel.random(seed: seed)
    var history = try MadeUpHistory(activities: min(count, BenchmarkPlan.usualActivities), seed: seed)
    donations = try (0..<count).map { _ in try history.next() }
    now = try history.nextQuery().instant
    try bare.insert(donations.map { try BareRow($0) })
    _ = try await log.append(donations)
    engine = SuggestionEngine(log: log, model: model)
  }

  /// Reads all donations in the order of time, page by page.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if one is missing.
  public func scan() async throws {
    var (cursor, count): (LogCursor?, Int) = (nil, 0)
    while true {
      let page = try await log.donations(of: .me, in: .min..<(.max), after: cursor, limit: 4_096)
      count += page.count
      guard let last = page.last, page.count == 4_096 else { break }
      cursor = last.cursor
    }
    guard count == donations.count else { throw BenchmarkError.notStored }
  }

  /// Reads the bytes of all rows in the order of time with bare SQLite.
  public func scanBare() throws {
    guard try bare.scan() > 0 else { throw BenchmarkError.notStored }
  }

  /// Opens the store anew and answers what may be done next, as a program does that has just started.
  ///
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public func openAndAnswer() async throws {
    let opened = try SQLiteDonationLog(path: path)
    try await answer(SuggestionEngine(log: opened, model: model))
    try opened.close()
  }

  /// Answers with the engine that is open.
  ///
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public func answer() async throws { try await answer(engine) }

  /// Forgets one donation, of the middle of the history; its bytes are gone when it returns.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if it was not there.
  public func forget() async throws {
    let gone = donations.remove(at: donations.count / 2)
    var criteria = Deletion.Criteria()
    (criteria.since, criteria.until) = (gone.context.instant, try gone.context.instant.next())
    guard try await log.forget(Deletion(at: now, matching: criteria)) == 1 else {
      throw BenchmarkError.notStored
    }
  }

  /// Forgets one donation, and answers.
  public func forgetAndAnswer() async throws {
    try await forget()
    try await answer()
  }

  /// Appends a donation that lies before a tenth of the history, and answers.
  public func appendLateAndAnswer() async throws {
    let before = donations[donations.count * 9 / 10].context
    let late = try Donation(
      of: donations[0].activity,
      in: Context(at: before.instant.next(), attributes: before.attributes))
    if try await log.append([late]).added == 1 { donations.insert(late, at: donations.count * 9 / 10 + 1) }
    try await answer()
  }

  private func answer(_ engine: SuggestionEngine) async throws {
    let request = SuggestionRequest(in: Context(at: now), limit: Benchmarks.limit)
    guard try await !engine.suggestions(request).suggestions.isEmpty else {
      throw BenchmarkError.nothingSuggested
    }
  }
}

extension Instant {
  /// A millisecond later.
  fileprivate func next() throws -> Instant {
    try Instant(milliseconds: milliseconds + 1, offsetMinutes: offsetMinutes)
  }
}
