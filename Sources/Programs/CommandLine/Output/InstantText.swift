internal import Activities
internal import Foundation

/// The words for instants: `18:00 today`, `08:00 tomorrow`, `18:00 on 2026-03-02`.
enum InstantText {
  /// Returns the words for an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant; its own offset is ignored.
  ///   - now: The present moment, whose zone determines days and times of day.
  static func words(for instant: Instant, now: Instant) -> String {
    let named = now.timeZone.flatMap(TimeZone.init(identifier:))
    let zone = named ?? TimeZone(secondsFromGMT: now.offsetMinutes * 60) ?? .gmt
    var calendar = Calendar(identifier: .gregorian)
    (calendar.timeZone, calendar.locale) = (zone, Locale(identifier: "en_US_POSIX"))
    let fields = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: instant.date)
    let time = "\(twoDigits(fields.hour)):\(twoDigits(fields.minute))"
    let midnights = [now.date, instant.date].map(calendar.startOfDay)
    switch calendar.dateComponents([.day], from: midnights[0], to: midnights[1]).day {
    case 0: return "\(time) today"
    case 1: return "\(time) tomorrow"
    case -1: return "\(time) yesterday"
    default:
      let year =
        String(repeating: "0", count: max(0, 4 - String(fields.year ?? 0).count)) + String(fields.year ?? 0)
      return "\(time) on \(year)-\(twoDigits(fields.month))-\(twoDigits(fields.day))"
    }
  }

  /// Returns a moment as a heading, with its time zone: `Wed 2026-04-29 18:00, Europe/Berlin`.
  static func heading(_ instant: Instant) -> String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let zone = instant.timeZone ?? (instant.offsetMinutes == 0 ? "UTC" : "UTC\(instant.rfc3339.suffix(6))")
    return
      "\(days[instant.localWeekday]) \(short(instant.rfc3339)), \(["GMT", "Etc/UTC"].contains(zone) ? "UTC" : zone)"
  }

  /// Returns the day and the minute of an RFC 3339 time, by its own offset: `2026-04-29 18:00`.
  static func short(_ rfc3339: String) -> String {
    "\(rfc3339.prefix(10)) \(rfc3339.dropFirst(11).prefix(5))"
  }

  private static func twoDigits(_ number: Int?) -> String {
    let digits = String(number ?? 0)
    return digits.count < 2 ? "0" + digits : digits
  }
}

extension ContextOptions {
  /// Returns the moment asked about, as a heading for a terminal; empty if it is now.
  func heading(_ context: Context) -> [String] {
    let terminal = Terminal.standardOutput
    return at == nil || !terminal.isInteractive ? [] : [terminal.faint(InstantText.heading(context.instant))]
  }
}
