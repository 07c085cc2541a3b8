import Activities
import Features
import Foundation
import Kernels
import Ranking
import Storage
import StoreRecovery
import Suggestions

@testable import SQLiteStorage

/// The result of one file.
struct StoreOutcome: Equatable {
  /// The reason why it was not opened; `nil` if it was.
  var refused: StoreError.Reason?
  /// The number of problems from the integrity check.
  var problems = 0
  /// The queries that it could answer.
  var answered: [String] = []
}

/// A promise of stores that one file broke.
enum StorePromise: Error {
  /// An error other than `StoreError`, or than an error of its callers, was thrown.
  case otherError(String, any Error)
  /// A probability is not a number from 0 to 1.
  case probability
  /// A file changed although it was refused for a reason that needs no writing, or was only read
  /// for a repair (`nil`).
  case changed(StoreError.Reason?)
}

/// Opens changed stores, uses them like a program, and checks the promises that hold for any file.
///
/// The first byte chooses the kind of change: bytes of the file (12 bytes per change, as for
/// states), bytes of its journal, or a row whose content the input replaces. The fuzzer and the
/// tests of its corpus share this function.
func exerciseStore(_ bytes: [UInt8], in folder: URL) async throws -> StoreOutcome {
  let path = folder.appending(path: "s.sqlite").path
  for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
  try await ChangedStore.sample.value.write(to: path, changedBy: bytes)
  var outcome = StoreOutcome()
  let before = try Data(contentsOf: URL(filePath: path))
  try rehearseRepair(of: path)
  guard try Data(contentsOf: URL(filePath: path)) == before else { throw StorePromise.changed(nil) }
  let log: SQLiteDonationStore
  do throws(StoreError) { log = try SQLiteDonationStore(path: path, busyTimeout: 0.1) } catch {
    let isUntouched = try Data(contentsOf: URL(filePath: path)) == before
    let isRefusedAtOnce = [.notADatabase, .foreign].contains(error.reason)
    guard isUntouched || !isRefusedAtOnce else { throw StorePromise.changed(error.reason) }
    outcome.refused = error.reason
    return outcome
  }
  var trial = StoreTrial(log: log)
  try await trial.run()
  outcome.problems = trial.problems
  outcome.answered = trial.answered
  try? log.close()
  return outcome
}

/// Searches the pages of a damaged store for rows without SQLite.
private func rehearseRepair(of path: String) throws {
  do { _ = try StoreRepair(of: path).rehearse() } catch is StoreError {
  } catch {
    throw StorePromise.otherError("repair", error)
  }
}

/// Everything that programs do with a store.
private struct StoreTrial {
  let log: SQLiteDonationStore
  var problems = 0
  var answered: [String] = []

  mutating func run() async throws {
    let log = log
    await attemptCount { try await log.integrityProblems().count }
    try await attempt("information") { _ = try await log.information() }
    try await attempt("users") { _ = try await log.users() }
    try await attempt("donations") {
      _ = try await log.donations(of: .me, in: Int64.min..<Int64.max, after: nil, limit: 50)
    }
    try await attempt("arrivals") { _ = try await log.arrivals(of: .me, after: 0, limit: 50) }
    try await attempt("feedback") { _ = try await log.feedback(of: .me) }
    try await attempt("phrases") { _ = try await log.phrases(of: .me) }
    try await attempt("hints") { _ = try await log.hints(in: .hints, of: .me) }
    try await attempt("rules") { _ = try await log.privacyRules() }
    try await attempt("lines") { for try await _ in log.lines() {} }
    let now = try Sample.instant(90_000)
    for text in ["", "play so"] {
      try await attempt("search \(text)") { _ = try await log.search(SearchQuery(text, at: now)) }
    }
    try await attempt("recent") { _ = try await log.recentActivities(of: .me, at: now, limit: 5) }
    try await attempt("suggest") {
      let engine = SuggestionEngine(log: log, model: try ChangedStore.model())
      let list = try await engine.suggestions(
        SuggestionRequest(in: Context(at: now), limit: 5, explains: true))
      guard list.suggestions.allSatisfy({ (0...1).contains($0.probability) }) else {
        throw StorePromise.probability
      }
    }
    try await attempt("append") {
      _ = try await log.ingest(verbatim: [
        Sample.donation("new", at: 80_000), Sample.donation("so 1", at: 20),
      ])
    }
    try await attempt("own phrase") {
      _ = try await log.ingest(verbatim: [
        OwnPhrase(for: Sample.donation("so 1", at: 0).activity, at: now, phrase: "loud")
      ])
    }
    try await attempt("forget") {
      var criteria = Deletion.Criteria()
      criteria.text = "new"
      _ = try await log.forget([Deletion(at: now, matching: criteria)], rehearsing: true)
    }
    try await attempt("forget all") {
      _ = try await log.forget([Deletion(at: now, matching: .everything)], rehearsing: false)
    }
  }

  private mutating func attemptCount(_ body: () async throws -> Int) async {
    problems = (try? await body()) ?? -1
  }

  private mutating func attempt(_ name: String, _ body: () async throws -> Void) async throws {
    do {
      try await body()
      answered.append(name)
    } catch is StoreError {
    } catch is RankingError {
    } catch let promise as StorePromise {
      throw promise
    } catch {
      throw StorePromise.otherError(name, error)
    }
  }
}
