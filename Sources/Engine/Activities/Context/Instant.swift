public import Foundation

/// A moment, with the offset of local wall time from UTC where it happened.
///
/// Habits follow the wall clock ("lunch" stays at 12:30 across time zones and daylight saving), so
/// the offset is part of the value. Two instants of one moment with different offsets are not
/// equal, but neither precedes the other.
public struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  /// Minutes to add to UTC to get local wall time, from -1439 to 1439.
  public let offsetMinutes: Int
  /// The IANA time zone (`Europe/Berlin`), where known.
  ///
  /// It plays no part in prediction. When a log is read, a time in UTC with a time zone gets its
  /// offset.
  public let timeZone: String?

  /// The years 0 to 9999, the range of RFC 3339.
  static let representable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
  /// The first moment that can be written, in UTC.
  package static let earliest = Instant(
    unchecked: representable.lowerBound, offsetMinutes: 0, timeZone: nil)
  /// The last moment that can be written, in UTC.
  package static let latest = Instant(unchecked: representable.upperBound, offsetMinutes: 0, timeZone: nil)

  /// Creates an instant from milliseconds since 1970 and the UTC offset in force.
  ///
  /// - Throws: ``ActivityError/timeOutOfRange`` outside of the years 0 to 9999, in UTC or in local
  ///   wall time, or for an offset of a day or more.
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

  /// Returns the instant some seconds later (earlier if negative), with the same offset, and within
  /// the representable years.
  public func advanced(bySeconds seconds: Double) -> Instant {
    let target = (Double(milliseconds) + seconds * 1_000).rounded()
    guard !target.isNaN else { return self }
    let offset = Int64(offsetMinutes) * 60_000  // both UTC and local wall time have to stay within the years
    let earliest = Self.representable.lowerBound - min(0, offset)
    let latest = Self.representable.upperBound - max(0, offset)
    let held = Int64(clamping: min(max(target, Double(earliest)), Double(latest)))
    return Instant(unchecked: held, offsetMinutes: offsetMinutes, timeZone: timeZone)
  }

  /// Seconds from another instant to this one; negative if the other is later.
  public func seconds(since other: Instant) -> Double {
    Double(milliseconds - other.milliseconds) / 1_000
  }
}

extension Int64 {
  /// Division that rounds towards minus infinity, so that moments before 1970 fall on the correct
  /// day.
  package func flooringDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// RFC 3339 (section 5.6), the only format for times in a donation log.
extension Instant {
  /// Reads `2026-03-01T08:10:00.250+01:00`.
  ///
  /// The offset is required: without it, local wall time is unknown. `Z` and `-00:00` count as
  /// offset zero. Digits beyond the millisecond are dropped, and second 60 (a leap second) is read
  /// as the following second.
  ///
  /// - Throws: ``ActivityError/timeWithoutOffset``, ``ActivityError/malformedTime`` or
  ///   ``ActivityError/timeOutOfRange``.
  public init(rfc3339 text: String, timeZone: String? = nil) throws(ActivityError) {
    var text = text
    text.makeContiguousUTF8()
    try self.init(rfc3339: text.utf8.span, timeZone: timeZone)
  }

  /// Reads an RFC 3339 time from its UTF-8 bytes, without making a string.
  ///
  /// - Throws: ``ActivityError/timeWithoutOffset``, ``ActivityError/malformedTime`` or
  ///   ``ActivityError/timeOutOfRange``.
  public init(rfc3339 bytes: Span<UInt8>, timeZone: String? = nil) throws(ActivityError) {
    var reader = DigitReader()
    let year = try reader.number(of: bytes, digits: 4)
    try reader.skip(UInt8(ascii: "-"), of: bytes)
    let month = try reader.number(of: bytes, digits: 2, in: 1...12)
    try reader.skip(UInt8(ascii: "-"), of: bytes)
    let day = try reader.number(of: bytes, digits: 2, in: 1...Self.days(inMonth: month, of: year))
    try reader.skipSeparator(of: bytes)
    let hour = try reader.number(of: bytes, digits: 2, in: 0...23)
    try reader.skip(UInt8(ascii: ":"), of: bytes)
    let minute = try reader.number(of: bytes, digits: 2, in: 0...59)
    try reader.skip(UInt8(ascii: ":"), of: bytes)
    let second = try reader.number(of: bytes, digits: 2, in: 0...60)
    let millisecond = try reader.fraction(of: bytes)
    let offset = try reader.offset(of: bytes)
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let local = ((Int64(days) * 24 + Int64(hour)) * 60 + Int64(minute)) * 60 + Int64(second)
    let milliseconds = local * 1_000 + Int64(millisecond) - Int64(offset) * 60_000
    try self.init(milliseconds: milliseconds, offsetMinutes: offset, timeZone: timeZone)
  }

  /// The instant as RFC 3339 with its own offset; milliseconds only if there are any.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``rfc3339`` as ASCII bytes, without making a string.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    let (year, month, day) = Self.civil(daysSince1970: localDay)
    let inDay = Int(localMilliseconds - Int64(localDay) * 86_400_000)
    let (seconds, milliseconds) = (inDay / 1_000, inDay % 1_000)
    bytes.append(digitsOf: year / 100)
    bytes.append(digitsOf: year % 100, then: UInt8(ascii: "-"))
    bytes.append(digitsOf: month, then: UInt8(ascii: "-"))
    bytes.append(digitsOf: day, then: UInt8(ascii: "T"))
    bytes.append(digitsOf: seconds / 3_600, then: UInt8(ascii: ":"))
    bytes.append(digitsOf: seconds / 60 % 60, then: UInt8(ascii: ":"))
    bytes.append(digitsOf: seconds % 60)
    if milliseconds > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(digitsOf: milliseconds / 10, then: UInt8(ascii: "0") + UInt8(milliseconds % 10))
    }
    bytes.append(UInt8(ascii: offsetMinutes < 0 ? "-" : "+"))
    bytes.append(digitsOf: abs(offsetMinutes) / 60, then: UInt8(ascii: ":"))
    bytes.append(digitsOf: abs(offsetMinutes) % 60)
  }

  /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
  ///
  /// The year is counted from March so that the leap day is its last; 146,097 days are a cycle of
  /// 400 years.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of ``daysSince1970(year:month:day:)``.
  static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension [UInt8] {
  /// Appends the two decimal digits of a number from 0 to 99, then a byte.
  fileprivate mutating func append(digitsOf number: Int, then byte: UInt8? = nil) {
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
    if let byte { append(byte) }
  }
}

extension Instant {
  /// Creates the moment of a date, in UTC, if it is a whole millisecond of the years 0 to 9999 from
  /// which ``date`` returns the same date.
  public init?(exactly date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard let whole = Int64(exactly: milliseconds), let instant = try? Instant(milliseconds: whole),
      instant.date == date
    else { return nil }
    self = instant
  }

  /// The moment as a date.
  public var date: Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
