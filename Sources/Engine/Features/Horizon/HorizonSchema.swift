internal import Activities

/// The numbers that determine whether an activity is done within a horizon: the columns of a
/// ``HorizonEvidence``, in order.
///
/// Each is the logarithm of odds, of a number plus one, or of a ratio.
public enum HorizonSchema {
  /// The columns about one activity.
  static let ofItems = [
    // The shares of days: kinds of `TimeOfDayCounts`.
    "day/like", "day/all", "day/recent", "day/exact", "day/weekday",
    // Their combination (`HabitOdds`), and how much it depends on the day of the week.
    "habit", "habit/weekly",
    // The shares of silences: kinds of `SilenceCounts`.
    "silence/all", "silence/same", "silence/hour",
    // The expected number, if activity continued at the rate of the last hour, and so on.
    "rate/1h", "rate/6h", "rate/1d", "rate/7d", "rate/30d",
    // Among the returns that took this long, the share within the horizon.
    "return/own", "return/any",
    // The probability given that something is done: alone, relative to the most likely one, and
    // times the probability of anything.
    "conditional", "conditional/first", "conditional·any", "conditional·any-day", "conditional·many",
    "minutes-since", "uses", "uses-today",
  ]

  /// The columns that are the same for all activities.
  static let ofMoment = [
    "any/like", "any/recent", "any/exact", "any/silence", "any/silence-hour", "any/rate-1d", "any/rate-7d",
    "gap", "gap/survival", "known/like-days", "known/silences", "known/silences-same", "known/silences-hour",
    "known/donations", "horizon", "lead",
  ]

  /// The names of all columns.
  public static let columns = ofItems + ofMoment

  /// The columns that are the same for all activities of a moment.
  public static let momentColumns = Array(ofItems.count..<columns.count)

  /// The columns that are the log-odds of a probability without a model: opinions of their own.
  public static let opinions = [
    "silence/same", "silence/hour", "day/like", "day/recent", "conditional·any", "habit",
  ].compactMap(columns.firstIndex(of:))

  /// The column of the opinion whose value decides which rows are pooled together.
  public static let habit = columns.firstIndex(of: "habit") ?? 0

  /// A digest of all names, in order: a network fitted for others does not fit these.
  public static let fingerprint = String(
    StableHash.mix(StableHash.text(columns.joined(separator: "\n")), revision), radix: 16)

  /// Must be increased when a column keeps its name but changes its meaning.
  private static let revision: UInt64 = 2
}
