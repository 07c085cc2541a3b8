public import Activities
public import Phrases

// Suggestions: What should be offered now, and may it be?
//
// Start here: `SuggestionEngine` takes donations and answers queries. It keeps a `UserSession` per
// user, whose `UserModel` answers through one pipeline, `Query/SuggestionPipeline.swift`. `Policy`
// has the gates and thresholds; `Feedback`, `Hints` and `Routines` change answers; `Explanation`
// gives the reasons.

/// The prediction engine: donations go in, suggestions come out.
///
/// The engine follows the log: its next answer takes into account what other processes donate or
/// forget. It keeps the learned state of recently asked users in memory. For other users, and
/// between processes, the store keeps it as checkpoints. Users never wait for each other. All times
/// are arguments; the engine reads no clock.
///
/// ```swift
/// let engine = SuggestionEngine(log: InMemoryDonationStore(), model: model)
/// try await engine.donate([donation], now: donation.context.instant)
/// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 5))
/// ```
public actor SuggestionEngine: DonationRecorder {
  let log: any DonationStore
  let model: SuggestionModel
  private let checkpoints: CheckpointCache?
  private let capacity: Int
  private let language: PhraseLanguage
  private let progress: LearningProgress.Handler?
  private let pageSize: Int
  private let remembersAnswers: Bool
  private var sessions: [UserIdentifier: (session: UserSession, lastUse: Int)] = [:]
  private var uses = 0

  /// The number of users that an engine keeps in memory by default.
  ///
  /// 256: at 256 KB for a user with 200 activities, that is 64 MB.
  public static let defaultCapacity = 256

  /// Creates an engine on a log; it reads nothing before the first query.
  ///
  /// - Parameters:
  ///   - log: The log to learn from.
  ///   - model: The ranking model.
  ///   - capacity: The number of users to keep in memory, at least 1. Beyond that, the user who was
  ///     not asked about for the longest time is evicted, and loaded again from the log when
  ///     needed.
  ///   - language: The language of phrases composed for activities without a phrase or a title that
  ///     could be one.
  ///   - progress: A handler that is called after every few thousand donations learned.
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
    pageSize: Int = UserSession.defaultPageSize, remembersAnswers: Bool = true
  ) {
    (self.progress, self.pageSize, self.remembersAnswers) = (progress, pageSize, remembersAnswers)
    self.language = language
    self.log = log
    self.model = model
    self.capacity = max(1, capacity)
    self.checkpoints = checkpoints
  }

  /// The number of users in memory.
  var usersInMemory: Int { sessions.count }

  /// Keeps donations and learns from them, all or none, as far as the privacy rules allow
  /// (``PrivacyRules``).
  ///
  /// - Parameters:
  ///   - donations: Donations of any users, in any order of time; one that already exists is
  ///     counted as a duplicate.
  ///   - now: The present moment, by which donations from the future are rejected.
  /// - Returns: The number of new donations. They are durable once this returns.
  /// - Throws: ``SuggestionError/donationFromTheFuture``, or an error of the log.
  @discardableResult
  public func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    guard !donations.contains(where: { $0.isFromTheFuture(at: now) }) else {
      throw SuggestionError.donationFromTheFuture
    }
    return try await log.ingest(donations, at: now)
  }

  /// Keeps feedback about suggestions, which applies from the next answer on.
  @discardableResult
  public func record(_ feedback: [Feedback]) async throws -> AppendReceipt {
    try await log.ingest(feedback)
  }

  /// Returns the user's feedback about suggestions that is still in force and can be undone, newest
  /// first.
  ///
  /// - Throws: An error of the log.
  public func standingFeedback(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [Feedback] {
    let known = try await log.feedback(of: user).filter { $0.instant.milliseconds <= instant.milliseconds }
    return FeedbackState.deciding(known, at: instant)
  }

  /// Returns activities as they were last donated, or as programs state them in hints and catalogs;
  /// unknown ones are missing.
  ///
  /// - Throws: An error of the log.
  public func activities(
    _ identities: [ActivityIdentity], of user: UserIdentifier = .me
  ) async throws -> [ActivityIdentity: UserActivity] {
    try await session(of: user).activities(identities)
  }

  /// Returns the newest donation of an activity, or `nil` if it was never done.
  ///
  /// - Throws: An error of the log.
  package func newestDonation(
    of identity: ActivityIdentity, by user: UserIdentifier
  ) async throws -> Donation? {
    try await session(of: user).newestDonation(of: identity)
  }

  /// Returns the activities that may be offered though the user never did exactly those:
  /// combinations of their parameters, and activities that programs offer.
  ///
  /// Some may have the same identity.
  ///
  /// - Throws: An error of the log.
  public func furtherActivities(of user: UserIdentifier = .me) async throws -> [UserActivity] {
    try await session(of: user).furtherActivities()
  }

  /// Forgets matching donations; afterwards every answer is as if the log had never held them.
  ///
  /// - Returns: The number of donations forgotten.
  @discardableResult
  public func forget(_ deletion: Deletion) async throws -> Int {
    try await log.forget(deletion)
  }

  /// Forgets the donations that any of the deletions matches, and returns a receipt.
  ///
  /// - Parameter rehearsing: If true, nothing is forgotten; the receipt is the one that forgetting
  ///   would give.
  @discardableResult
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    try await log.forget(deletions, rehearsing: rehearsing)
  }

  /// Returns the activities that the user is likely to do next.
  ///
  /// A context before the user's newest donation is answered as of that moment, by replay.
  ///
  /// - Returns: At most `limit` suggestions, the most likely first; none if nothing was donated
  ///   yet.
  /// - Throws: ``SuggestionError`` for an invalid request, or an error of the log.
  /// - Complexity: O(activities of the user) once their donations are known. Before that, those
  ///   since the last checkpoint are replayed, each at about the cost of an answer.
  public func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    try request.validate()
    return try await session(of: request.user).suggestions(request)
  }

  /// Diagnoses an activity in a query: its contributions, the gates that it passed, the one that
  /// stopped it, and the changes that would bring it first.
  ///
  /// - Returns: `nil` if the user had not done it by then, because it could not be predicted.
  /// - Throws: ``SuggestionError`` for an invalid request, or an error of the log.
  /// - Complexity: The cost of some 350 answers if it does not come first.
  public func diagnosis(
    of identity: ActivityIdentity, _ request: SuggestionRequest
  ) async throws -> SuggestionDiagnosis? {
    try request.validate()
    return try await session(of: request.user).diagnosis(of: identity, request)
  }

  /// Returns the activities that the user did last, newest first and each once, for the time before
  /// there is anything to predict.
  ///
  /// It includes all published activities, eligible for prediction or not. It excludes those that
  /// have expired, are forbidden, or can no longer be read by their program.
  ///
  /// - Throws: ``SuggestionError/limitNotPositive``, or an error of the log.
  /// - Complexity: O(n log n) for n activities of the user, once their donations were replayed.
  public func recentActivities(
    of user: UserIdentifier = .me, at instant: Instant, limit: Int = 8
  ) async throws -> [RecentActivity] {
    guard limit > 0 else { throw SuggestionError.limitNotPositive }
    return try await session(of: user).recentActivities(at: instant, limit: limit)
  }

  // MARK: Hints

  /// Replaces a program's hints for a user; an empty list clears them.
  ///
  /// They apply from the next answer on, also to queries about other moments, because hints have no
  /// history. Hints that the privacy rules filter are not kept. `HintPool` documents how hints and
  /// learned evidence are combined into one probability.
  ///
  /// - Throws: `HintError` for a list that a program may not have, or an error of the log.
  public func setHints(
    _ hints: [Hint], of program: String, for user: UserIdentifier = .me
  ) async throws {
    try await log.setHints(hints, in: .hints, of: program, for: user)
  }

  /// Replaces a program's app catalog, the activities that it offers; an empty list clears it.
  ///
  /// - Throws: `HintError` for a list that a program may not have, or an error of the log.
  public func setAppCatalog(
    _ activities: [UserActivity], of program: String, for user: UserIdentifier = .me
  ) async throws {
    let entries = try activities.map { try Hint(of: $0) }
    try await log.setHints(entries, in: .appCatalog, of: program, for: user)
  }

  /// Returns all hints for a user that have not expired, ordered by program, each with its
  /// relevance in a context.
  ///
  /// - Throws: An error of the log.
  public func assessedHints(
    for user: UserIdentifier = .me, in context: Context
  ) async throws -> [AssessedHint] {
    try await session(of: user).assessedHints(in: context)
  }

  /// Returns the activities in the app catalogs that the user never did, ordered by program.
  ///
  /// This is not a prediction, and has neither rank nor probability. Show it on request, or where
  /// there is nothing to predict.
  ///
  /// - Parameter observedUntil: The moment until which donations are known, if that is earlier.
  /// - Throws: An error of the log.
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

  /// Returns the routines of a user's day, learned from the donations up to a moment.
  ///
  /// - Throws: An error of the log.
  /// - Complexity: O(donations of eight weeks) when the log has changed, else O(1).
  public func routines(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> LearnedRoutines {
    try await session(of: user).routines(at: instant)
  }

  // MARK: Phrases

  /// Returns the user's phrases: one for each of the 2,048 activities done last, of those recently
  /// answered, and of those to which the user gave a phrase, even if they are gone.
  ///
  /// A phrase stays the same when something is done for the first time, in every process. Of two
  /// activities that collide, the one done first keeps its phrase; those recently answered yield to
  /// those done last. A phrase changes if the words of its activity change, or if the user gives
  /// its words to another activity. It also changes if an activity that collided with it enters or
  /// leaves the 2,048: because it is forgotten, or done again after as many others.
  ///
  /// - Throws: An error of the log.
  /// - Complexity: O(activities of the user) if nothing has changed since the last call; otherwise
  ///   the cost of building a `PhraseBook`.
  public func phrases(of user: UserIdentifier = .me) async throws -> PhraseBook {
    try await session(of: user).phrases()
  }

  /// Finds the activity meant by a spoken or typed text: by phrase, or, if none is near, by the
  /// log's search.
  ///
  /// - Parameters:
  ///   - text: The spoken or typed text.
  ///   - user: The user whose phrases are matched.
  ///   - instant: The present moment; the search does not find activities that have expired by
  ///     then.
  /// - Throws: An error of the log.
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

  /// Gives an activity the user's own phrase, which takes precedence over all others, or removes
  /// it.
  ///
  /// A phrase may belong to another activity already. That activity then gets more words, or, if
  /// its phrase is the user's own too, the phrase is ambiguous. The book shows which.
  ///
  /// - Parameters:
  ///   - phrase: The words; an absent or blank phrase removes the user's own.
  ///   - identity: The activity; it may be gone if it has a phrase of the user's own.
  ///   - user: The user who owns the phrase.
  ///   - instant: The present moment.
  /// - Returns: Advice for a better phrase.
  /// - Throws: ``PhraseError``, or an error of the log.
  @discardableResult
  public func setPhrase(
    _ phrase: String?, for identity: ActivityIdentity, of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [PhraseProblem] {
    let activity = try await session(of: user).activities([identity])[identity]
    return try await log.setPhrase(phrase, for: identity, as: activity, of: user, at: instant)
  }

  // MARK: Sessions

  /// Returns the session of a user, who then becomes the last one to be evicted.
  ///
  /// - Complexity: O(1), or O(capacity) for a user who is not in memory.
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
      progress: progress, pageSize: pageSize, remembersAnswers: remembersAnswers)
    sessions[user] = (session, uses)
    return session
  }
}
