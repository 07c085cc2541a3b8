public import Activities
public import Suggestions

/// Goes through a user's history and asks at many moments, of one model and log or of two.
///
/// At the moments of the donations it asks, then donates: nothing is asked that was not known just before. Donations of
/// one moment are asked once, for each of them is as new as the others.
public struct HistoryReplay: Sendable {
  /// At which moments it asks.
  public enum Moments: Sendable {
    /// Just before each donation, in its circumstances, with the last known place.
    case donations
    /// Every so many seconds from the first donation, or from ``HistoryReplay/from``.
    case every(Double)
    /// At these, whatever their order.
    case times([Instant])
  }

  /// What is asked: a model that knows a log.
  public struct Side: Sendable {
    /// The log.
    public let log: any DonationLog
    /// Whose donations in it.
    public let user: UserIdentifier
    /// The model.
    public let model: SuggestionModel

    /// A model that knows a log.
    public init(log: any DonationLog, user: UserIdentifier, model: SuggestionModel) {
      self.log = log
      self.user = user
      self.model = model
    }
  }

  /// How many moments are asked at most: a year, minute by minute, and then some.
  public static let mostMoments = 1_000_000

  /// At which moments it asks.
  public var moments = Moments.donations
  /// From when on; absent: from the beginning.
  public var from: Instant?
  /// Before when; absent: to the end.
  public var to: Instant?
  /// How many suggestions are asked for.
  public var limit = 3

  /// Just before each donation, three suggestions.
  public init() {}

  /// Replays.
  ///
  /// - Parameters:
  ///   - side: What is asked; its donations are the moments.
  ///   - other: What is asked the same, to be compared.
  ///   - each: Told each moment, in the order of time.
  /// - Throws: ``HistoryReplayError``, what the logs or `each` throw.
  /// - Complexity: O(moments and donations × cost of a question).
  public func run(
    _ side: Side, against other: Side? = nil, each: (ReplayedMoment) throws -> Void
  ) async throws -> ReplaySummary {
    guard limit > 0 else { throw HistoryReplayError.limitNotPositive }
    var asking = try await Asking(side, other, limit: limit)
    switch moments {
    case .donations: try await atDonations(&asking, each)
    case .every(let seconds):
      guard seconds >= 1, seconds.isFinite else { throw HistoryReplayError.stepTooSmall }
      try await every(seconds, &asking, each)
    case .times(let times):
      for instant in times.sorted(by: { $0.milliseconds < $1.milliseconds })
      where isWanted(instant.milliseconds) {
        try await asking.ask(Context(at: instant), knowingAllBefore: instant.milliseconds + 1, each)
      }
    }
    return asking.summary
  }

  private func isWanted(_ milliseconds: Int64) -> Bool {
    milliseconds >= from?.milliseconds ?? .min && milliseconds < to?.milliseconds ?? .max
  }

  private func atDonations(_ asking: inout Asking, _ each: (ReplayedMoment) throws -> Void) async throws {
    while let instant = try await asking.player.next(), instant.milliseconds < to?.milliseconds ?? .max {
      guard isWanted(instant.milliseconds) else {
        try await asking.player.advance(to: instant.milliseconds + 1)
        continue
      }
      try await asking.askAtNextDonation(each)
    }
  }

  private func every(
    _ seconds: Double, _ asking: inout Asking, _ each: (ReplayedMoment) throws -> Void
  ) async throws {
    guard let first = try await asking.player.next() else { return }
    let start = from ?? first.advanced(bySeconds: seconds)
    if let to, to.seconds(since: start) / seconds > Double(Self.mostMoments) {
      throw HistoryReplayError.tooManyMoments
    }
    var count = 0
    while true {
      let moment = start.advanced(bySeconds: Double(count) * seconds)
      let isOver = try await asking.player.next() == nil && to == nil
      guard isWanted(moment.milliseconds), !isOver else { return }
      guard count < Self.mostMoments else { throw HistoryReplayError.tooManyMoments }
      try await asking.player.advance(to: moment.milliseconds + 1)
      // The clock on the wall is that of the last donation: nobody knows of a journey before it shows.
      let zone = asking.player.last?.context.instant ?? start
      let local = try Instant(
        milliseconds: moment.milliseconds, offsetMinutes: zone.offsetMinutes, timeZone: zone.timeZone)
      try await asking.ask(Context(at: local), knowingAllBefore: moment.milliseconds + 1, each)
      count += 1
    }
  }
}

/// Why a replay cannot be made as asked.
public enum HistoryReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  case limitNotPositive, stepTooSmall, tooManyMoments

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .limitNotPositive: "ask for at least one suggestion"
    case .stepTooSmall: "moments have to be at least a second apart"
    case .tooManyMoments:
      "more than \(HistoryReplay.mostMoments) moments; take them further apart, or a shorter stretch of time"
    }
  }
}
