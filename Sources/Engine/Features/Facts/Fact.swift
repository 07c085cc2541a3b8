public import Activities

/// A plain statement about the log at the moment of a query: whoever counts the donations before
/// that moment finds the same.
///
/// Every donation counts that happened by then, accepted suggestions too, except where a case says
/// otherwise. What is said of "the last" donations or days is said of those: how many is in the
/// fact.
public enum Fact: Hashable, Sendable {
  /// Done so many times of one's own accord, out of all donations of one's own accord.
  ///
  /// An accepted suggestion is no such donation, unless it is the first of its activity.
  case habit(times: Int, of: Int)
  /// The same without the whole.
  case done(times: Int)
  /// So many of the last donations.
  case lately(times: Int, of: Int)
  /// Done on so many of the last days of a kind before the day of the query, between two times of
  /// day if there are any.
  case days(Days, times: Int, of: Int)
  /// So many of the last donations that came right after one of the same activity as the last
  /// donation.
  case previous(activity: ActivityIdentity, times: Int, of: Int, isAll: Bool)
  /// Comes back after so many seconds: the median of the last intervals; and was done so many
  /// seconds ago.
  case interval(medianSeconds: Double, of: Int, secondsSince: Double)
  /// So many of the last donations for which the last known position by then was within so many
  /// metres of here.
  case place(metres: Double, times: Int, of: Int, isAll: Bool)
  /// So many of the last donations whose attributes were those of the query, which have these keys.
  case context(keys: [String], times: Int, of: Int, isAll: Bool)
  /// Done so many seconds ago, if its time is known, and since then so many other donations, if
  /// they were counted.
  case recency(secondsSince: Double?, donationsSince: Int?)
  /// Has a parameter in common with another activity, as both were last donated; that was so many
  /// seconds ago, if its time is known.
  case shared(key: String, value: String, activity: ActivityIdentity, secondsSince: Double?)

  /// Days of the local calendar, and a part of them.
  public struct Days: Hashable, Sendable {
    /// Which days.
    public enum Kind: Hashable, Sendable {
      /// The days of the week besides those that the user has off.
      case workdays(besides: DaysOff)
      /// The days of the week that the user has off.
      case daysOff(DaysOff)
      /// One day of the week; 0 is Monday.
      case weekday(Int)

      /// Returns whether a day is one of them.
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

    /// Which days.
    public let kind: Kind
    /// The quarters of an hour since local midnight, 0 to 96; `nil` for the whole day.
    public let quarters: Range<Int>?

    /// Creates days of a kind.
    public init(_ kind: Kind, quarters: Range<Int>? = nil) { (self.kind, self.quarters) = (kind, quarters) }
  }
}
