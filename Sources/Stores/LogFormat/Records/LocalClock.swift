internal import Activities
internal import Foundation

/// The offsets of named time zones, for times that were written in UTC.
///
/// Many programs write `Z` whatever the local time was, and name the zone separately.
struct LocalClock {
  private var zones: [String: TimeZone?] = [:]
  private static let mostZones = 64

  /// Returns an instant with the offset of its zone at that time, if it is written in UTC and names
  /// a known zone; otherwise the same instant.
  mutating func located(_ instant: Instant) -> Instant {
    guard instant.offsetMinutes == 0, let name = instant.timeZone, let zone = zone(named: name) else {
      return instant
    }
    let offset = zone.secondsFromGMT(for: instant.date) / 60
    let located = try? Instant(milliseconds: instant.milliseconds, offsetMinutes: offset, timeZone: name)
    return located ?? instant
  }

  private mutating func zone(named name: String) -> TimeZone? {
    if let known = zones[name] { return known }
    if zones.count >= Self.mostZones { zones.removeAll(keepingCapacity: true) }
    let zone = TimeZone(identifier: name)
    zones[name] = .some(zone)
    return zone
  }
}
