package import Activities
internal import Answering
internal import Answers
internal import Files
internal import Foundation
package import Importers
internal import LogFormat
internal import Phrases
internal import Questions
package import SQLiteStorage
internal import ShellLines
internal import Storage
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
  private let importing: HourlyImport
  private let program: FileIdentity?
  private var open: OpenStore?

  /// A store with what has been learned from it.
  private struct OpenStore {
    let store: SQLiteDonationStore
    let file: FileIdentity?
    /// The user of the shells' commands.
    let user: UserIdentifier
    let lines: LinePredictor
    let engine: SuggestionEngine
  }

  /// - Parameters:
  ///   - surroundings: The store, and what else it needs to know.
  ///   - spool: The store's spool.
  ///   - model: The ranking model.
  ///   - importing: Reads the sources that the user agreed to again.
  package init(
    _ surroundings: Surroundings, spool: CommandSpool, model: SuggestionModel, importing: HourlyImport
  ) {
    (self.surroundings, self.spool, self.model) = (surroundings, spool, model)
    self.importing = importing
    program = FileIdentity(at: surroundings.program)
  }

  /// Returns the answer to a line, without a line feed, and whether the program should end after
  /// it.
  package func answer(to line: [UInt8]) async -> (text: String, ends: Bool) {
    do {
      let request = try WireRequest(line)
      return (try JSONText.line(try await report(on: request)), request == .stop)
    } catch {
      // The next question opens the store again; with another key, only another process can.
      if error is StoreError { open = nil }
      let ends = (error as? StoreError).map { Self.needsKey($0.reason) } ?? false
      let report = ErrorReport(problem: Self.problem(error), what: Self.words(error))
      return ((try? JSONText.line(report)) ?? Self.unknownError, ends)
    }
  }

  /// The answer if not even an error can be encoded.
  static let unknownError = #"{"type":"error","v":1}"#

  private func report(on request: WireRequest) async throws -> any Encodable {
    switch request {
    case .next(let next): try await lines(for: next)
    case .never(let line): try await refuse(line)
    case .suggest(let question): try await suggestions(for: question)
    case .donate(let request): try await keep(request)
    case .feedback(let request): try await keep(request)
    case .status: try await status()
    case .stop: DoneReport()
    }
  }

  /// Returns whether the request is wrong, or the same may be answered later.
  private static func problem(_ error: any Error) -> ErrorReport.Problem {
    switch error {
    case is DocumentError, is LineProblem, is QuestionError, is FeedbackRequestError, is ActivityError,
      is SuggestionError, is HistoryError:
      .request
    default: .unavailable
    }
  }

  /// Returns the mistake, its place, and how to fix it.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let problem as LineProblem:
      "request: $.donation\(problem.error.field.isEmpty ? "" : "." + problem.error.field): \(problem.error.reason)"
    case let error as QuestionError: "request: $.\(error)"
    case let error as HistoryError: "request: $.calendars: \(error.path): \(error)"
    default: "\(error)"
    }
  }

  /// Takes in what waits in the spool, and learns it.
  package func catchUp() async throws {
    guard try hasSomething() else { return }
    let now = try surroundings.now()
    let opened = try await opened()
    try await takeIn(into: opened.store, of: opened.user, at: now)
    try await opened.lines.prepare(at: now)
  }

  /// Reads the sources that the user agreed to again, if it is time to; questions are answered
  /// meanwhile.
  package func importIfDue() async {
    guard let now = try? surroundings.now() else { return }
    await importing.runIfDue(at: now) { [self] in try await existingStore() }
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

  private func suggestions(for question: SuggestionQuestion) async throws -> SuggestionReport {
    let now = try surroundings.now()
    let question = try await Self.withCalendars(question, at: now)
    // A question does not create a store.
    guard try hasSomething() else {
      let nothing = InMemoryDonationStore()
      return try await SuggestionAnswer(to: question, by: engine(on: nothing), in: nothing, at: now).report
    }
    let opened = try await opened()
    try? await takeIn(into: opened.store, of: opened.user, at: now)
    return try await SuggestionAnswer(to: question, by: opened.engine, in: opened.store, at: now).report
  }

  /// Returns a question with its calendars read, while other requests are answered.
  ///
  /// Malformed entries are left out, as by `hunch suggest`, which tells of them.
  private static func withCalendars(
    _ question: SuggestionQuestion, at now: Instant
  ) async throws -> SuggestionQuestion {
    var question = question
    _ = try question.readCalendars(at: now)
    return question
  }

  private func keep(_ request: DonationRequest) async throws -> any Encodable {
    try await request.answer(into: opened().store, at: surroundings.now())
  }

  private func keep(_ request: FeedbackRequest) async throws -> FeedbackReport {
    let now = try surroundings.now()
    let opened = try hasSomething() ? try await opened() : nil
    let users = try await opened?.store.users().map(\.user) ?? []
    guard let user = request.user ?? UserIdentifier.unnamed(among: users) else {
      throw QuestionError.severalUsers(users.count)
    }
    let feedback = try await request.feedback(by: user, from: opened?.engine, in: opened?.store, at: now)
    return FeedbackReport(try await self.opened().store.ingest([feedback]))
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
      version: surroundings.version, process: surroundings.process, store: surroundings.store,
      importing: await importing.status)
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

  private func opened() async throws -> OpenStore {
    let path = surroundings.store
    if let open, let file = open.file, file == FileIdentity(at: path) { return open }
    let store = try SQLiteDonationStore(path: path, key: surroundings.key)
    let users = try await store.users().map(\.user)
    let user = users.count == 1 ? users[0] : .me
    let lines = LinePredictor(
      store: store, user: user, model: model, home: surroundings.environment.home,
      checksTargets: surroundings.checksTargets)
    let opened = OpenStore(
      store: store, file: FileIdentity(at: path), user: user, lines: lines, engine: engine(on: store))
    open = opened
    return opened
  }

  private func engine(on log: any DonationStore) -> SuggestionEngine {
    SuggestionEngine(
      log: log, model: model, language: PhraseLanguage(environment: surroundings.environment))
  }

  /// Returns the open store; `nil` if there is none, as only a recorded command creates one.
  private func existingStore() async throws -> (any DonationStore)? {
    guard try SQLiteDonationStore.exists(path: surroundings.store) else { return nil }
    do { return try await opened().store } catch {
      open = nil
      throw error
    }
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
