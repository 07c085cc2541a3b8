/// One reason why a hint may matter now; Apple calls it a relevance provider.
///
/// The module `Hints` computes how relevant it is at a moment.
public enum Relevance: Hashable, Sendable {
  /// Relevance at a moment, or between two, independent of time zones.
  case date(DateRelevance)
  /// Relevance every day at a local time of the user, so that it follows travel and daylight
  /// saving.
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
  /// The time at which it ceases to be relevant; `nil` if the start is the only moment.
  public let end: Instant?

  /// Creates a date; the names of time zones are dropped, for a hint's line cannot hold them.
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

/// Relevance every day from one local time to another.
public struct DailyRelevance: Hashable, Sendable {
  /// Minutes since local midnight, 0 to 1439.
  public let start: Int
  /// Minutes since local midnight, 0 to 1439; an end before the start is on the next day, an end
  /// equal to the start makes it a single moment.
  public let end: Int

  /// Creates a daily time.
  ///
  /// - Throws: ``HintError/wallTimeOutOfRange`` unless both are from 0 to 1439.
  public init(from start: Int, to end: Int) throws(HintError) {
    guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { throw .wallTimeOutOfRange }
    self.start = start
    self.end = end
  }
}

/// Relevance in and near a circular region.
public struct PlaceRelevance: Hashable, Sendable {
  /// The centre of the region; its accuracy is ignored.
  public let center: Place
  /// The radius of the region, in metres.
  public let radius: Double

  /// The maximum radius of a region: half of the earth's circumference, in metres.
  public static let largestRadius = 20_037_508.0

  /// Creates a region.
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
