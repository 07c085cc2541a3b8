public import Activities

/// The policy of when to suggest and when to abstain: the threshold of each surface, and the budget
/// of interruptions.
///
/// Thresholds apply to calibrated probabilities, so they mean what they say: list entries are done
/// within the hour at least once in twenty times, and notifications at least half of the time.
public struct SuggestionPolicy: Hashable, Sendable {
  /// The minimum probability of search results, 0 to 1.
  public var leastInSearch = 0.0
  /// The minimum probability of list entries, 0 to 1.
  public var leastInList = 0.05
  /// The minimum probability of an interruption, 0 to 1.
  ///
  /// It follows from the expected benefit: if a useful interruption saves b and a useless one costs
  /// c, it is c / (b + c). ½ takes them to be equal. If a useless interruption is three times as
  /// bad as a useful one is good, it is ¾.
  public var leastToInterrupt = 0.5
  /// The minimum probability of a line at the prompt of a shell, 0 to 1.
  ///
  /// As for an interruption, it is c / (b + c). 1/3 takes a right line to save twice what a wrong
  /// one costs: recalling and typing a command, against a glance.
  public var leastAtPrompt = 1.0 / 3
  /// The horizon of lists and interruptions, in seconds; `nil` for conditional probabilities.
  ///
  /// An hour: both come at moments of their own, whether or not the user is about to do something.
  public var surfaceHorizon: Double? = 3_600
  /// The number of times that an activity must have been done before it may interrupt.
  ///
  /// 3: once is not a habit, and twice may be chance.
  public var leastDonationsToInterrupt = 3
  /// The maximum number of interruptions per local day.
  public var interruptionsPerDay = 3
  /// The minimum number of minutes between two interruptions.
  public var minutesBetweenInterruptions = 60
  /// The number of hours before an activity may interrupt again after its interruption was ignored.
  ///
  /// It doubles with each further ignored one, up to a week.
  public var hoursAfterIgnored = 24
  /// The hours without interruptions, by local wall time; `nil` for none.
  public var quietHours: QuietHours? = .night

  /// Creates a policy with the default values documented on each property.
  public init() {}

  /// Returns the minimum probability on a surface; 0 without a surface.
  public func threshold(on surface: Surface?) -> Double {
    switch surface {
    case .search: leastInSearch
    case .list: leastInList
    case .interrupt: leastToInterrupt
    case .prompt: leastAtPrompt
    case nil: 0
    }
  }

  /// Returns the horizon on a surface, in seconds, or `nil` for conditional probabilities.
  ///
  /// A search, like a request without a surface, comes from a user who is about to do something;
  /// lists and interruptions come at any moment.
  public func horizon(on surface: Surface?) -> Double? {
    switch surface {
    case .list, .interrupt: surfaceHorizon
    case .search, .prompt, nil: nil
    }
  }

  /// A daily span by local wall time, which may cross midnight.
  public struct QuietHours: Hashable, Sendable {
    /// The first quiet minute of the day, 0 to 1,439.
    public let start: Int
    /// The first minute of the day that is no longer quiet, 0 to 1,439.
    ///
    /// If it equals ``start``, the whole day is quiet.
    public let end: Int

    /// From 22:00 to 07:00.
    public static let night = QuietHours(unchecked: 22 * 60, 7 * 60)

    /// Creates quiet hours.
    ///
    /// - Throws: ``SuggestionError/minuteOutOfRange`` if a minute is not one of a day.
    public init(from start: Int, to end: Int) throws(SuggestionError) {
      guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { throw .minuteOutOfRange }
      self.init(unchecked: start, end)
    }

    private init(unchecked start: Int, _ end: Int) {
      (self.start, self.end) = (start, end)
    }

    /// Returns whether a moment is quiet, by its local wall clock.
    public func contains(_ instant: Instant) -> Bool {
      let minute = Int((instant.localMilliseconds - Int64(instant.localDay) * 86_400_000) / 60_000)
      return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
  }
}
