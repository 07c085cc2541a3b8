internal import Activities
internal import Kernels
internal import SQLiteStorage
internal import Suggestions

/// A person with donations in a store, for measuring reads, forgetting and answers.
public final class StoredPersonCase {
  private let folder: TemporaryFolder
  private let path: String
  private let log: SQLiteDonationStore
  private let bare: BareSQLite
  private let model: SuggestionModel
  private let engine: SuggestionEngine
  private var donations: [Donation]
  private let now: Instant

  /// Generates a person with the usual number of activities.
  ///
  /// - Throws: The store's error if the temporary folder cannot be written.
  public init(donations count: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    path = folder.path("donations.sqlite")
    log = try SQLiteDonationStore(path: path)
    bare = try BareSQLite(path: folder.path("bare.sqlite"))
    model = try SuggestionModel.random(seed: seed)
    var history = try SyntheticHistory(activities: min(count, BenchmarkPlan.usualActivities), seed: seed)
    donations = try (0..<count).map { _ in try history.next() }
    now = try history.nextQuery().instant
    try bare.insert(donations.map { try BareRow($0) })
    _ = try await log.ingest(verbatim: donations)
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

  /// Opens the store again and answers a query, like a program that has just started.
  ///
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public func openAndAnswer() async throws {
    let opened = try SQLiteDonationStore(path: path)
    try await answer(SuggestionEngine(log: opened, model: model))
    try opened.close()
  }

  /// Answers with the engine that is open.
  ///
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public func answer() async throws { try await answer(engine) }

  /// Forgets one donation from the middle of the history; its bytes are gone when this returns.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if it was missing.
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

  /// Appends a donation before the last tenth of the history, and answers.
  public func appendLateAndAnswer() async throws {
    let before = donations[donations.count * 9 / 10].context
    let late = try Donation(
      of: donations[0].activity,
      in: Context(at: before.instant.next(), attributes: before.attributes))
    if try await log.ingest(verbatim: [late]).added == 1 {
      donations.insert(late, at: donations.count * 9 / 10 + 1)
    }
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

/// Many people with states in a store, queried one after the other as on a server.
///
/// Each is fetched, queried once, and released, so only the present user takes memory. Only some of
/// them differ, because generating a history takes far longer than reading its state.
public final class EvictionCase {
  /// The number of different people; others are copies of them.
  private static let different = 100
  private static let key = "benchmark"

  private let folder: TemporaryFolder
  private let log: SQLiteDonationStore
  private let model: SuggestionModel
  private let context: Context
  private let people: Int
  private var random: SeededRandom
  private var scratch = UserModelScratch()

  /// The bytes of the store per person.
  public let bytesOnDisk: Int

  /// Generates people with a usual history and stores them.
  ///
  /// - Throws: ``BenchmarkError/notStored`` for no people at all; the store's error if the
  ///   temporary folder cannot be written.
  public init(people: Int, activities: Int, donations: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    let path = folder.path("people.sqlite")
    log = try SQLiteDonationStore(path: path)
    model = try SuggestionModel.random(seed: seed)
    random = SeededRandom(seed: seed)
    self.people = people
    var states: [[UInt8]] = []
    var (newest, then): (Donation?, Context?)
    for number in 0..<min(people, Self.different) {
      var history = try SyntheticHistory(activities: activities, seed: seed + UInt64(number))
      states.append(
        try UserModel.madeUp(of: &history, donations: donations, followed: 16, model: model).state)
      (newest, then) = (try history.next(), try history.nextQuery())
    }
    guard let newest, let then else { throw BenchmarkError.notStored }
    context = then
    for number in 0..<people {
      // A checkpoint belongs to a donation of the person.
      let own = try Donation(of: newest.activity, by: Self.user(number), in: newest.context)
      _ = try await log.ingest(verbatim: [own])
      let version = try await log.version(of: own.user)
      let checkpoint = Checkpoint(
        key: Self.key,
        cursor: LogCursor(milliseconds: own.context.instant.milliseconds, sequence: version.lastSequence),
        lastSequence: version.lastSequence, donations: donations, state: states[number % states.count])
      guard try await log.save([checkpoint], of: own.user, generation: version.generation) == 1 else {
        throw BenchmarkError.notStored
      }
    }
    bytesOnDisk = try folder.storeBytes(at: path) / max(1, people)
  }

  private static func user(_ number: Int) throws -> UserIdentifier {
    try UserIdentifier("person-\(number)")
  }

  /// The bytes of the whole heap in use.
  public var heapBytes: Int { HeapUse.bytes }

  /// Fetches a random person, queries once and releases them; returns the best probability.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if the person is missing.
  public func ask() async throws -> Float {
    let user = try Self.user(random.integer(below: people))
    let found = try await log.checkpoint(of: user, key: Self.key, before: .max, arrivedBy: .max)
    guard let found else { throw BenchmarkError.notStored }
    let profile = try UserModel(state: found.state, of: model)
    return try profile.likeliest(SuggestionRequest(in: context, limit: Benchmarks.limit), scratch: &scratch)
      ?? 0
  }
}
