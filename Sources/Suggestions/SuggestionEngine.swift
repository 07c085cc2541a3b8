public import Activities

/// What should be offered now? Donations go in, suggestions come out.
///
/// The engine keeps what it learned of each user in memory and follows the log: what other processes donate or forget is
/// taken into account by the next answer. Users never wait for each other. All times are arguments; the engine reads
/// no clock.
///
/// ```swift
/// let engine = SuggestionEngine(log: InMemoryDonationLog(), model: model)
/// try await engine.donate([donation], now: donation.context.instant)
/// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 5))
/// ```
public actor SuggestionEngine: DonationRecorder {
  private let log: any DonationLog
  private let model: SuggestionModel
  private var people: [UserIdentifier: PersonalEngine] = [:]

  /// Makes an engine on a log; nothing is read until somebody asks.
  public init(log: any DonationLog, model: SuggestionModel) {
    self.log = log
    self.model = model
  }

  /// Keeps donations and learns from them, all or none.
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
    return try await log.append(donations)
  }

  /// Keeps what a user made of suggestions; the next answer obeys it.
  @discardableResult
  public func record(_ feedback: [Feedback]) async throws -> AppendReceipt {
    try await log.append(feedback)
  }

  /// Forgets what matches: afterwards every answer is that of a log which never held it.
  ///
  /// - Returns: How many donations were forgotten.
  @discardableResult
  public func forget(_ deletion: Deletion) async throws -> Int {
    try await log.forget(deletion)
  }

  /// Answers what the user may do next.
  ///
  /// A context before the user's newest donation is answered as of that moment, by replay.
  ///
  /// - Returns: At most `limit` suggestions, the likeliest first; none if nothing was donated yet.
  /// - Throws: ``SuggestionError`` for a request that cannot be answered, or what the log throws.
  /// - Complexity: O(activities of the user) once the user's donations were replayed; O(donations) before.
  public func suggestions(_ request: SuggestionRequest) async throws -> SuggestionList {
    guard request.limit > 0 else { throw SuggestionError.limitNotPositive }
    guard (0...1).contains(request.minimumProbability) else { throw SuggestionError.probabilityOutOfRange }
    return try await person(request.user).suggestions(request)
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

  private func person(_ user: UserIdentifier) -> PersonalEngine {
    if let person = people[user] { return person }
    let person = PersonalEngine(user: user, log: log, model: model)
    people[user] = person
    return person
  }
}
