import Activities
import Features
import Foundation
import GRDB
import Kernels
import Ranking
import Storage
import Suggestions

@testable import SQLiteStorage

/// A small store with records of every kind, and the changes that a stranger makes.
final class ChangedStore: Sendable {
  private let file: Data
  private let journal: Data

  /// Made once; a task, because waiting for it must not block a thread that runs tasks.
  static let sample = Task { try await ChangedStore() }

  /// Returns a model that relies on the experts' agreement and little else.
  static func model() throws -> SuggestionModel {
    let skip: [Float] = FeatureSchema.current.columns.map { $0.name == "agreement/share" ? 1 : 0.01 }
    let novelties = FeatureSchema.current.noveltyNames.count
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: Network(hidden: [], output: [], skip: skip, bias: 0),
        candidateStandardizer: Standardizer(identity: skip.count),
        noveltyNetwork: Network(
          hidden: [], output: [], skip: [Float](repeating: 0, count: novelties), bias: -3),
        noveltyStandardizer: Standardizer(identity: novelties)),
      fittedFor: FeatureSchema.current.fingerprint)
  }

  private init() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-sample-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "s.sqlite").path
    let log = try SQLiteDonationStore(path: path)
    _ = try await log.ingest(verbatim: (0..<40).map { try Sample.donation("so \($0 % 5)", at: $0 * 700) })
    try await Self.fill(log)
    // The state that the engine learned is in the store afterwards.
    let engine = SuggestionEngine(log: log, model: try Self.model(), capacity: 1)
    for user in [UserIdentifier.me, try UserIdentifier("other")] {
      _ = try await engine.suggestions(SuggestionRequest(for: user, in: Context(at: Sample.instant(30_000))))
    }
    try await log.pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    // Only the journal has the newest donation.
    _ = try await log.ingest(verbatim: [Sample.donation("late", at: 29_000)])
    file = try Data(contentsOf: URL(filePath: path))
    journal = try Data(contentsOf: URL(filePath: path + "-wal"))
    try log.close()
  }

  private static func fill(_ log: SQLiteDonationStore) async throws {
    let other = try UserIdentifier("other")
    _ = try await log.ingest(verbatim: [Sample.donation("so 1", at: 5, by: other)])
    _ = try await log.ingest(verbatim: [Sample.feedback(on: ["so 1", "so 2"], at: 800)])
    var found = try Sample.donation("so 1", at: 900).activity
    found.isEligibleForSearch = true
    _ = try await log.ingest(verbatim: [Donation(of: found, in: Context(at: Sample.instant(901)))])
    _ = try await log.ingest(verbatim: [OwnPhrase(for: found, at: Sample.instant(950), phrase: "my song")])
    try await log.setHints([Hint(of: found)], in: .hints, of: "org.example.player", for: .me)
    let item = try SearchableItem(uniqueIdentifier: "i", domainIdentifier: "d", title: "Song one")
    try await log.index([item], of: "org.example.player", by: .me, at: Sample.instant(951))
    var criteria = Deletion.Criteria()
    criteria.program = "org.example.bank"
    let rule = try PrivacyRule(.drop, matching: criteria)
    _ = try await log.changePrivacyRules { rules in rules.add(rule) }
  }

  /// Writes a store changed by the input.
  func write(to path: String, changedBy input: [UInt8]) async throws {
    let (kind, rest) = (input.first ?? 0, Array(input.dropFirst()))
    var (file, journal) = ([UInt8](self.file), [UInt8](self.journal))
    switch kind % 8 {
    case 0...3: Self.change(&file, by: rest)
    case 4: Self.change(&journal, by: rest)
    default: break
    }
    if kind % 16 > 7 { journal = [] }
    let files = FileManager.default
    _ = files.createFile(atPath: path, contents: Data(file), attributes: [.posixPermissions: 0o600])
    if !journal.isEmpty, kind % 8 < 5 {
      // Closed to others, as SQLite creates it, or the store would be refused for that.
      _ = files.createFile(
        atPath: path + "-wal", contents: Data(journal), attributes: [.posixPermissions: 0o600])
    }
    guard kind % 8 > 4 else { return }
    // A change that SQLite itself refuses is not a finding.
    try? Self.rewrite(path, kind: kind % 8, by: rest)
  }

  /// Three bytes are the position, one the operation, eight the value.
  private static func change(_ bytes: inout [UInt8], by input: [UInt8]) {
    for start in stride(from: 0, to: input.count - 11, by: 12) where !bytes.isEmpty {
      let change = Array(input[start..<start + 12])
      let place = (Int(change[0]) | Int(change[1]) << 8 | Int(change[2]) << 16) % bytes.count
      let end = min(bytes.count, place + Int(change[4]) * (change[3] > 127 ? 256 : 1))
      switch change[3] % 8 {
      case 0: bytes[place] = change[4]
      case 1: bytes[place] ^= change[4]
      case 2:
        bytes.replaceSubrange(
          place..<min(bytes.count, place + 8), with: change[4...].prefix(bytes.count - place))
      case 3: bytes.removeSubrange(end...)
      case 4: bytes.removeSubrange(place..<end)
      case 5: bytes.insert(contentsOf: change[4...], at: place)
      case 6: for index in place..<end { bytes[index] = change[5] }
      default: for index in place..<end { bytes[index] ^= change[5] }
      }
    }
  }

  private static let columns: [(table: String, column: String)] = [
    ("donation", "payload"), ("donation", "identity"), ("donation", "identifier"), ("donation", "time"),
    ("donation", "sequence"), ("donation", "user"), ("feedback", "payload"), ("feedback", "digest"),
    ("feedback", "time"), ("phrase", "payload"), ("phrase", "identity"), ("phrase", "time"),
    ("hint", "payload"),
    ("hint", "program"), ("hint", "list"), ("doorRule", "payload"), ("doorRule", "number"),
    ("doorRule", "count"),
    ("door", "lastNumber"), ("door", "keepDays"), ("door", "keepCount"), ("door", "incognito"),
    ("state", "lastSequence"), ("state", "unerased"), ("user", "name"), ("user", "number"),
    ("user", "generation"),
    ("user", "lastSequence"), ("user", "donations"), ("user", "feedback"), ("searchEntry", "payload"),
    ("searchEntry", "identity"), ("searchEntry", "item"), ("searchEntry", "time"), ("searchEntry", "uses"),
    ("searchEntry", "expires"), ("searchEntry", "title"), ("searchEntry", "sequence"),
    ("searchEntry", "program"),
    ("checkpoint", "state"), ("checkpoint", "key"), ("checkpoint", "time"), ("checkpoint", "donations"),
    ("checkpoint", "lastSequence"), ("checkpoint", "sequence"),
  ]

  private static let numbers: [Int64] = [
    .min, .max, -1, 0, 1, 1 << 40, 1 << 60, 400_000_000_000_000, -62_000_000_000_000,
  ]

  /// Replaces a value with one of any type, which the schema would not let a statement do; or runs
  /// the input.
  private static func rewrite(_ path: String, kind: UInt8, by input: [UInt8]) throws {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      if kind == 7 {
        try db.execute(sql: String(decoding: input, as: UTF8.self))
        return
      }
      guard input.count > 2 else { return }
      let target = columns[Int(input[0]) % columns.count]
      let made = try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [target.table])
      let loose = made[0].replacing("STRICT", with: "").replacing("NOT NULL", with: "").replacing(
        "CHECK (id = 1)", with: "")
      try db.execute(
        sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [loose, target.table])
      try db.execute(sql: "PRAGMA writable_schema = RESET")
      try db.execute(sql: "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF")
      let value: DatabaseValue
      switch input[1] % 6 {
      case 0: value = .null
      case 1: value = String(decoding: input[3...], as: UTF8.self).databaseValue
      case 2: value = numbers[Int(input[2]) % numbers.count].databaseValue
      case 3: value = Double(input[2]).databaseValue
      default: value = Data(input[3...]).databaseValue
      }
      let row = "(SELECT rowid FROM \(target.table) ORDER BY rowid LIMIT 1 OFFSET \(input[2] % 4))"
      try? db.execute(
        sql: "UPDATE \(target.table) SET \(target.column) = ? WHERE rowid = \(row)", arguments: [value])
      if target.table == "checkpoint" { try renewChecksums(db) }
      try db.execute(
        sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [made[0], target.table])
    }
  }

  /// Anyone who can write a checkpoint can also write its checksum.
  private static func renewChecksums(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT number, \(CheckpointRow.columns) FROM checkpoint") {
      let numbers = (2...5).compactMap { Int64.fromDatabaseValue(row[$0]) }
      guard let key = String.fromDatabaseValue(row[1]), numbers.count == 4,
        let state = Data.fromDatabaseValue(row[7])
      else { continue }
      let checkpoint = Checkpoint(
        key: key, cursor: LogCursor(milliseconds: numbers[0], sequence: numbers[1]), lastSequence: numbers[2],
        donations: Int(numbers[3]), state: [UInt8](state))
      try db.execute(
        sql: "UPDATE checkpoint SET checksum = ? WHERE number = ?",
        arguments: [CheckpointRow(checkpoint, of: "", .plain).checksum, row[0] as Int64])
    }
  }
}

/// Waits for asynchronous work in a synchronous caller: never on a thread that runs tasks.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let (finished, box) = (DispatchSemaphore(value: 0), Box<Value>())
  Task.detached {
    do { box.value = .success(try await body()) } catch { box.value = .failure(error) }
    finished.signal()
  }
  finished.wait()
  guard let value = box.value else { throw CancellationError() }
  return try value.get()
}

/// Written once, before the semaphore is signalled, and read after it.
private final class Box<Value: Sendable>: @unchecked Sendable {
  var value: Result<Value, any Error>?
}
