public import Activities
public import Phrases

// Suggestions: What should be offered now, and may it be?
//
// Start here: `SuggestionEngine` takes donations and answers questions. It keeps a `UserSession`
// per user, whose `UserModel` answers by one pipeline, `Query/SuggestionPipeline.swift`. `Policy`
// has the gates and thresholds, `Feedback`, `Hints` and `Routines` what changes an answer,
// `Explanation` the reasons.

/// The engine of predictions: donations go in, suggestions come out.
///
/// The engine follows the log: what other processes donate or forget is taken into account by the
/// next answer. What it learned of those who asked lately it keeps in memory; of everybody else,
/// and from one process to the next, the store keeps it as checkpoints. Users never wait for each
/// other. All times are arguments; the engine reads no clock.
///
/// ```swift
/// let engine = SuggestionEngine(log: InMemoryDonationStore(), model: model)
/// try await engine.donate([donation], now: donation.context.instant)
/// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 5))
/// ```
public actor SuggestionEngine: DonationRecorder {
  let log: any DonationStore
  private let model: SuggestionModel
  private let checkpoints: CheckpointCache?
  private let capacity: Int
  private let language: PhraseLanguage
  private let progress: LearningProgress.Handler?
  private let pageSize: Int
  private var sessions: [UserIdentifier: (session: UserSession, lastUse: Int)] = [:]
  private var uses = 0

  /// The number of people that an engine knows at once unless told otherwise.
  ///
  /// 256: at 256 KB for one with 200 activities that is 64 MB.
  public static let defaultCapacity = 256

  /// Makes an engine on a log; nothing is read until somebody asks.
  ///
  /// - Parameters:
  ///   - log: What it learns from.
  ///   - model: How it ranks.
  ///   - capacity: How many people it keeps in memory, at least 1. Beyond that whoever was not
  ///     asked about for the longest time goes, and is loaded again from the log when needed.
  ///   - language: In which phrases are composed for what has neither a phrase nor a title that
  ///     could be one.
  ///   - progress: What is told how far learning is, after some thousand donations each.
  public init(
    log: any DonationStore, model: SuggestionModel, capacity: Int = SuggestionEngine.defaultCapacity,
    language: PhraseLanguage = .english, progress: LearningProgress.Handler? = nil
  ) {
    self.init(
      log: log, model: model, capacity: capacity,
      checkpoints: CheckpointCache(log: log, coding: .current, model: model), language: language,
      progress: progress)
  }

  init(
    log: any DonationStore, model: SuggestionModel, capacity: Int, checkpoints: CheckpointCache?,
    language: PhraseLanguage = .english, progress: LearningProgress.Handler? = nil,
    pageSize: Int = UserSession.defaultPageSize
  ) {
    (self.progress, self.pageSize) = (progress, pageSize)
    self.language = language
    self.log = log
    self.model = model
    self.capacity = max(1, capacity)
    self.checkpoints = checkpoints
  }

  /// The number of people in memory.
  var usersInMemory: Int { sessions.count }

  /// Keeps donations and learns from them, all or none; as far as the privacy rules allow
  /// (``PrivacyRules``).
  ///
  /// - Parameters:
  ///   - donations: Of any users, in any order of time; one that is there already is counted as a
  ///     duplicate.
  ///   - now: The present moment, by which donations from the future are refused.
  /// - Returns: How many are new. When it returns, they are kept for good.
  /// - Throws: ``SuggestionError/donationFromTheFuture``, or what the log throws.
  @discardableResult
  public func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    guard !donations.contains(where: { $0.isFromTheFuture(at: now) }) else {
      throw SuggestionError.donationFromTheFuture
    }
    return try await log.ingest(donations, at: now)
  }

  /// Keeps what a user made of suggestions; it is applied from the next answer on.
  @discardableResult
  public func record(_ feedback: [Feedback]) async throws -> AppendReceipt {
    try await log.ingest(feedback)
  }

  /// Returns the feedback of the user about suggestions that still decides what is shown, and that
  /// can be taken back: the last first.
  ///
  /// - Throws: What the log throws.
  public func standingFeedback(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [Feedback] {
    let known = try await log.feedback(of: user).filter { $0.instant.milliseconds <= instant.milliseconds }
    return FeedbackState.deciding(known, at: instant)
  }

  /// Activities as they were last donated, or as programs state them in hints and catalogues; those
  /// that nobody knows are missing.
  ///
  /// - Throws: What the log throws.
  public func activities(
    _ identities: [ActivityIdentity], of user: UserIdentifier = .me
  ) async throws -> [ActivityIdentity: UserActivity] {
    try await session(of: user).activities(identities)
  }

  /// Returns the newest donation of an activity; `nil` if it was never done.
  ///
  /// - Throws: What the log throws.
  package func newestDonation(
    of identity: ActivityIdentity, by user: UserIdentifier
  ) async throws -> Donation? {
    try await session(of: user).newestDonation(of: identity)
  }

  /// Returns the activities that may be offered besides what a user did just so: combinations of
  /// its parameters, and what programs say one can do.
  ///
  /// Some may have the same identity.
  ///
  /// - Throws: What the log throws.
  public func furtherActivities(of user: UserIdentifier = .me) async throws -> [UserActivity] {
    try await session(of: user).furtherActivities()
  }

  /// Forgets what matches: afterwards every answer is that of a log which never held it.
  ///
  /// - Returns: How many donations were forgotten.
  @discardableResult
  public func forget(_ deletion: Deletion) async throws -> Int {
    try await log.forget(deletion)
  }

  /// Forgets what any of the deletions matches, and tells what went.
  ///
  /// - Parameter rehearsing: Nothing is forgotten; the receipt is the one that forgetting would
  ///   give.
  @discardableResult
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    try await log.forget(deletions, rehearsing: rehearsing)
  }

  /// Answers what the user may do next.
  ///
  /// A context before the user's newest donation is answered as of that moment, by replay.
  ///
  /// - Returns: At most `limit` suggestions, the likeliest first; none if nothing was donated yet.
  /// - Throws: ``SuggestionError`` for a request that cannot be answered, or what the log throws.
  /// - Complexity: O(activities of the user) once their donations are known. Before that, those
  ///   since the last checkpoint are replayed, each at about the cost of an answer.
  public func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    try request.validate()
    return try await session(of: request.user).suggestions(request)
  }

  /// Tells how an activity fares in a question: its contributions, the gates that it passed and the
  /// one that stopped it, and what would have to be different for it to come first.
  ///
  /// - Returns: `nil` if the user had not done it by then: what was never done cannot be predicted.
  /// - Throws: ``SuggestionError`` for a request that cannot be answered, or what the log throws.
  /// - Complexity: That of some 350 answers, if it does not come first.
  public func diagnosis(
    of identity: ActivityIdentity, _ request: SuggestionRequest
  ) async throws -> SuggestionDiagnosis? {
    try request.validate()
    return try await session(of: request.user).diagnosis(of: identity, request)
  }

  /// Returns the activities that the user did last, the newest first, each activity once: for the
  /// time before there is anything to predict.
  ///
  /// Whatever was published is here, eligible for prediction or not. What has expired, is
  /// forbidden, or can no longer be read by its program is not.
  ///
  /// - Throws: ``SuggestionError/limitNotPositive``, or what the log throws.
  /// - Complexity: O(n log n) for n activities of the user, once their donations were replayed.
  public func recentActivities(
    of user: UserIdentifier = .me, at instant: Instant, limit: Int = 8
  ) async throws -> [RecentActivity] {
    guard limit > 0 else { throw SuggestionError.limitNotPositive }
    return try await session(of: user).recentActivities(at: instant, limit: limit)
  }

  // MARK: Hints

  /// Replaces what a program says may matter to a user; an empty list clears it.
  ///
  /// It is applied from the next answer on, and to questions about other moments too: hints are as
  /// they are now, they have no history. What the privacy rules filter is left out. How hints and
  /// what was learned make one probability is told at `HintPool`.
  ///
  /// - Throws: `HintError` for a list that a program may not have, or what the log throws.
  public func setHints(
    _ hints: [Hint], of program: String, for user: UserIdentifier = .me
  ) async throws {
    try await log.setHints(hints, in: .hints, of: program, for: user)
  }

  /// Replaces what a program says one can do with it; an empty list clears it.
  ///
  /// - Throws: `HintError` for a list that a program may not have, or what the log throws.
  public func setAppCatalog(
    _ activities: [UserActivity], of program: String, for user: UserIdentifier = .me
  ) async throws {
    let entries = try activities.map { try Hint(of: $0) }
    try await log.setHints(entries, in: .appCatalog, of: program, for: user)
  }

  /// All hints for a user that have not expired, ordered by program, each with how relevant it is
  /// in a context.
  ///
  /// - Throws: What the log throws.
  public func assessedHints(
    for user: UserIdentifier = .me, in context: Context
  ) async throws -> [AssessedHint] {
    try await session(of: user).assessedHints(in: context)
  }

  /// Returns the activities that programs say one can do with them and that the user never did,
  /// ordered by program.
  ///
  /// It is no prediction, has no rank and no probability: show it where it is asked for, or where
  /// there is nothing to predict.
  ///
  /// - Parameter observedUntil: The moment until which donations are known, if that is earlier.
  /// - Throws: What the log throws.
  public func appCatalog(
    for user: UserIdentifier = .me, at instant: Instant, observedUntil: Instant? = nil
  ) async throws -> [AppCatalogEntry] {
    let isEarlier = observedUntil.map { $0.milliseconds < instant.milliseconds } ?? false
    let stated = try await session(of: user).appCatalogEntries(
      at: instant, knownUntil: isEarlier ? observedUntil ?? instant : instant)
    guard !stated.isEmpty else { return [] }
    let book = try await phrases(of: user)
    return stated.map { stated in
      let activity = stated.hint.activity
      return AppCatalogEntry(
        activity: activity, program: stated.program,
        displayTitle: book.displayTitle(for: activity, activity.identity),
        phrase: book.phrase(for: activity, activity.identity))
    }
  }

  /// The routines of a user's day as their donations up to a moment tell them.
  ///
  /// - Throws: What the log throws.
  /// - Complexity: O(donations of eight weeks) when the log has changed, else O(1).
  public func routines(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> LearnedRoutines {
    try await session(of: user).routines(at: instant)
  }

  // MARK: Phrases

  /// The user's phrases: one for each of the 2,048 activities done last, of those answered lately
  /// and of those with a phrase of their own; and their own for what is gone.
  ///
  /// A phrase stays when something is done for the first time, in every process and from one to the
  /// next: of two that collide the activity done first keeps its phrase, and those answered lately
  /// make way for those done last. It changes if the words of its activity do, if the user gives
  /// its words to another, or if an activity that collided with it comes or goes among the 2,048:
  /// if it is forgotten, or done again after as many others.
  ///
  /// - Throws: What the log throws.
  /// - Complexity: O(activities of the user) if nothing has changed since the last time; else that
  ///   of making a `PhraseBook`.
  public func phrases(of user: UserIdentifier = .me) async throws -> PhraseBook {
    try await session(of: user).phrases()
  }

  /// Finds what was meant by something that was said or typed: by phrase, and if none is near, by
  /// the log's search.
  ///
  /// - Parameters:
  ///   - text: What was said.
  ///   - user: Whose phrases.
  ///   - instant: The present moment: what has expired by then is not found by the search.
  /// - Throws: What the log throws.
  public func match(
    _ text: String, of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> PhraseAnswer {
    let match = try await session(of: user).match(text)
    guard match.kind == .none, !text.allSatisfy(\.isWhitespace) else {
      return PhraseAnswer(match: match, found: [])
    }
    let query = SearchQuery(text, of: user, at: instant, limit: PhraseMatcher.mostCandidates)
    return PhraseAnswer(match: match, found: try await log.search(query).hits)
  }

  /// Gives an activity the user's own phrase, which goes before all others, or takes it away.
  ///
  /// A phrase that another activity has is given all the same: the other one makes way with further
  /// words, or, if it is the user's own too, saying it is ambiguous. The book tells.
  ///
  /// - Parameters:
  ///   - phrase: The words; absent or blank takes the user's own phrase away.
  ///   - identity: Which activity; it may be one that is gone, if it has a phrase of the user's
  ///     own.
  ///   - user: Whose.
  ///   - instant: The present moment.
  /// - Returns: What could be better about the phrase.
  /// - Throws: ``PhraseError``, or what the log throws.
  @discardableResult
  public func setPhrase(
    _ phrase: String?, for identity: ActivityIdentity, of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [PhraseProblem] {
    let activity = try await session(of: user).activities([identity])[identity]
    return try await log.setPhrase(phrase, for: identity, as: activity, of: user, at: instant)
  }

  // MARK: Sessions

  /// The session of a user, who is then the last one to be evicted.
  ///
  /// - Complexity: O(1), or O(capacity) for somebody who is not in memory.
  func session(of user: UserIdentifier) -> UserSession {
    uses += 1
    if let known = sessions[user] {
      sessions[user] = (known.session, uses)
      return known.session
    }
    if sessions.count >= capacity, let idlest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      sessions[idlest.key] = nil
      Task { await idlest.value.session.evict() }
    }
    let session = UserSession(
      user: user, log: log, model: model, checkpoints: checkpoints, language: language,
      progress: progress, pageSize: pageSize)
    sessions[user] = (session, uses)
    return session
  }
}
