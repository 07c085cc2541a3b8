public import Activities

/// The one way in which a user's history is gone through: ask, score, then donate.
///
/// A replay knows when to ask, and that nothing is known of a moment but what lies before it; a
/// ``ReplaySink`` answers and learns. Figures (``Evaluator``), examples to learn from
/// (`ModelFitting`), ``Backtest`` and ``ExpectationCheck`` are sinks. Donations and feedback go by
/// in the order of time. Deletions need no turn: what was deleted is in no store.
public struct Replay: Sendable {
  /// The moments at which a sink is asked.
  public enum Moments: Sendable {
    /// Just before each donation, in its circumstances, also where several share a moment.
    case eachDonation
    /// Just before the donations of a moment, once for all of them: each of them is as new as the
    /// others.
    case donations
    /// Every so many seconds from the first donation that has an exact time, or from
    /// ``Replay/from``.
    case every(Double)
    /// These moments, whatever their order.
    case times([Instant])
  }

  /// The most moments of a replay: a year, minute by minute, and then some.
  public static let mostMoments = 1_000_000

  /// The moments at which it asks.
  public var moments: Moments
  /// The moment from which on it asks; absent: from the beginning.
  public var from: Instant?
  /// The moment before which it asks; absent: to the end.
  public var to: Instant?
  /// A Boolean value that tells whether a query knows the place of what will happen, or the last
  /// known one only.
  public var knowsPlace = false
  /// The seconds from the moment until which the user was observed to the one that is asked about.
  ///
  /// The moments stay the same, and so much less is known at each: nothing from that long before it
  /// on. It is for the moments ``Moments/every(_:)`` and ``Moments/times(_:)``, as a donation's
  /// circumstances are not known ahead.
  public var lead = 0.0
  /// The seconds from each of the moments ``Moments/every(_:)`` on whose donations are told as
  /// upcoming; absent: none are.
  ///
  /// With it the donations of the very moment are upcoming; without it they are known.
  package var horizon: Double?

  /// A replay of a whole history, in which queries know the last known place.
  public init(_ moments: Moments = .eachDonation) {
    self.moments = moments
  }

  /// Returns how many donations make up the first share of some; every split of a log is made by
  /// this rule.
  ///
  /// Rounded up, but for what is rounding itself: 0.55 of 100 is 55, though the product is a trace
  /// above. A share below 0 or not a number counts as 0, one above 1 as 1.
  public static func first(_ share: Double, of count: Int) -> Int {
    Int(clamping: (Double(count) * min(1, max(0, share)) - 1e-9).rounded(.up))
  }

  /// Replays a history from where it is.
  ///
  /// - Parameters:
  ///   - history: What goes by.
  ///   - sink: What is asked and learns.
  /// - Throws: ``ReplayError``, `CancellationError`, or what the history and the sink throw.
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
    // Without a horizon the donations of the very moment are known.
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
      // The clock on the wall is that of the last donation: nobody knows of a journey before it
      // shows.
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

  /// The circumstances in which a donation is asked for: its time and attributes, and its place if
  /// that is known.
  private func context(before donation: Donation) throws(ActivityError) -> Context {
    guard !knowsPlace, donation.context.place != nil else { return donation.context }
    return try Context(at: donation.context.instant, attributes: donation.context.attributes)
  }
}

/// A replay that cannot be made as asked.
public enum ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  case limitNotPositive, stepTooSmall, horizonTooSmall, tooManyMoments, leadNegative, leadAtDonations

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .limitNotPositive: "ask for at least one suggestion"
    case .stepTooSmall: "moments have to be at least a second apart"
    case .horizonTooSmall: "a moment has to be judged by at least the second after it"
    case .leadNegative: "a lead cannot be below 0 seconds"
    case .leadAtDonations:
      "a donation's circumstances are not known ahead; with a lead, ask at an interval or at times"
    case .tooManyMoments:
      "more than \(Replay.mostMoments) moments; take them further apart, or a shorter stretch of time"
    }
  }
}
