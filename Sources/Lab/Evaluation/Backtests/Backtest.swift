public import Activities
public import Suggestions

/// A backtest: goes through a user's history and asks at many moments, of one model and log or of
/// two, for what would have been suggested then.
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
  /// The surface on which suggestions would have been shown; `nil` for nowhere in particular.
  public var surface: Surface?
  /// The policy of what the surface demands.
  public var policy = SuggestionPolicy()
  /// The horizon, in seconds; `nil` for conditional probabilities.
  ///
  /// Until it is set, it is that of the surface.
  public var horizon: Double? {
    get { horizonChoice.seconds(on: surface, policy) }
    set { horizonChoice = .stated(newValue) }
  }

  private var horizonChoice = HorizonChoice.ofSurface

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

/// Asks one or two sessions, and counts.
private struct BacktestSink: ReplaySink {
  var session: ReplaySession
  /// The other variant, whose history goes by beside that of the replay.
  var other: (history: ReplayHistory, session: ReplaySession)?
  let each: (ReplayedMoment) throws -> Void
  /// The request that is put to both.
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
