package import Activities
package import Answers
internal import Importers
package import Suggestions

/// Predicts the command line that a user runs next, from a store.
///
/// Questions are answered one at a time, in the order in which they come. It takes all times as
/// arguments.
package actor LinePredictor {
  private let store: any DonationStore
  private let user: UserIdentifier
  private let model: SuggestionModel
  private let home: String
  /// Whether a line is offered only if what it names exists.
  private let checksTargets: Bool
  private var history: LineHistory
  /// The grey text of each session, with its probability.
  private var grey: [String: NextReport.Line] = [:]
  private var running: Task<Void, Never>?

  /// The number of suggestions to look through.
  private static let mostCandidates = 200
  /// The time in which it has to be known whether what a line names exists.
  private static let checkTime = Duration.milliseconds(20)
  /// The seconds since the newest line after which a pause is one.
  private static let longestRun = 3_600.0
  /// The number of sessions whose grey text is remembered.
  private static let mostSessions = 256
  /// The seconds after the first recorded command in which grey text has to be more likely: two
  /// weeks.
  private static let firstWeeks = 14 * 86_400.0

  /// Creates a predictor, which reads nothing before the first question.
  ///
  /// - Parameters:
  ///   - store: The store with the user's commands.
  ///   - user: The user.
  ///   - model: The ranking model.
  ///   - home: The user's home, for lines with `~` and the files of ssh.
  ///   - checksTargets: Whether a line is offered only if the files, folders, branches and make
  ///     targets that it names exist, and its hosts are known.
  ///   - mostCommands: The maximum number of commands to learn from.
  package init(
    store: any DonationStore, user: UserIdentifier, model: SuggestionModel, home: String,
    checksTargets: Bool = true, mostCommands: Int = LineWindow.mostCommands
  ) {
    (self.store, self.user, self.model, self.home) = (store, user, model, home)
    self.checksTargets = checksTargets
    history = LineHistory(of: user, model: model, most: mostCommands)
  }

  /// Returns the lines that the user will probably run next, the most likely first.
  ///
  /// A line is one that the user ran, with its arguments. It is left out if it has just failed, has
  /// always failed, is dangerous to repeat, was refused, is hidden by a rule, or names something
  /// that does not exist.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - settings: The user's settings.
  ///   - now: The present moment.
  /// - Throws: An error of the store.
  package func answer(
    to request: NextRequest, _ settings: PromptSettings, at now: Instant
  ) async throws -> NextReport {
    let before = running
    let work = Task {
      await before?.value
      return try await lines(for: request, settings, at: now)
    }
    running = Task { _ = try? await work.value }
    return try await work.value
  }

  /// Learns what the store has, so that the next answer comes at once.
  package func prepare(at now: Instant) async throws {
    var request = NextRequest()
    request.limit = 1
    _ = try await answer(to: request, PromptSettings(), at: now)
  }

  private func lines(
    for request: NextRequest, _ settings: PromptSettings, at now: Instant
  ) async throws -> NextReport {
    // First what was forgotten, so that feedback does not bring a line back.
    history = try await history.caughtUp(with: store, model: model, at: now)
    try await note(request.outcome, in: request.session, at: now)
    if request.isGrey, settings.isQuiet(in: request.folder) { return report([], silent: .off) }
    var previous = history.previous(in: request.session)
    previous?.hasFailed = request.exit.map { $0 != 0 } ?? false
    let failed = previous.flatMap { $0.hasFailed ? $0.line : nil }
    let context = try Context(
      at: moment(now),
      attributes: RunLine.attributes(folder: request.folder, host: request.host, after: previous))
    let answer = try await history.engine.suggestions(
      SuggestionRequest(for: user, in: context, limit: Self.mostCandidates, horizon: nil))
    let hasMoved = previous?.isElsewhere(than: request) ?? false
    let minimum = request.isGrey ? self.minimum(request, settings, at: now) : 0
    let folder = request.folder.map { WorkingFolder($0) }
    var knownHosts: KnownHosts?
    let likely = answer.suggestions.compactMap { suggestion -> (line: String, probability: Double)? in
      guard case .string(let line)? = suggestion.activity.userInfo["line"] else { return nil }
      return (line, PromptCalibration.calibrated(suggestion.probability, hasMoved: hasMoved))
    }
    // The failed line, and lines that are not offered, may be typed all the same.
    let prefix = TypedPrefix(request.prefix, likely: likely, known: history.known.keys)
    var found: [NextReport.Line] = []
    var isUnlikely = false
    for (line, unconditioned) in likely where line.hasPrefix(request.prefix) {
      guard found.count < request.limit else { break }
      let probability = prefix.conditioned(unconditioned)
      guard probability >= minimum else {
        isUnlikely = true
        break
      }
      guard line != failed, line != request.prefix, mayOffer(line, settings),
        await exists(line, in: folder), await reaches(line, &knownHosts)
      else { continue }
      found.append(NextReport.Line(line: line, probability: probability))
    }
    // With a prefix it is not the grey text of an empty prompt.
    if request.isGrey, request.prefix.isEmpty, let session = request.session {
      remember(found.first, in: session)
    }
    return report(found, silent: isUnlikely ? .unlikely : .nothing)
  }

  /// Returns the moment for which the engine is asked: that of the newest line, unless it was long
  /// ago.
  ///
  /// How long the line before took says nothing about the next one, but the engine, which is fitted
  /// at donations, would take it for a pause.
  private func moment(_ now: Instant) -> Instant {
    guard let newest = history.newestInstant, now.seconds(since: newest) < Self.longestRun else { return now }
    return newest
  }

  /// Why there is no line.
  private enum Silence: String {
    /// The user switched grey text off, here or everywhere.
    case off
    /// No line is likely enough.
    case unlikely
    /// No line is left.
    case nothing
  }

  private func report(_ lines: [NextReport.Line], silent: Silence) -> NextReport {
    NextReport(lines: lines, donations: history.runs, silent: lines.isEmpty ? silent.rawValue : nil)
  }

  /// The minimum probability of grey text, if the user chose none.
  package static let usualMinimum = SuggestionPolicy().threshold(on: .prompt)

  /// The minimum in the first two weeks, halfway between the usual one and 1: who does not know
  /// grey text yet is easily disturbed by a wrong line.
  package static let firstMinimum = (1 + usualMinimum) / 2

  private func minimum(_ request: NextRequest, _ settings: PromptSettings, at now: Instant) -> Double {
    if let chosen = request.minimum ?? settings.minimum { return chosen }
    let isNew = history.firstRecorded.map { now.seconds(since: $0) < Self.firstWeeks } ?? false
    return isNew && !history.isLong ? Self.firstMinimum : Self.usualMinimum
  }

  private func mayOffer(_ line: String, _ settings: PromptSettings) -> Bool {
    guard let known = history.known[line], known.hasSucceeded, !settings.isRefused(line) else { return false }
    return !settings.isDangerous(line, listed: known.isDangerous)
      && history.rules.restraint(on: known.newest) == nil && !history.forbidden.contains(known.newest)
  }

  /// Returns whether what a line names exists; `false` if that is not known in time.
  private func exists(_ line: String, in folder: WorkingFolder?) async -> Bool {
    guard checksTargets, let folder else { return true }
    let home = home
    return await TimeLimit.result(within: Self.checkTime) {
      NamedTargets.exist(in: line, at: folder, home: home)
    } ?? false
  }

  /// Returns whether each host that a line connects to was reached before, or is named by a file;
  /// `false` if that is not known in time.
  ///
  /// - Parameter files: The hosts that files name, which are read when they are first needed.
  private func reaches(_ line: String, _ files: inout KnownHosts?) async -> Bool {
    guard checksTargets, let hosts = history.known[line]?.hosts else { return true }
    let unknown = hosts.filter { !history.reachedHosts.contains($0) }
    guard !unknown.isEmpty else { return true }
    if files == nil {
      let home = home
      files = await TimeLimit.result(within: Self.checkTime) { KnownHosts(home: home) }
    }
    return files.map { files in unknown.allSatisfy(files.contains) } ?? false
  }

  // MARK: Feedback

  private func remember(_ line: NextReport.Line?, in session: String) {
    if grey[session] == nil, grey.count >= Self.mostSessions { grey.removeAll() }
    grey[session] = line
  }

  /// Stores the user's response to the grey text that a session showed last.
  private func note(_ outcome: GreyOutcome?, in session: String?, at now: Instant) async throws {
    guard let outcome, let known = history.known[outcome.line] else { return }
    let said = session.flatMap { grey[$0] }
    let activity = known.newest.activity
    var userInfo = activity.restorationPayload
    userInfo["line"] = .string(outcome.line)
    let shown = try Feedback.Impression(
      activityType: activity.activityType, userInfo: userInfo,
      requiredUserInfoKeys: activity.requiredUserInfoKeys ?? Set(activity.userInfo.keys),
      probability: said?.line == outcome.line ? said?.probability : nil)
    let feedback = try Feedback(
      by: user, at: now, shown: [shown], chosen: 0, verdict: outcome.kind.verdict, surface: .prompt)
    guard try await store.ingest([feedback]).added == 1 else { return }
    var history = history
    try await history.note(stored: feedback)
    self.history = history
  }
}

extension GreyOutcome.Kind {
  fileprivate var verdict: Feedback.Verdict {
    switch self {
    case .taken: .accepted
    case .overtyped: .ignored
    case .dismissed: .dismissed
    }
  }
}
