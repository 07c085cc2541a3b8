public import Activities
public import Phrases

/// What should be offered now? Donations go in, suggestions come out.
///
/// The engine follows the log: what other processes donate or forget is taken into account by the next answer. What it learned
/// of those who asked lately it keeps in memory; of everybody else, and from one process to the next, the log keeps it as
/// checkpoints, if it is a `CheckpointLog`. Users never wait for each other. All times are arguments; the engine reads no clock.
///
/// ```swift
/// let engine = SuggestionEngine(log: InMemoryDonationLog(), model: model)
/// try await engine.donate([donation], now: donation.context.instant)
/// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 5))
/// ```
public actor SuggestionEngine: DonationRecorder {
  let log: any DonationLog
  private let model: SuggestionModel
  private let checkpoints: CheckpointShelf?
  private let capacity: Int
  private let language: PhraseLanguage
  private var people: [UserIdentifier: (engine: PersonalEngine, lastUse: Int)] = [:]
  private var uses = 0

  /// How many people an engine knows at once unless told otherwise.
  ///
  /// 256: at 256 KB for one with 200 activities that is 64 MB.
  public static let defaultCapacity = 256

  /// Makes an engine on a log; nothing is read until somebody asks.
  ///
  /// - Parameters:
  ///   - log: What it learns from.
  ///   - model: How it ranks.
  ///   - capacity: How many people it keeps in memory, at least 1. Beyond that whoever was not asked about for the longest time
  ///     goes, and is loaded again from the log when needed.
  ///   - language: In which phrases are composed for what has neither a phrase nor a title that could be one.
  public init(
    log: any DonationLog, model: SuggestionModel, capacity: Int = SuggestionEngine.defaultCapacity,
    language: PhraseLanguage = .english
  ) {
    self.init(
      log: log, model: model, capacity: capacity,
      checkpoints: CheckpointShelf(log: log, coding: .current, model: model), language: language)
  }

  init(
    log: any DonationLog, model: SuggestionModel, capacity: Int, checkpoints: CheckpointShelf?,
    language: PhraseLanguage = .english
  ) {
    self.language = language
    self.log = log
    self.model = model
    self.capacity = max(1, capacity)
    self.checkpoints = checkpoints
  }

  /// How many people are in memory.
  var peopleInMemory: Int { people.count }

  /// Keeps donations and learns from them, all or none; less what the rules at the door keep out (``DoorRules``).
  ///
  /// - Parameters:
  ///   - donations: Of any users, in any order of time; one that is there already is counted as a duplicate.
  ///   - now: The present moment, by which donations from the future are refused.
  /// - Returns: How many are new. When it returns, they are kept for good.
  /// - Throws: ``SuggestionError/donationFromTheFuture``, or what the log throws.
  @discardableResult
  public func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    guard !donations.contains(where: { $0.isFromTheFuture(at: now) }) else {
      throw SuggestionError.donationFromTheFuture
    }
    return try await log.take(donations, at: now)
  }

  /// Keeps what a user made of suggestions; the next answer obeys it.
  @discardableResult
  public func record(_ feedback: [Feedback]) async throws -> AppendReceipt {
    try await log.take(feedback)
  }

  /// What the user said about suggestions that still decides what is shown, and that can be taken back: the last first.
  ///
  /// - Throws: What the log throws.
  public func standingFeedback(
    of user: UserIdentifier = .me, at instant: Instant
  ) async throws -> [Feedback] {
    let known = try await log.feedback(of: user).filter { $0.instant.milliseconds <= instant.milliseconds }
    return Verdicts.deciding(known, at: instant)
  }

  /// Activities as they were last donated, or as programs state them in hints and catalogues; those that nobody knows are missing.
  ///
  /// - Throws: What the log throws.
  public func activities(
    _ identities: [ActivityIdentity], of user: UserIdentifier = .me
  ) async throws -> [ActivityIdentity: UserActivity] {
    try await person(user).activities(identities)
  }

  /// What may be offered besides what a user did just so: combinations of its parameters, and what programs say one can do.
  ///
  /// Some may have the same identity.
  ///
  /// - Throws: What the log throws.
  public func furtherActivities(of user: UserIdentifier = .me) async throws -> [UserActivity] {
    try await person(user).furtherActivities()
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
  /// - Parameter rehearsing: Nothing is forgotten; the receipt is the one that forgetting would give.
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
  /// - Complexity: O(activities of the user) once their donations are known. Before that, those since the last checkpoint are
  ///   replayed, each at about the cost of an answer.
  public func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    try request.validate()
    return try await person(request.user).suggestions(request)
  }

  /// Tells how an activity fares in a question: its contributions, the gates that it passed and the one that stopped it, and
  /// what would have to be different for it to come first.
  ///
  /// - Returns: `nil` if the user had not done it by then: what was never done cannot be predicted.
  /// - Throws: ``SuggestionError`` for a request that cannot be answered, or what the log throws.
  /// - Complexity: That of some 350 answers, if it does not come first.
  public func account(
    of identity: ActivityIdentity, _ request: SuggestionRequest
  ) async throws -> Account? {
    try request.validate()
    return try await person(request.user).account(of: identity, request)
  }

  /// What the user did last, the newest first, each activity once: for the time before there is anything to predict.
  ///
  /// Whatever was published is here, eligible for prediction or not. What has expired, is forbidden, or can no longer be
  /// read by its program is not.
  ///
  /// - Throws: ``SuggestionError/limitNotPositive``, or what the log throws.
  /// - Complexity: O(n log n) for n activities of the user, once their donations were replayed.
  public func recentActivities(
    of user: UserIdentifier = .me, at instant: Instant, limit: Int = 8
  ) async throws -> [RecentActivity] {
    guard limit > 0 else { throw SuggestionError.limitNotPositive }
    return try await person(user).recentActivities(at: instant, limit: limit)
  }

  /// The engine of a user, who is then the last one to go.
  ///
  /// - Complexity: O(1), or O(capacity) for somebody who is not in memory.
  func person(_ user: UserIdentifier) -> PersonalEngine {
    uses += 1
    if let known = people[user] {
      people[user] = (known.engine, uses)
      return known.engine
    }
    if people.count >= capacity, let idlest = people.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      people[idlest.key] = nil
      Task { await idlest.value.engine.putAway() }
    }
    let engine = PersonalEngine(
      user: user, log: log, model: model, checkpoints: checkpoints, language: language)
    people[user] = (engine, uses)
    return engine
  }
}
