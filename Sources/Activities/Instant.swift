/// A moment, and how far local wall time was from UTC where it happened.
///
/// Habits follow the wall clock ("lunch" stays at 12:30 across time zones and daylight saving), so the offset is
/// part of the value: two instants of one moment with different offsets are not equal, but they are neither
/// before nor after one another.
public struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  /// Minutes to add to UTC to get local wall time, from -1439 to 1439.
  public let offsetMinutes: Int
  /// The IANA time zone (`Europe/Berlin`), where known.
  ///
  /// It plays no part in prediction.
  public let timeZone: String?

  /// Years 0 to 9999, which is what RFC 3339 can write.
  static let representable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Makes an instant from milliseconds since 1970 and the UTC offset in force.
  ///
  /// - Throws: ``ActivityError/timeOutOfRange`` outside of the years 0 to 9999, in UTC or in local wall time, or for an
  ///   offset of a day or more.
  /// - Complexity: O(1).
  public init(milliseconds: Int64, offsetMinutes: Int = 0, timeZone: String? = nil) throws(ActivityError) {
    guard (-1_439...1_439).contains(offsetMinutes), Self.representable.contains(milliseconds),
      Self.representable.contains(milliseconds + Int64(offsetMinutes) * 60_000)
    else {
      throw .timeOutOfRange
    }
    self.init(unchecked: milliseconds, offsetMinutes: offsetMinutes, timeZone: timeZone)
  }

  init(unchecked milliseconds: Int64, offsetMinutes: Int, timeZone: String?) {
    self.milliseconds = milliseconds
    self.offsetMinutes = offsetMinutes
    self.timeZone = timeZone
  }
}

extension Instant {
  /// Milliseconds of local wall time since 1970-01-01T00:00:00 local.
  public var localMilliseconds: Int64 { milliseconds + Int64(offsetMinutes) * 60_000 }

  /// Days of local wall time since 1970-01-01.
  public var localDay: Int { Int(localMilliseconds.flooringDivision(by: 86_400_000)) }

  /// Hours since local midnight, 0 ..< 24.
  public var localHour: Double {
    Double(localMilliseconds - Int64(localDay) * 86_400_000) / 3_600_000
  }

  /// The local day of the week: 0 is Monday, 6 is Sunday.
  public var localWeekday: Int { ((localDay + 3) % 7 + 7) % 7 }

  /// The same offset, later by a number of seconds (earlier if negative); held at the ends of what can be written.
  public func advanced(bySeconds seconds: Double) -> Instant {
    let target = (Double(milliseconds) + seconds * 1_000).rounded()
    guard !target.isNaN else { return self }
    let offset = Int64(offsetMinutes) * 60_000  // both UTC and local wall time have to stay within the years
    let earliest = Self.representable.lowerBound - min(0, offset)
    let latest = Self.representable.upperBound - max(0, offset)
    let held = Int64(min(max(target, Double(earliest)), Double(latest)))
    return Instant(unchecked: held, offsetMinutes: offsetMinutes, timeZone: timeZone)
  }

  /// Seconds from another instant to this one; negative if the other is later.
  public func seconds(since other: Instant) -> Double {
    Double(milliseconds - other.milliseconds) / 1_000
  }
}

extension Int64 {
  /// Division that rounds towards minus infinity, so that moments before 1970 fall on the right day.
  func flooringDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
