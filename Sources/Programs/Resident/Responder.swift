package import Activities
internal import Answers
internal import Files
internal import Foundation
package import Importers
internal import LogFormat
package import SQLiteStorage
internal import ShellLines
package import Suggestions

/// Answers the requests that come over the socket of the resident program.
///
/// It opens the store when it is first needed, and again if another file takes its place.
package actor Responder {
  /// The facts about the machine and the user that it needs.
  package struct Surroundings: Sendable {
    /// The path of the store.
    package var store: String
    /// The key of an encrypted store.
    package var key: StoreKey?
    /// The environment variables.
    package var environment: [String: String]
    /// The version of the program.
    package var version: String
    /// The number of the process.
    package var process: Int32
    /// The path of the program's file.
    package var program: String
    /// Whether lines are offered only if what they name exists.
    package var checksTargets = true
    /// Returns the present moment.
    package var now: @Sendable () throws -> Instant

    package init(
      store: String, key: StoreKey?, environment: [String: String], version: String, process: Int32,
      program: String, now: @escaping @Sendable () throws -> Instant
    ) {
      (self.store, self.key, self.environment) = (store, key, environment)
      (self.version, self.process, self.program, self.now) = (version, process, program, now)
    }
  }

  private let surroundings: Surroundings
  private let spool: CommandSpool
  private let model: SuggestionModel
  private let program: FileIdentity?
  private var open:
    (store: SQLiteDonationStore, file: FileIdentity?, user: UserIdentifier, lines: LinePredictor)?

  /// - Parameters:
  ///   - surroundings: The store, and what else it needs to know.
  ///   - spool: The store's spool.
  ///   - model: The ranking model.
  package init(_ surroundings: Surroundings, spool: CommandSpool, model: SuggestionModel) {
    (self.surroundings, self.spool, self.model) = (surroundings, spool, model)
    program = FileIdentity(at: surroundings.program)
  }

  /// Returns the answer to a line, without a line feed, and whether the program should end after
  /// it.
  package func answer(to line: [UInt8]) async -> (text: String, ends: Bool) {
    do {
      let request = try WireRequest(line)
      switch request {
      case .next(let next): return (try JSONText.line(try await lines(for: next)), false)
      case .never(let line): return (try JSONText.line(try await refuse(line)), false)
      case .status: return (try JSONText.line(try await status()), false)
      case .stop: return (try JSONText.line(DoneReport()), true)
      }
    } catch {
      // The next question opens the store again; with another key, only another process can.
      if error is StoreError { open = nil }
      let ends = (error as? StoreError).map { Self.needsKey($0.reason) } ?? false
      let report = ErrorReport(problem: error is DocumentError ? .request : .unavailable, what: "\(error)")
      return ((try? JSONText.line(report)) ?? Self.unknownError, ends)
    }
  }

  /// The answer if not even an error can be encoded.
  static let unknownError = #"{"type":"error","v":1}"#

  /// Takes in what waits in the spool, and learns it.
  package func catchUp() async throws {
    guard try hasSomething() else { return }
    let now = try surroundings.now()
    let opened = try await opened()
    try await takeIn(into: opened.store, of: opened.user, at: now)
    try await opened.lines.prepare(at: now)
  }

  /// Whether another version of the program has been installed since it began.
  package var isReplaced: Bool {
    FileIdentity(at: surroundings.program).map { $0 != program } ?? false
  }

  // MARK: Requests

  private func lines(for request: NextRequest) async throws -> NextReport {
    let now = try surroundings.now()
    // A question does not create a store.
    guard try hasSomething() else { return NextReport(lines: [], donations: 0, silent: "nothing") }
    let settings = try settings()
    let opened = try await opened()
    // A command that cannot be taken in now waits; the answer need not.
    try? await takeIn(into: opened.store, of: opened.user, at: now)
    return try await opened.lines.answer(to: request, settings, at: request.instant ?? now)
  }

  private func refuse(_ line: String) async throws -> DoneReport {
    guard let path = PromptSettings.path(environment: surroundings.environment) else {
      throw ResidentError.cannotCreate("prompt.json")
    }
    try await PromptSettings.change(at: path) { $0.refuse(line) }
    return DoneReport()
  }

  private func status() async throws -> StatusReport {
    StatusReport(
      version: surroundings.version, process: surroundings.process, store: surroundings.store)
  }

  // MARK: The store

  /// Whether a store or recorded commands exist.
  private func hasSomething() throws -> Bool {
    if try SQLiteDonationStore.exists(path: surroundings.store) { return true }
    open = nil
    return spool.isInUse && spool.hasLines
  }

  private static func needsKey(_ reason: StoreError.Reason) -> Bool {
    switch reason {
    case .keyMissing, .wrongKey, .notEncrypted, .encryptionChanged: true
    default: false
    }
  }

  private func opened() async throws -> (
    store: SQLiteDonationStore, user: UserIdentifier, lines: LinePredictor
  ) {
    let path = surroundings.store
    if let open, let file = open.file, file == FileIdentity(at: path) {
      return (open.store, open.user, open.lines)
    }
    let store = try SQLiteDonationStore(path: path, key: surroundings.key)
    let users = try await store.users().map(\.user)
    let user = users.count == 1 ? users[0] : .me
    let lines = LinePredictor(
      store: store, user: user, model: model, home: surroundings.environment.home,
      checksTargets: surroundings.checksTargets)
    open = (store, FileIdentity(at: path), user, lines)
    return (store, user, lines)
  }

  private func takeIn(into store: SQLiteDonationStore, of user: UserIdentifier, at now: Instant) async throws
  {
    _ = try await spool.takeIn(into: store, of: user, HistorySettings(zone: .current), at: now)
  }

  /// The user's settings.
  ///
  /// - Throws: The mistake in a file that cannot be read: without it, refused lines are not known.
  private func settings() throws -> PromptSettings {
    guard let path = PromptSettings.path(environment: surroundings.environment) else {
      return PromptSettings()
    }
    return try PromptSettings(contentsOf: path)
  }
}
