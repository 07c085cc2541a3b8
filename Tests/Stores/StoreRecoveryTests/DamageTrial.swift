import Activities
import Foundation
import GRDB
import Storage
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// The results of the trials of one kind.
struct DamageTally: CustomStringConvertible {
  var trials = 0
  /// Every answer was right.
  var right = 0
  /// An error reported that the store is damaged.
  var refused = 0
  /// Answers differed, and the integrity check reports it.
  var told = 0
  /// Answers differed, and nothing can detect it.
  var silent = 0
  /// The donations on undamaged pages, the saved ones, and those that did not exist before.
  var savable = 0
  var saved = 0
  var all = 0
  var invented = 0
  /// The saved records with a changed text.
  var altered = 0
  /// Repairs that found nothing.
  var nothing = 0

  var description: String {
    """
    \(trials) trials: \(right) right, \(refused) refused, \(told) told, \(silent) silent; \
    donations saved \(saved) of \(all) (\(savable) on whole pages), invented \(invented), altered \(altered); \
    nothing saved in \(nothing)
    """
  }

  static func += (left: inout Self, right: Self) {
    left.trials += right.trials
    left.right += right.right
    left.refused += right.refused
    left.told += right.told
    left.silent += right.silent
    left.savable += right.savable
    left.saved += right.saved
    left.all += right.all
    left.invented += right.invented
    left.altered += right.altered
    left.nothing += right.nothing
  }
}

/// A trial on one damaged store: it is queried, and it is repaired.
struct DamageTrial {
  let kind: DamageKind
  let seed: UInt64
  let sample: DamageSample
  private var damaged: DamageSample
  private var pages: Set<Int>
  private var tally = DamageTally()
  private var name: Comment { "\(kind) \(seed), \(Campaign.again("make nightly PART=damage"))" }

  init(_ kind: DamageKind, seed: UInt64, of sample: DamageSample) {
    (self.kind, self.seed, self.sample, damaged) = (kind, seed, sample, sample)
    var numbers = SeededNumbers(seed: seed)
    pages = kind.damage(&damaged.files, &numbers)
    // The frames of a journal are read from the journal.
    if let journal = sample.files["-wal"] {
      for frame in 0..<(journal.count - 32) / 4_120 {
        pages.remove(Int([UInt8](journal[(32 + frame * 4_120)..<(36 + frame * 4_120)]).bigEndian32(at: 0)))
      }
    }
  }

  consuming func run() async throws -> DamageTally {
    tally.trials = 1
    try await ask()
    try await repair()
    return tally
  }

  // MARK: - Asking

  /// Every query gives the original records, or an error that reports the damage.
  private mutating func ask() async throws {
    let scratch = try Scratch()
    let path = try damaged.write(into: scratch)
    let answers: StoreContents
    let problems: [StoreProblem]
    do {
      let log = try SQLiteDonationStore(path: path, busyTimeout: 1)
      // After any first call, the others must not trap.
      async let contents = StoreContents(of: log)
      problems = try await log.integrityProblems()
      answers = try await contents
      for user in DamageSample.users { try await askMore(of: user, log) }
    } catch let error as StoreError {
      tally.refused += 1
      check(error)
      return
    }
    if answers == sample.contents {
      tally.right += 1
    } else if !problems.isEmpty {
      tally.told += 1
    } else {
      tally.silent += 1
      let (known, found) = (sample.contents.names, answers.names)
      #expect(found.isSubset(of: known), "nothing is invented: \(name)")
      if !kind.isOfJournal { #expect(found == known, "nothing is lost without a word: \(name)") }
    }
  }

  private func askMore(of user: UserIdentifier, _ log: SQLiteDonationStore) async throws {
    _ = try await log.search(SearchQuery("note ulm", of: user, at: Sample.instant(1_000)))
    let checkpoint = try await log.checkpoint(of: user, key: "k", before: .max, arrivedBy: .max)
    #expect(checkpoint?.state.allSatisfy { $0 == 7 } ?? true, "\(name)")
    _ = try await log.information()
    _ = try await log.ingest(verbatim: [Sample.donation("new", at: 5_000, by: user)])
  }

  private func check(_ error: StoreError) {
    #expect(!error.description.contains("/"), "\(name)")
    switch error.reason {
    case .damaged, .damagedJournal, .notADatabase, .database:
      #expect(error.description.contains("hunch doctor"), "\(name): \(error)")
    case .foreign, .newerSchema, .inputOutput, .readOnlyFolder, .busy: break
    default: Issue.record("\(name): \(error.reason)")
    }
  }

  // MARK: - Repairing

  private mutating func repair() async throws {
    let scratch = try Scratch()
    let path = try damaged.write(into: scratch)
    let expected = savable(path)
    tally.all = sample.contents.donations.values.reduce(0) { $0 + $1.count }
    let report: RecoveryReport
    do {
      report = try await StoreRepair(of: path).run(into: scratch.path("saved.sqlite"))
    } catch let error as StoreError {
      #expect([.nothingReadable, .onlyDoubtful].contains(error.reason), "\(name): \(error.reason)")
      let isLoss = error.reason == .nothingReadable && expected?.isEmpty == false
      #expect(!isLoss, "\(name): \(expected?.count ?? 0) could be saved")
      #expect(try scratch.names() == Set(damaged.files.keys.map { "donations.sqlite\($0)" }), "\(name)")
      tally.nothing = 1
      return
    }
    for (suffix, bytes) in damaged.files {
      #expect(try scratch.contents("donations.sqlite\(suffix)") == bytes, "it is only read: \(name)")
    }
    #expect(try scratch.contents("saved.sqlite").range(of: Data(DamageSample.secret.utf8)) == nil, "\(name)")
    let log = try SQLiteDonationStore(path: scratch.path("saved.sqlite"))
    #expect(try await log.integrityProblems() == [], "\(name)")
    let saved = try await StoreContents(of: log)
    compare(saved, report, expected)
  }

  private mutating func compare(_ saved: StoreContents, _ report: RecoveryReport, _ expected: Set<Data>?) {
    let (all, records) = (sample.contents.records, saved.records)
    let identifiers = Set(saved.donations.values.joined().map { $0.identifier.rawValue.bytes })
    tally.saved = identifiers.count
    tally.savable = expected?.count ?? 0
    tally.invented = identifiers.subtracting(sample.pages.donations.values).count
    tally.altered = records.subtracting(all).count
    #expect(tally.invented == 0, "\(name)")
    if let expected, report.doubtfulPages == 0 {
      #expect(
        identifiers.isSuperset(of: expected), "\(name): \(expected.subtracting(identifiers).count) not saved")
    }
    // The report includes missing donations, by counts or by saying that more may be missing.
    let missing = sample.pages.donations.count - identifiers.count
    let told = report.losses.filter { $0.table == .donation }.reduce(0) { $0 + $1.count }
    if missing > 0, !kind.isOfJournal {
      #expect(told >= missing || !report.isLossKnown, "\(name): \(missing), \(report)")
    }
    #expect(orderIsKept(saved), "\(name)")
  }

  private func orderIsKept(_ saved: StoreContents) -> Bool {
    saved.donations.allSatisfy { user, donations in
      let places = Dictionary(
        (sample.contents.donations[user] ?? []).enumerated().map { ($1.identifier, $0) },
        uniquingKeysWith: min)
      let order = donations.compactMap { places[$0.identifier] }
      // The number of a row may itself be damaged; then a donation is in another position.
      return zip(order, order.dropFirst()).count { $0 > $1 } <= (kind == .flippedBitsEverywhere ? 5 : 1)
    }
  }

  /// Returns the donations without a part on a damaged page; for a damaged journal, those that
  /// SQLite finds.
  private func savable(_ path: String) -> Set<Data>? {
    guard kind.isOfJournal else {
      let lost = Set(pages.flatMap { sample.pages.rows[$0] ?? [] })
      return Set(sample.pages.donations.filter { !lost.contains($0.key) }.values)
    }
    guard let scratch = try? Scratch(), let copy = try? damaged.write(into: scratch) else { return nil }
    return try? DatabaseQueue(path: copy).read {
      try Data.fetchSet($0, sql: "SELECT identifier FROM donation")
    }
  }
}

extension StoreContents {
  /// The names of records, without their texts.
  fileprivate var names: Set<Data> { Set(donations.values.joined().map { $0.identifier.rawValue.bytes }) }
}
