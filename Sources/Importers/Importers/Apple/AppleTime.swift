internal import Activities
internal import Foundation

/// Times as Apple's systems write them: seconds since 2001, with a fraction.
enum AppleTime {
  /// Seconds from 1970 to 2001.
  static let epoch = 978_307_200.0

  /// Returns the instant of a time.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 2001 in UTC.
  ///   - offset: Seconds that local time was ahead of UTC, if that is known; else the zone of the
  ///     settings says.
  /// - Throws: ``HistoryProblem`` for a placeholder, and for one outside of the years 1971 to 9998.
  static func instant(
    _ seconds: Double, offset: Int64?, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    // Beyond these there is no year to write, and no number of milliseconds.
    guard seconds.isFinite, abs(seconds) < 1e12 else { throw .time }
    guard !TimePlaceholder.contains(secondsSinceEpoch: seconds) else { throw .placeholder }
    let milliseconds = Int64(clamping: ((seconds + epoch) * 1_000).rounded())
    let instant = try settings.instant(milliseconds: milliseconds)
    guard let offset, offset.magnitude < 86_400 else { return instant }
    do { return try Instant(milliseconds: milliseconds, offsetMinutes: Int(offset / 60)) } catch {
      throw .time
    }
  }

  /// Returns the date of a time; nothing for what is none.
  static func date(_ seconds: Double?) -> Date? {
    guard let seconds, seconds.isFinite, seconds > -epoch, seconds < 2.5e11 else { return nil }
    return Date(timeIntervalSince1970: seconds + epoch)
  }
}
