public import Activities

/// The only way to replay a user's history: ask, score, then donate.
///
/// A replay decides when to ask, and reveals to each moment only what came before it; a
/// ``ReplaySink`` answers and learns. Figures (``Evaluator``), examples to learn from
/// (`ModelFitting`), ``Backtest`` and ``ExpectationCheck`` use sinks. Donations and feedback come
/// in the order of time. There are no deletions to replay: deleted records are not in the store.
public struct Replay: Sendable {
  /// The query moments.
  public enum Moments: Sendable {
    /// Just before each donation, in its circumstances, even if several share a moment.
    case eachDonation
    /// Just before the donations of a moment, once for all of them, because all are equally new.
    case donations
    /// At a step in seconds from the first donation with an exact time, or from ``Replay/from``.
    case every(Double)
    /// At these moments, in any order.
    case times([Instant])
  }

  /// The maximum number of moments of a replay: more than a year, minute by minute.
  public static let mostMoments = 1_000_000

  /// The query moments.
  public var moments: Moments
  /// The first possible query moment; absent to start at the beginning.
  public var from: Instant?
  /// The end of query moments, exclusive; absent to go to the end.
  public var to: Instant?
  /// A Boolean value that tells whether a query knows the place of the next donation, or only the
  /// last known place.
  public var knowsPlace = false
  /// The seconds from the end of observation to the moment of the query.
  ///
  /// The moments stay the same, but each query knows only donations up to this much earlier. It
  /// applies to ``Moments/every(_:)`` and ``Moments/times(_:)``, because a donation's circumstances
  /// are not known ahead.
  public var lead = 0.0
  /// The seconds after each moment of ``Moments/every(_:)`` whose donations are passed as upcoming;
  /// absent for none.
  ///
  /// With it the donations at the moment itself are upcoming; without it they are known.
  package var horizon: Double?

  /// A replay of a whole history, in which queries know the last known place.
  public init(_ moments: Moments = .eachDonation) {
    self.moments = moments
  }

  /// Returns the number of donations in the first share of some; all splits of a log use this rule.
  ///
  /// It rounds up, except for rounding errors: 0.55 of 100 is 55, although the product is slightly
  /// above. A share below 0 or not a number counts as 0, one above 1 as 1.
  public static func first(_ share: Double, of count: Int) -> Int {
    Int(clamping: (Double(count) * min(1, max(0, share)) - 1e-9).rounded(.up))
  }

  /// Replays a history from its current position.
  ///
  /// - Parameters:
  ///   - history: The history to replay.
  ///   - sink: The sink to ask and teach.
  /// - Throws: ``ReplayError``, `CancellationError`, or an error of the history or sink.
  /// - Complexity: O(moments and donations × cost of the sink).
  package func run(_ history: inout ReplayHistory, into sink: inout some ReplaySink) async throws {
    guard lead >= 0, lead.isFinite else { throw ReplayError.leadNegative }
    guard lead == 0 || !asksAtDonations else { throw ReplayError.leadAtDonations }
    switch moments {
    case .eachDonation: try await atDonations(&history, into: &sink) { try await $0.advanceOne() }
    case .donations:
      try await atDonations(&history, into: &sink) { history in
        guard let next = try await history.next() else { return ReplayStep() }
        return try await history.advance(before: next.context.instant.milliseconds + 1)
      }
    case .every(let seconds): try await every(seconds, &history, into: &sink)
    case .times(let times): try await at(times, &history, into: &sink)
    }
  }

  private var asksAtDonations: Bool {
    switch moments {
    case .eachDonation, .donations: true
    case .every, .times: false
    }
  }

  private func atDonations(
    _ history: inout ReplayHistory, into sink: inout some ReplaySink,
    take: (inout ReplayHistory) async throws -> ReplayStep
  ) async throws {
    var seen = 0
    while let next = try await history.next() {
      let moment = next.context.instant.milliseconds
      guard moment < to?.milliseconds ?? .max else { return }
      try await sink.learn(ifAny: try await history.advance(before: moment))  // feedback that came before
      let happening = try await take(&history)
      if isWanted(moment) {
        try Task.checkCancellation()
        try await sink.ask(
          ReplayQuery(
            context: try context(before: next), end: moment, number: seen, upcoming: happening.donations))
      }
      seen += happening.donations.count
      try await sink.learn(happening)
    }
  }

  private func every(
    _ seconds: Double, _ history: inout ReplayHistory, into sink: inout some ReplaySink
  ) async throws {
    guard seconds >= 1, seconds.isFinite else { throw ReplayError.stepTooSmall }
    let first = from == nil ? try await history.nextTime()?.advanced(bySeconds: seconds) : from
    guard let start = first, try await history.next() != nil else { return }
    if let to, to.seconds(since: start) / seconds > Double(Self.mostMoments) {
      throw ReplayError.tooManyMoments
    }
    // Without a horizon the donations at the moment itself are known.
    let past: Int64 = horizon == nil ? 1 : 0
    var count = 0
    while true {
      let moment = start.advanced(bySeconds: Double(count) * seconds)
      var isOver = false
      if to == nil, count > 0 {
        let before = start.advanced(bySeconds: Double(count - 1) * seconds).milliseconds
        isOver = try await !history.reaches(before + past)
      }
      guard isWanted(moment.milliseconds), !isOver else { return }
      guard count < Self.mostMoments else { throw ReplayError.tooManyMoments }
      let end = moment.advanced(bySeconds: -lead).milliseconds + past
      try await sink.learn(ifAny: try await history.advance(before: end))
      // Use the wall clock of the last donation: a journey is unknown before a donation shows it.
      let zone = history.last?.context.instant ?? start
      let local = try Instant(
        milliseconds: moment.milliseconds, offsetMinutes: zone.offsetMinutes, timeZone: zone.timeZone)
      var upcoming: [Donation] = []
      if let horizon {
        upcoming = try await history.upcoming(
          from: moment.milliseconds, before: moment.advanced(bySeconds: horizon).milliseconds)
      }
      try Task.checkCancellation()
      try await sink.ask(
        ReplayQuery(context: Context(at: local), end: end, lead: lead, number: count, upcoming: upcoming))
      count += 1
    }
  }

  private func at(
    _ times: [Instant], _ history: inout ReplayHistory, into sink: inout some ReplaySink
  ) async throws {
    let inOrder = times.enumerated().sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }
    for (number, instant) in inOrder where isWanted(instant.milliseconds) {
      let end = instant.advanced(bySeconds: -lead).milliseconds + 1
      try await sink.learn(ifAny: try await history.advance(before: end))
      try Task.checkCancellation()
      try await sink.ask(
        ReplayQuery(context: Context(at: instant), end: end, lead: lead, number: number, upcoming: []))
    }
  }

  private func isWanted(_ milliseconds: Int64) -> Bool {
    milliseconds >= from?.milliseconds ?? .min && milliseconds < to?.milliseconds ?? .max
  }

  /// Returns the circumstances of a donation's query: its time and attributes, and its place if
  /// known.
  private func context(before donation: Donation) throws(ActivityError) -> Context {
    guard !knowsPlace, donation.context.place != nil else { return donation.context }
    return try Context(at: donation.context.instant, attributes: donation.context.attributes)
  }
}

/// An error for a replay that is impossible as requested.
public enum ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  case limitNotPositive, stepTooSmall, horizonTooSmall, tooManyMoments, leadNegative, leadAtDonations

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .limitNotPositive: "ask for at least one suggestion"
    case .stepTooSmall: "moments have to be at least a second apart"
    case .horizonTooSmall: "the horizon has to be at least a second"
    case .leadNegative: "a lead cannot be below 0 seconds"
    case .leadAtDonations:
      "a donation's circumstances are not known ahead; with a lead, ask at an interval or at times"
    case .tooManyMoments:
      "more than \(Replay.mostMoments) moments; choose a longer step, or a shorter period"
    }
  }
}
