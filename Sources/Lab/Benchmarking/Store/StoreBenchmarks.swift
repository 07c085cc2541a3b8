internal import Activities
internal import Foundation
internal import LogFormat
internal import SQLiteStorage
internal import Storage

extension Benchmarks {
  /// Measures durable donations, import, reading, forgetting, and the first answer, in a temporary
  /// folder.
  ///
  /// Durable writes wait for the disk. Their figures depend more on the disk than on this code, so
  /// they are only reported.
  ///
  /// - Parameters:
  ///   - log: The bytes of a donation log to import; `nil` to generate one.
  ///   - progress: Called before each case with its name.
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``; the error of the temporary folder's
  ///   store.
  public static func store(
    _ plan: BenchmarkPlan, log: [UInt8]? = nil, clock: @escaping BenchmarkClock,
    progress: (String) -> Void = { _ in }
  ) async throws -> BenchmarkReport {
    var recorder = BenchmarkRecorder(try plan.checked(), clock: clock)
    for size in [1, 100, 1_000] {
      progress("appending \(size)")
      try await appending(size, &recorder)
    }
    progress("import")
    let imported =
      try log.map { try ImportCase(bytes: $0) } ?? ImportCase(donations: plan.imported, seed: plan.seed)
    try await importing(imported, &recorder)
    for donations in plan.stored {
      progress("a store of \(donations) donations")
      let person = try await StoredPersonCase(donations: donations, seed: plan.seed)
      try await stored(person, donations, &recorder)
    }
    for people in plan.people {
      progress("\(amount(people)) people")
      try await evict(people, &recorder)
    }
    return recorder.report("store")
  }

  /// Preparation is not measured: every side does it before its calls, in a separate call.
  private static func appending(_ size: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let appending = try AppendingCase(size: size, seed: recorder.plan.seed)
    let ours = Workload.prepared("append \(amount(size)) at once, durable") {
      try appending.prepare()
    } run: {
      try await appending.append()
    }
    let bare = Workload.prepared("bare SQLite") {
      try appending.prepare()
    } run: {
      try appending.appendBare()
    }
    try await recorder.measure(
      ours, work: Work(size, "donations"),
      in: [.init(name: "append at once, durable", parameter: "donations", size: size)], against: [bare])
  }

  private static func importing(_ log: ImportCase, _ recorder: inout BenchmarkRecorder) async throws {
    try await recorder.measure(
      .single("import \(amount(log.donations)) lines") { try await log.run() },
      work: Work(log.donations, "donations"),
      against: [.single("bare SQLite") { try log.insertBare() }, .single("reading alone") { try log.read() }])
  }

  private static func stored(
    _ person: StoredPersonCase, _ donations: Int, _ recorder: inout BenchmarkRecorder
  ) async throws {
    let words = "\(amount(donations)) donations"
    func series(_ name: String) -> [BenchmarkResult.Series] {
      [.init(name: name, parameter: "donations", size: donations)]
    }
    let query = Workload.single("an answer of the open engine") { try await person.answer() }
    try await recorder.measure(
      .single("scan \(words)") { try await person.scan() }, work: Work(donations, "donations"),
      in: series("scan"), against: [.single("bare SQLite") { try person.scanBare() }])
    try await recorder.measure(
      .single("answer of the open engine, \(words)") { try await person.answer() }, work: Work(1, "answers"),
      in: series("answer of the open engine"))
    try await recorder.measure(
      .single("open a store of \(words), first answer") { try await person.openAndAnswer() },
      work: Work(1, "answers"), in: series("open, first answer"), against: [query])
    try await recorder.measure(
      .single("late donation and answer, \(words)") { try await person.appendLateAndAnswer() },
      work: Work(1, "answers"), in: series("late donation and answer"), against: [query])
    try await recorder.measure(
      .single("forget one and answer, \(words)") { try await person.forgetAndAnswer() },
      work: Work(1, "answers"), in: series("forget one and answer"), against: [query])
  }

  /// Measures people of usual size in a store: the cost of querying one, and whether the others
  /// take memory.
  private static func evict(_ people: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let donations = min(BenchmarkPlan.usualDonations, recorder.plan.donations.max() ?? 1)
    let activities = min(BenchmarkPlan.usualActivities, recorder.plan.donations.min() ?? 1)
    let seed = recorder.plan.seed
    let stored = try await EvictionCase(
      people: people, activities: activities, donations: donations, seed: seed)
    let person = Shared(
      try PersonCase(activities: activities, donations: donations, followed: 16, seed: seed))
    _ = try await stored.ask()
    let before = stored.heapBytes
    try await recorder.measure(
      .single("ask one of \(amount(people)) people evicted") { _ = try await stored.ask() },
      work: Work(1, "answers"),
      in: [.init(name: "ask one of many evicted", parameter: "people", size: people)],
      against: [.sync("a query", person) { try $0.suggest() }])
    let words = "\(amount(people)) people evicted"
    recorder.quantities += [
      Quantity(name: "disk, a person, \(words)", value: Double(stored.bytesOnDisk), unit: "bytes"),
      Quantity(
        name: "heap left behind by asking, \(words)", value: Double(stored.heapBytes - before), unit: "bytes"),
    ]
  }
}

/// Durable donations, one by one or in batches, compared with bare SQLite.
public final class AppendingCase {
  private let folder: TemporaryFolder
  private let log: SQLiteDonationStore
  private let bare: BareSQLite
  private var history: SyntheticHistory
  private let size: Int
  private var ready: (donations: [Donation], rows: [BareRow]) = ([], [])

  /// Makes two empty stores.
  ///
  /// - Parameter size: The number of donations to append at once.
  /// - Throws: The store's error if the temporary folder cannot be written.
  public init(size: Int, seed: UInt64) throws {
    folder = try TemporaryFolder()
    log = try SQLiteDonationStore(path: folder.path("ours.sqlite"))
    bare = try BareSQLite(path: folder.path("bare.sqlite"))
    history = try SyntheticHistory(activities: BenchmarkPlan.usualActivities, seed: seed)
    self.size = size
  }

  /// Generates the next donations; not measured.
  public func prepare() throws {
    let donations = try (0..<size).map { _ in try history.next() }
    ready = (donations, try donations.map { try BareRow($0) })
  }

  /// Appends the prepared donations to the store.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if it was not new.
  public func append() async throws {
    guard try await log.ingest(verbatim: ready.donations).added == size else {
      throw BenchmarkError.notStored
    }
  }

  /// Inserts the same rows with bare SQLite.
  public func appendBare() throws { try bare.insert(ready.rows) }
}

/// An import of a log into an empty store, compared with bare SQLite inserting the same rows, and
/// with reading alone.
///
/// The rows of bare SQLite are made beforehand. Both commit as many rows at a time, with the same
/// pragmas.
public final class ImportCase: Sendable {
  private static let batchSize = 4_096

  private let folder: TemporaryFolder
  private let bytes: [UInt8]
  private let rows: [BareRow]

  /// The number of donations.
  public var donations: Int { rows.count }

  /// Generates a log of some donations.
  ///
  /// - Throws: The file system's error if the temporary folder cannot be made.
  public convenience init(donations: Int, seed: UInt64) throws {
    var history = try SyntheticHistory(activities: BenchmarkPlan.usualActivities, seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<donations {
      bytes += try RecordEncoder().encode(history.next())
      bytes.append(UInt8(ascii: "\n"))
    }
    try self.init(bytes: bytes)
  }

  /// Takes the bytes of a log; both sides skip lines other than donations.
  ///
  /// - Throws: The file system's error if the temporary folder cannot be made.
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
    let store = try SQLiteDonationStore(path: path)
    let importer = LogImporter(into: store, batchSize: Self.batchSize)
    // A moment after every donation, so that none is rejected as from the future.
    let report = try await importer.run(
      LogReader(bytes: bytes, named: "log"), now: Instant(rfc3339: "9999-12-31T23:59:59Z"))
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

/// A folder for measurements on disk, which is deleted with this object.
final class TemporaryFolder: Sendable {
  private let url: URL

  /// Makes a new folder that only its owner may enter.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "hunch-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Returns an unused path in it.
  func newPath() -> String { path("\(UUID().uuidString).sqlite") }

  /// The number of bytes of a store and of the files that SQLite keeps next to it.
  func storeBytes(at path: String) throws -> Int {
    try ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }

  /// Removes a store and the files that SQLite keeps next to it.
  func removeStore(at path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
}
