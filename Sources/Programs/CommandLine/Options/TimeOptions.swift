internal import Activities
internal import ArgumentParser
internal import Foundation

/// The option for the time zone of days and times of day.
struct TimeOptions: ParsableArguments {
  @Option(
    name: .customLong("tz"),
    help: ArgumentHelp(
      "Read days and times of day in this time zone, like Europe/Berlin. Default: the machine's.",
      valueName: "zone"
    ),
    completion: .timeZones,
    transform: Arguments.timeZone)
  var zone: TimeZone?

  /// Returns the present moment in the zone.
  func now(_ now: Instant) throws -> Instant {
    guard let zone else { return now }
    return try Instant(date: now.date, in: zone)
  }

  /// Returns the instant of a moment.
  ///
  /// - Throws: `ActivityError` for one outside of the years 0 to 9999.
  func instant(
    _ moment: MomentArgument, now: Instant, bareDay: MomentArgument.BareDay = .thisTimeOfDay
  ) throws -> Instant {
    let machine = now.timeZone.flatMap(TimeZone.init(identifier:))
    let instant = try moment.instant(
      at: now, in: zone ?? machine ?? TimeZone(secondsFromGMT: now.offsetMinutes * 60) ?? .gmt,
      bareDay: bareDay)
    // As `timeZone` in a log, the zone gives a moment in UTC its offset.
    guard let zone, instant.offsetMinutes == 0 else { return instant }
    return try Instant(date: instant.date, in: zone)
  }
}
