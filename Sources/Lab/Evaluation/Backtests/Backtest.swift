public import Activities
public import Suggestions

/// A backtest, which replays a user's history and queries one or two models and logs at many
/// moments.
public struct Backtest: Sendable {
  /// A model that knows a log.
  public struct Variant: Sendable {
    /// The log.
    public let log: any DonationStore
    /// The user whose donations count.
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

  /// The query moments in the first variant's history.
  public var replay = Replay(.donations)
  /// The number of suggestions per query.
  public var limit = 3
  /// The surface for the suggestions; `nil` for none.
  public var surface: Surface?
  /// The policy with the surface's requirements.
  public var policy = SuggestionPolicy()
  /// The horizon, in seconds; `nil` for conditional probabilities.
  ///
  /// The default is the surface's horizon.
  public var horizon: Double? {
    get { horizonChoice.seconds(on: surface, policy) }
    set { horizonChoice = .stated(newValue) }
  }

  private var horizonChoice = HorizonChoice.ofSurface

  /// A backtest that asks just before each donation, for three suggestions.
  public init() {}

  /// Replays the history, and queries the variants at its moments.
  ///
  /// - Parameters:
  ///   - variant: The variant to query; its donations are the moments.
  ///   - other: Another variant to compare with the same queries.
  ///   - each: Called with each moment, in the order of time.
  /// - Throws: ``ReplayError``, or an error of the logs or of `each`.
  /// - Complexity: O(moments and donations × cost of a question).
  public func run(
    _ variant: Variant, against other: Variant? = nil, each: @escaping (ReplayedMoment) throws -> Void
  ) async throws -> ReplaySummary {
    guard limit > 0 else { throw ReplayError.limitNotPositive }
    var history = try await ReplayHistory(of: variant.user, in: variant.log)
    let (limit, surface, policy, horizon) = (limit, surface, policy, horizon)
    let session = ReplaySession(of: variant.user, model: variant.model)
    var sink = BacktestSink(session: session, each: each) { user, query in
      var request = SuggestionRequest(
        for: user, in: query.context, limit: limit, surface: surface, policy: policy, horizon: horizon)
      if query.lead > 0 { request.observedUntil = query.context.instant.advanced(bySeconds: -query.lead) }
      return request
    }
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

/// Queries one or two sessions, and counts.
private struct BacktestSink: ReplaySink {
  var session: ReplaySession
  /// The other variant, whose history is replayed at the same time.
  var other: (history: ReplayHistory, session: ReplaySession)?
  let each: (ReplayedMoment) throws -> Void
  /// The request to both.
  let request: (UserIdentifier, ReplayQuery) -> SuggestionRequest
  var summary = ReplaySummary()

  init(
    session: ReplaySession, each: @escaping (ReplayedMoment) throws -> Void,
    request: @escaping (UserIdentifier, ReplayQuery) -> SuggestionRequest
  ) {
    (self.session, self.each, self.request) = (session, each, request)
  }

  mutating func ask(_ query: ReplayQuery) async throws {
    let answer = try await session.suggestions(request(session.user, query))
    var otherAnswer: SuggestionList?
    if var (history, session) = other {
      try await session.learn(history.advance(before: query.end))
      other = (history, session)
      otherAnswer = try await session.suggestions(request(session.user, query))
    }
    let moment = ReplayedMoment(
      context: query.context, lead: query.lead, donated: query.upcoming, answer: answer, other: otherAnswer)
    summary.count(moment)
    try each(moment)
  }

  mutating func learn(_ step: ReplayStep) async throws {
    try await session.learn(step)
  }
}
