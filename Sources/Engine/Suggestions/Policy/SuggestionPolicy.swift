public import Activities

/// The policy of when to suggest and when to abstain: what each surface demands, and how often a
/// person may be interrupted.
///
/// The thresholds are of calibrated probabilities, so they say what they promise: a list shows what
/// is done within the hour at least once in twenty times, a notification what is done within the
/// hour in at least half of them.
public struct SuggestionPolicy: Hashable, Sendable {
  /// The least probability of what a search offers, 0 to 1.
  public var leastInSearch = 0.0
  /// The least probability of what a list offers, 0 to 1.
  public var leastInList = 0.05
  /// The least probability of what interrupts, 0 to 1.
  ///
  /// By expected benefit: if one that comes true saves b, and one in vain costs c, it is c / (b +
  /// c). ½ takes them to be equal; for who finds a useless interruption three times as bad as a
  /// useful one is good, it is ¾.
  public var leastToInterrupt = 0.5
  /// The horizon of what lists offer and what interrupts, in seconds; `nil` for conditional
  /// probabilities.
  ///
  /// An hour: both ask at moments of their own, whether or not the user is about to do something.
  public var surfaceHorizon: Double? = 3_600
  /// The number of times that the activity has to have been done before it may interrupt.
  ///
  /// 3: once is no habit, and twice may be chance.
  public var leastDonationsToInterrupt = 3
  /// The number of interruptions that there may be on one local day.
  public var interruptionsPerDay = 3
  /// The number of minutes that have to pass between two interruptions.
  public var minutesBetweenInterruptions = 60
  /// The number of hours for which an activity does not interrupt again after its interruption was
  /// not accepted.
  ///
  /// It doubles with each further one that was not accepted, up to a week.
  public var hoursAfterIgnored = 24
  /// The hours at which the person is not interrupted, by local wall time; `nil` for never.
  public var quietHours: QuietHours? = .night

  /// Creates a policy with the values that are documented beside each property.
  public init() {}

  /// The least probability of what is offered on a surface; 0 if none is named.
  public func threshold(on surface: Surface?) -> Double {
    switch surface {
    case .search: leastInSearch
    case .list: leastInList
    case .interrupt: leastToInterrupt
    case nil: 0
    }
  }

  /// The horizon of what is offered on a surface, in seconds; `nil` for conditional probabilities.
  ///
  /// A search is opened by somebody who is about to do something, and so is what names no surface;
  /// lists and interruptions come at any moment.
  public func horizon(on surface: Surface?) -> Double? {
    switch surface {
    case .list, .interrupt: surfaceHorizon
    case .search, nil: nil
    }
  }

  /// A span of each day by local wall time; it may go over midnight.
  public struct QuietHours: Hashable, Sendable {
    /// The first quiet minute of the day, 0 to 1,439.
    public let start: Int
    /// The first minute of the day that is not quiet any more, 0 to 1,439.
    ///
    /// If it equals ``start``, the whole day is quiet.
    public let end: Int

    /// From 22:00 to 07:00.
    public static let night = QuietHours(unchecked: 22 * 60, 7 * 60)

    /// Makes quiet hours.
    ///
    /// - Throws: ``SuggestionError/minuteOutOfRange`` if a minute is not one of a day.
    public init(from start: Int, to end: Int) throws(SuggestionError) {
      guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { throw .minuteOutOfRange }
      self.init(unchecked: start, end)
    }

    private init(unchecked start: Int, _ end: Int) {
      (self.start, self.end) = (start, end)
    }

    /// Returns whether a moment is quiet, by the wall clock at its place.
    public func contains(_ instant: Instant) -> Bool {
      let minute = Int((instant.localMilliseconds - Int64(instant.localDay) * 86_400_000) / 60_000)
      return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
  }
}
