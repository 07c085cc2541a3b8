import Foundation
import SQLiteStorage

@testable import Activities

/// The whole content of a store as a value, to compare before and after a fault.
struct StoreState: Equatable, Sendable {
  /// Donations, feedback and phrases as the lines of an export, with their counts.
  var records: [String: Int] = [:]
  var hints: [String] = []
  var rules: [String] = []
  var retention = Retention()
  /// Whether rules have a secret to hash with, which differs each time.
  var canHash = false
  /// The file with the key that opens it; `nil` for a plain store.
  var key: String?

  /// The number of donations.
  var donations: Int { records.filter { !$0.key.contains("\"type\":") }.values.reduce(0, +) }

  /// Creates the empty state of a missing store.
  init() {}

  /// Reads the state with an undisturbed process, which completes interrupted work like every
  /// opening.
  ///
  /// - Returns: The state, and the problems of the integrity check.
  static func read(
    _ folder: FaultFolder, checksIntegrity: Bool = true
  ) async throws -> (state: StoreState, problems: [StoreProblem]) {
    guard FileManager.default.fileExists(atPath: folder.store) else { return (StoreState(), []) }
    let (log, key) = try open(folder)
    var state = try await StoreState(log)
    state.key = key
    let problems = checksIntegrity ? try await log.integrityProblems() : []
    try log.close()
    return (state, problems)
  }

  /// Opens a store with the matching one of the keys next to it.
  private static func open(_ folder: FaultFolder) throws -> (log: SQLiteDonationStore, key: String?) {
    let names = ["in/key", "out/key"].filter { folder.bytes($0) != nil }
    for name in names {
      guard let key = try? StoreKey(file: folder.root.path + "/" + name) else { continue }
      if let log = try? SQLiteDonationStore(path: folder.store, key: key) { return (log, name) }
    }
    return (try SQLiteDonationStore(path: folder.store), nil)
  }

  init(_ log: SQLiteDonationStore) async throws {
    for try await line in log.lines() { records[Self.words(of: line), default: 0] += 1 }
    for user in try await log.users().map(\.user) {
      for list in [HintList.hints, .appCatalog] {
        hints += try await log.hints(in: list, of: user).map {
          "\(user.name) \(list) \($0.program) \($0.hint.activity.title ?? "")"
        }
      }
    }
    let privacy = try await log.privacyRules()
    // A rule's hits are counted in a separate transaction, and the time of a pause depends on the
    // run.
    rules = privacy.rules.map { "\($0.number) \($0.effect)" }
    retention = privacy.retention
    canHash = privacy.secret != nil
  }

  /// Returns a line without the time of a phrase, which depends on the run.
  private static func words(of line: Data) -> String {
    let text = String(decoding: line, as: UTF8.self)
    guard text.contains("\"type\":\"phrase\"") else { return text }
    return text.replacing(/"time":"[^"]*",?/, with: "")
  }

  /// Returns this state with the records of another one added.
  func joined(_ other: StoreState) -> StoreState {
    var joined = self
    joined.records.merge(other.records) { max($0, $1) }
    return joined
  }

  /// Returns this state with the records of another one instead.
  func withRecords(of other: StoreState) -> StoreState {
    var state = self
    state.records = other.records
    return state
  }
}
