package import Activities
internal import Foundation

// ProgramSupport: What does every program of ours need of its process and its machine?
//
// Start here: `WallClock` reads the clock, which libraries never do, and `ProcessPrivacy` keeps
// users' data out of core files and backtraces.

/// The clocks of this machine; nothing else in the project reads them.
package enum WallClock {
  /// The present moment in the local time zone.
  package static func now() throws -> Instant {
    let now = Date()
    let zone = TimeZone.current
    return try Instant(
      milliseconds: Int64(clamping: (now.timeIntervalSince1970 * 1_000).rounded(.down)),
      offsetMinutes: zone.secondsFromGMT(for: now) / 60, timeZone: zone.identifier)
  }

  /// Nanoseconds since some moment, for measuring.
  @Sendable package static func nanoseconds() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
  }
}
