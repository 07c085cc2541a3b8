package import Activities
package import Foundation

/// The settings that an importer needs besides the history.
package struct HistorySettings: Sendable {
  /// The time zone of times without one.
  package let zone: TimeZone
  /// A Boolean value that indicates whether only templates are kept, without whole command lines
  /// and addresses.
  package let keepsTemplatesOnly: Bool
  /// The rules that recognise secrets.
  package let secrets: SecretRules

  package init(zone: TimeZone, keepsTemplatesOnly: Bool = false, secrets: SecretRules = SecretRules()) {
    (self.zone, self.keepsTemplatesOnly, self.secrets) = (zone, keepsTemplatesOnly, secrets)
  }

  /// Returns the instant of milliseconds since 1970, with the offset that the zone had then.
  ///
  /// - Throws: ``HistoryProblem`` for a placeholder (``TimePlaceholder``), and for one outside of
  ///   the years 1971 to 9999.
  package func instant(milliseconds: Int64) throws(HistoryProblem) -> Instant {
    guard !TimePlaceholder.contains(milliseconds: milliseconds) else { throw .placeholder }
    return try instant(ofPosition: milliseconds)
  }

  /// Returns the instant of milliseconds since 1970 that no clock recorded, such as a position in
  /// an order or an appointment.
  ///
  /// - Throws: ``HistoryProblem`` for one outside of the years 1970 to 9999.
  func instant(ofPosition milliseconds: Int64) throws(HistoryProblem) -> Instant {
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
  ///   - unit: The number of units in a millisecond; if negative, the milliseconds in a unit.
  ///   - epoch: Seconds from 1970 to the epoch of the count: negative for 1601, positive for 2001.
  /// - Throws: ``HistoryProblem`` for a placeholder (``TimePlaceholder``), and for one outside of
  ///   the years 1971 to 9999.
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
    case .microseconds: milliseconds = count.flooringDivision(by: 1_000)
    case .nanoseconds: milliseconds = count.flooringDivision(by: 1_000_000)
    }
    guard !TimePlaceholder.contains(secondsSinceEpoch: Double(milliseconds) / 1_000) else {
      throw .placeholder
    }
    let (sum, isTooLarge) = milliseconds.addingReportingOverflow(epoch * 1_000)
    guard !isTooLarge else { throw .time }
    return try instant(milliseconds: sum)
  }

  /// Returns the time of a record in a file that keeps an order: the instant of a number of units
  /// since 1970, or only the order if the number is a placeholder.
  ///
  /// - Throws: ``HistoryProblem`` for one outside of the years 1970 to 9999.
  package func time(_ count: Int64, _ unit: HistoryUnit) throws(HistoryProblem) -> HistoryTime {
    do throws(HistoryProblem) { return .exact(try instant(count, unit)) } catch {
      guard error == .placeholder else { throw error }
      return .order
    }
  }

  /// Returns the instant at which the clocks of the zone showed a local time.
  ///
  /// A time that occurs twice means the first of the two. A time that the clocks skip is moved
  /// forward by the length of the jump.
  ///
  /// - Parameter milliseconds: The local time, in milliseconds since 1970-01-01T00:00:00 local.
  /// - Throws: ``HistoryProblem``, as ``instant(milliseconds:)`` does.
  package func instant(localMilliseconds milliseconds: Int64) throws(HistoryProblem) -> Instant {
    guard milliseconds.magnitude <= Self.latest.magnitude else { throw .time }
    func offset(_ milliseconds: Int64) -> Int64 {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      return Int64(zone.secondsFromGMT(for: date)) * 1_000
    }
    // No zone changes its clocks twice within two days.
    let day: Int64 = 86_400_000
    let (before, after) = (offset(milliseconds - day), offset(milliseconds + day))
    let (first, second) = (milliseconds - before, milliseconds - after)
    if offset(first) != before, offset(second) == after { return try instant(milliseconds: second) }
    return try instant(milliseconds: first)
  }

  /// The last millisecond of the year 9998, so that its local year can be written in every zone.
  private static let latest: Int64 = 253_370_764_799_999
}

/// The unit in which a history counts time.
package enum HistoryUnit: Sendable {
  case seconds, milliseconds, microseconds, nanoseconds
}
