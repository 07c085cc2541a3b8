extension Instant {
  /// The week of ISO 8601 by local time, like `2026-W10`.
  ///
  /// Weeks begin on Mondays, and the first week of a year is the one with its first Thursday.
  package var isoWeek: String {
    let thursday = localDay - localWeekday + 3
    let year = Self.civil(daysSince1970: thursday).year
    let week = (thursday - Self.daysSince1970(year: year, month: 1, day: 1)) / 7 + 1
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + (week < 10 ? "-W0" : "-W") + String(week)
  }
}
