public import Activities
public import Suggestions

/// A backtest: goes through a user's history and asks at many moments, of one model and log or of two, for what would
/// have been suggested then.
public struct Backtest: Sendable {
  /// A model that knows a log.
  public struct Variant: Sendable {
    /// The log.
    public let log: any DonationStore
    /// The user whose donations in it are meant.
    public let user: UserIdentifier
    /// The model.
    public let model: SuggestionModel

    /// A model that knows a log.
    public init(log: any DonationStore, user: UserIdentifier, model: SuggestionModel) {
      self.log = log
      self.user = user
      self.model = model
    }
  }

  /// The moments at which it asks, of the first variant's history.
  public var replay = Replay(.donations)
  /// The number of suggestions that are asked for.
  public var limit = 3

  /// A backtest that asks just before each donation, for three suggestions.
  public init() {}

  /// Replays.
  ///
  /// - Parameters:
  ///   - variant: What is asked; its donations are the moments.
  ///   - other: What is asked the same, to be compared.
  ///   - each: Told each moment, in the order of time.
  /// - Throws: ``ReplayError``, what the logs or `each` throw.
  /// - Complexity: O(moments and donations × cost of a question).
  public func run(
    _ variant: Variant, against other: Variant? = nil, each: @escaping (ReplayedMoment) throws -> Void
  ) async throws -> ReplaySummary {
    guard limit > 0 else { throw ReplayError.limitNotPositive }
    var history = try await ReplayHistory(of: variant.user, in: variant.log)
    var sink = BacktestSink(
      session: ReplaySession(of: variant.user, model: variant.model), limit: limit, each: each)
    if let other {
      sink.other = (
        try await ReplayHistory(of: other.user, in: other.log),
        ReplaySession(of: other.user, model: other.model)
      )
    }
    try await replay.run(&history, into: &sink)
    return sink.summary
  }
}

/// Asks one or two sessions, and counts.
private struct BacktestSink: ReplaySink {
  var session: ReplaySession
  /// The other variant, whose history goes by beside that of the replay.
  var other: (history: ReplayHistory, session: ReplaySession)?
  let limit: Int
  let each: (ReplayedMoment) throws -> Void
  var summary = ReplaySummary()

  mutating func ask(_ query: ReplayQuery) async throws {
    let answer = try await session.suggestions(request(by: session.user, in: query.context))
    var otherAnswer: SuggestionList?
    if var (history, session) = other {
      try await session.learn(history.advance(before: query.end))
      other = (history, session)
      otherAnswer = try await session.suggestions(request(by: session.user, in: query.context))
    }
    let moment = ReplayedMoment(
      context: query.context, donated: query.upcoming, answer: answer, other: otherAnswer)
    summary.count(moment)
    try each(moment)
  }

  mutating func learn(_ step: ReplayStep) async throws {
    try await session.learn(step)
  }

  private func request(by user: UserIdentifier, in context: Context) -> SuggestionRequest {
    SuggestionRequest(for: user, in: context, limit: limit)
  }
}
