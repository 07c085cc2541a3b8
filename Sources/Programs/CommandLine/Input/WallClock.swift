internal import Activities
internal import Foundation

/// The clocks of this machine; nothing else in the project reads them.
enum WallClock {
  /// The present moment in the local time zone.
  static func now() throws -> Instant {
    let now = Date()
    let zone = TimeZone.current
    return try Instant(
      milliseconds: Int64(clamping: (now.timeIntervalSince1970 * 1_000).rounded(.down)),
      offsetMinutes: zone.secondsFromGMT(for: now) / 60, timeZone: zone.identifier)
  }

  /// Nanoseconds since some moment, for measuring.
  @Sendable static func nanoseconds() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
  }
}
