internal import Activities
internal import Foundation

/// Times of Apple's systems: seconds since 2001, with a fraction.
enum AppleTime {
  /// Seconds from 1970 to 2001.
  static let epoch = 978_307_200.0

  /// Returns the instant of a time.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 2001 in UTC.
  ///   - offset: The UTC offset of local time in seconds, if known; otherwise the zone of the
  ///     settings decides.
  /// - Throws: ``HistoryProblem`` for a placeholder, and for a time outside of 1971 to 9998.
  static func instant(
    _ seconds: Double, offset: Int64?, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    // Larger numbers have no valid year or number of milliseconds.
    guard seconds.isFinite, abs(seconds) < 1e12 else { throw .time }
    guard !TimePlaceholder.contains(secondsSinceEpoch: seconds) else { throw .placeholder }
    let milliseconds = Int64(clamping: ((seconds + epoch) * 1_000).rounded())
    let instant = try settings.instant(milliseconds: milliseconds)
    guard let offset, offset.magnitude < 86_400 else { return instant }
    do { return try Instant(milliseconds: milliseconds, offsetMinutes: Int(offset / 60)) } catch {
      throw .time
    }
  }

  /// Returns the date of a time, or nil if the time is invalid.
  static func date(_ seconds: Double?) -> Date? {
    guard let seconds, seconds.isFinite, seconds > -epoch, seconds < 2.5e11 else { return nil }
    return Date(timeIntervalSince1970: seconds + epoch)
  }
}
