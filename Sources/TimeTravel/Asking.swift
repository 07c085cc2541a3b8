internal import Activities
internal import Suggestions

/// The one or two players of a replay, and what was counted.
struct Asking {
  var player: HistoryPlayer
  private var other: HistoryPlayer?
  private let limit: Int
  private(set) var summary = ReplaySummary()

  init(_ side: HistoryReplay.Side, _ other: HistoryReplay.Side?, limit: Int) async throws {
    player = try await HistoryPlayer(of: side.user, in: side.log, model: side.model)
    if let other {
      self.other = try await HistoryPlayer(of: other.user, in: other.log, model: other.model)
    }
    self.limit = limit
  }

  /// Asks, knowing what happened before a moment.
  mutating func ask(
    _ context: Context, knowingAllBefore end: Int64, _ each: (ReplayedMoment) throws -> Void
  ) async throws {
    try await player.advance(to: end)
    let (answer, others) = try await answers(context, before: end)
    try tell(ReplayedMoment(context: context, donated: [], answer: answer, other: others), each)
  }

  /// Asks just before the next donation, in its circumstances, and then lets it happen.
  mutating func askAtNextDonation(_ each: (ReplayedMoment) throws -> Void) async throws {
    guard let instant = try await player.next() else { return }
    let context = try await player.nextCircumstances() ?? Context(at: instant)
    try await player.advance(to: instant.milliseconds)  // feedback that came before
    let (answer, others) = try await answers(context, before: instant.milliseconds)
    let donated = try await player.advance(to: instant.milliseconds + 1)
    try tell(ReplayedMoment(context: context, donated: donated, answer: answer, other: others), each)
  }

  private mutating func answers(
    _ context: Context, before end: Int64
  ) async throws -> (SuggestionList, SuggestionList?) {
    try Task.checkCancellation()
    let answer = try await player.suggestions(
      SuggestionRequest(for: player.user, in: context, limit: limit))
    guard var other else { return (answer, nil) }
    try await other.advance(to: end)
    self.other = other
    return (
      answer,
      try await other.suggestions(SuggestionRequest(for: other.user, in: context, limit: limit))
    )
  }

  private mutating func tell(_ moment: ReplayedMoment, _ each: (ReplayedMoment) throws -> Void) throws {
    summary.count(moment)
    try each(moment)
  }
}

extension HistoryPlayer {
  /// The circumstances in which the next donation is asked for: its time and attributes, but not its place.
  mutating func nextCircumstances() async throws -> Context? {
    guard let next = try await nextDonation() else { return nil }
    return try Context(at: next.context.instant, attributes: next.context.attributes)
  }
}
