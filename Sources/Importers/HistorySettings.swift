package import Activities
package import Foundation

/// What an importer has to know besides the history.
package struct HistorySettings: Sendable {
  /// The time zone of times without one.
  package let zone: TimeZone
  /// A Boolean value that indicates whether only templates are kept: no whole command line, no whole address.
  package let keepsTemplatesOnly: Bool
  /// The rules that secrets are known by.
  package let secrets: SecretRules

  package init(zone: TimeZone, keepsTemplatesOnly: Bool = false, secrets: SecretRules = SecretRules()) {
    (self.zone, self.keepsTemplatesOnly, self.secrets) = (zone, keepsTemplatesOnly, secrets)
  }

  /// Returns the instant of milliseconds since 1970, with the offset that the zone had then.
  ///
  /// - Throws: ``HistoryProblem`` for one outside of the years 1970 to 9999.
  package func instant(milliseconds: Int64) throws(HistoryProblem) -> Instant {
    guard milliseconds >= 0 else { throw .timeBefore1970 }
    guard milliseconds <= Self.latest else { throw .time }
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    do {
      return try Instant(
        milliseconds: milliseconds, offsetMinutes: zone.secondsFromGMT(for: date) / 60,
        timeZone: zone.identifier)
    } catch { throw .time }
  }

  /// Returns the instant of a number of units since an epoch.
  ///
  /// - Parameters:
  ///   - count: The number of units.
  ///   - unit: How many of them make a millisecond; negative: how many milliseconds make one of them.
  ///   - epoch: Seconds from 1970 to the moment that is counted from: negative for 1601, positive for 2001.
  /// - Throws: ``HistoryProblem`` for one outside of the years 1970 to 9999.
  package func instant(
    _ count: Int64, _ unit: HistoryUnit, since epoch: Int64 = 0
  ) throws(HistoryProblem) -> Instant {
    let milliseconds: Int64
    switch unit {
    case .seconds:
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: 1_000)
      guard !isTooLarge else { throw .time }
      milliseconds = product
    case .milliseconds: milliseconds = count
    case .microseconds: milliseconds = count.flooring(by: 1_000)
    case .nanoseconds: milliseconds = count.flooring(by: 1_000_000)
    }
    let (sum, isTooLarge) = milliseconds.addingReportingOverflow(epoch * 1_000)
    guard !isTooLarge else { throw .time }
    return try instant(milliseconds: sum)
  }

  /// The last millisecond of the year 9998, whose local year is one that can be written, too.
  private static let latest: Int64 = 253_370_764_799_999
}

/// The unit in which a history counts time.
package enum HistoryUnit: Sendable {
  case seconds, milliseconds, microseconds, nanoseconds
}

extension Int64 {
  /// The quotient, rounded towards minus infinity.
  fileprivate func flooring(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
