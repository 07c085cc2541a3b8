/// Times that a program writes if it knows none: zero, small numbers, and the epochs of formats.
///
/// A record with such a time has no time of day. In a file that keeps an order it is between its
/// neighbours (``HistoryTime/order``); in any other it is malformed. All importers and tracks of
/// locations use this rule.
enum TimePlaceholder {
  /// Seconds from 1970 to 1971: a time in 1970 is from an unset clock, or is a small number.
  private static let firstYear: Int64 = 31_536_000
  /// The epochs of other formats in seconds since 1970: FAT (1980) and Apple's systems (2001).
  private static let epochs: [Int64] = [315_532_800, 978_307_200]
  /// The maximum shift of such a moment by a time zone, in seconds.
  private static let farthestZone: Int64 = 14 * 3_600
  /// Time zones differ from UTC by multiples of this many seconds.
  private static let zoneStep: Int64 = 900

  /// Returns whether milliseconds since 1970 are a placeholder, even if read in another time zone
  /// than written.
  static func contains(milliseconds: Int64) -> Bool {
    if (-farthestZone * 1_000..<firstYear * 1_000).contains(milliseconds) { return true }
    return epochs.contains { epoch in
      let (distance, isTooLarge) = milliseconds.subtractingReportingOverflow(epoch * 1_000)
      guard !isTooLarge, distance.magnitude <= farthestZone.magnitude * 1_000 + 1_000 else { return false }
      // The moment itself, or a one in place of a zero.
      let step = zoneStep * 1_000
      return (0...1_000).contains((distance % step + step) % step)
    }
  }

  /// Returns whether seconds since an epoch are a placeholder: less than a day.
  static func contains(secondsSinceEpoch seconds: Double) -> Bool { abs(seconds) < 86_400 }
}
