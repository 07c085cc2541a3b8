public import Activities

/// A plain statement about the log at the moment of a query, which anyone can confirm by counting
/// the donations before that moment.
///
/// Unless a case says otherwise, every donation up to then counts, including accepted suggestions.
/// A statement about "the last" donations or days includes their number.
public enum Fact: Hashable, Sendable {
  /// Done `times` times without a suggestion, among all donations without a suggestion.
  ///
  /// An accepted suggestion does not count, unless it is the first donation of its activity.
  case habit(times: Int, of: Int)
  /// The same without the total.
  case done(times: Int)
  /// The number of times it was done among the last donations.
  case lately(times: Int, of: Int)
  /// The number of days it was done among the last days of a kind before the day of the query,
  /// optionally between two times of day.
  case days(Days, times: Int, of: Int)
  /// The number of times it was done in the last donations that followed the same activity as the
  /// last donation's.
  case previous(activity: ActivityIdentity, times: Int, of: Int, isAll: Bool)
  /// The median of its last intervals in seconds, and the seconds since it was last done.
  case interval(medianSeconds: Double, of: Int, secondsSince: Double)
  /// The number of times it was done among the last donations within `metres` of here, by the last
  /// known position at the time.
  case place(metres: Double, times: Int, of: Int, isAll: Bool)
  /// The number of times it was done among the last donations with the query's attributes, whose
  /// keys are given.
  case context(keys: [String], times: Int, of: Int, isAll: Bool)
  /// The seconds since it was last done, if its time is known, and the number of other donations
  /// since then, if they were counted.
  case recency(secondsSince: Double?, donationsSince: Int?)
  /// A parameter shared with another activity, as each was last donated, and the seconds since the
  /// other one was done, if its time is known.
  case shared(key: String, value: String, activity: ActivityIdentity, secondsSince: Double?)

  /// Days of the local calendar, and a part of them.
  public struct Days: Hashable, Sendable {
    /// The kinds of days.
    public enum Kind: Hashable, Sendable {
      /// All days of the week except the user's days off.
      case workdays(besides: DaysOff)
      /// The user's days off.
      case daysOff(DaysOff)
      /// One day of the week; 0 is Monday.
      case weekday(Int)

      /// Returns whether a day is of this kind.
      ///
      /// - Parameter day: Days of local wall time since 1970-01-01.
      public func contains(day: Int) -> Bool {
        let weekday = ((day + 3) % 7 + 7) % 7
        return switch self {
        case .workdays(let off): !off.contains(weekday: weekday)
        case .daysOff(let off): off.contains(weekday: weekday)
        case .weekday(let own): weekday == own
        }
      }
    }

    /// The kind of the days.
    public let kind: Kind
    /// The quarters of an hour since local midnight, 0 to 96; nil for the whole day.
    public let quarters: Range<Int>?

    /// Creates days of a kind.
    public init(_ kind: Kind, quarters: Range<Int>? = nil) { (self.kind, self.quarters) = (kind, quarters) }
  }
}
