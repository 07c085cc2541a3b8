/// One reason for which a hint may matter now; Apple calls it a relevance provider.
///
/// How relevant it is at a moment is computed by the module `Hints`.
public enum Relevance: Hashable, Sendable {
  /// Relevance at a moment, or from one to another: the same moment everywhere, whatever the clocks
  /// on the wall say.
  case date(DateRelevance)
  /// Every day at a time on the wall clock of wherever the user is, so that it follows travel and
  /// daylight saving.
  case daily(DailyRelevance)
  /// Relevance in and near a region.
  case place(PlaceRelevance)
  /// Relevance in a routine of the user's day.
  case routine(DailyRoutine)
}

/// Relevance at a moment, or from one to another.
public struct DateRelevance: Hashable, Sendable {
  /// The time at which it begins to be fully relevant.
  public let start: Instant
  /// The time at which it ceases to be relevant; `nil` if the start is a point in time.
  public let end: Instant?

  /// Makes it; the names of time zones are dropped, for a line of a hint has no place for them.
  ///
  /// - Throws: ``HintError/endsBeforeItStarts``.
  public init(from start: Instant, to end: Instant? = nil) throws(HintError) {
    guard (end?.milliseconds ?? .max) >= start.milliseconds else { throw .endsBeforeItStarts }
    self.start = Self.withoutZone(start)
    self.end = end.map(Self.withoutZone)
  }

  private static func withoutZone(_ instant: Instant) -> Instant {
    Instant(unchecked: instant.milliseconds, offsetMinutes: instant.offsetMinutes, timeZone: nil)
  }
}

/// Every day from one time of the wall clock to another.
public struct DailyRelevance: Hashable, Sendable {
  /// Minutes since local midnight, 0 to 1439.
  public let start: Int
  /// Minutes since local midnight, 0 to 1439; an end before the start lies on the next day, one
  /// equal to it is a point in time.
  public let end: Int

  /// Makes it.
  ///
  /// - Throws: ``HintError/wallTimeOutOfRange`` for what no clock shows.
  public init(from start: Int, to end: Int) throws(HintError) {
    guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { throw .wallTimeOutOfRange }
    self.start = start
    self.end = end
  }
}

/// Relevance in and near a circular region.
public struct PlaceRelevance: Hashable, Sendable {
  /// The middle of the region; its accuracy plays no part.
  public let center: Place
  /// The radius of the region, in metres.
  public let radius: Double

  /// The largest radius of a region: half of the earth's circumference, in metres.
  public static let largestRadius = 20_037_508.0

  /// Makes it.
  ///
  /// - Throws: ``HintError/radiusOutOfRange`` for a radius that is negative, not finite, or beyond
  ///   ``largestRadius``.
  public init(center: Place, radius: Double) throws(HintError) {
    guard (0...Self.largestRadius).contains(radius) else { throw .radiusOutOfRange }
    self.center = center
    self.radius = radius
  }
}

/// The ten situations of a day that a hint can name.
public enum DailyRoutine: String, Hashable, Sendable, CaseIterable {
  /// Around waking up.
  case morning
  /// Around going to bed.
  case evening
  case home, work, school, gym
  /// Between home and work.
  case commute
  /// Headphones are connected.
  case headphones
  /// The user is exercising.
  case workout
  /// The user is expected to move more today.
  case activityIncomplete
}
