import Activities
import Foundation
import TestSupport

@testable import Importers

/// Calendars as text, and their appointments.
enum CalendarText {
  /// Returns an entry of an hour with the summary "Choir", unless the lines have another one.
  static func entry(_ lines: String...) -> String {
    let usual = ["UID:1", "SUMMARY:Choir"].filter { line in
      !lines.contains { $0.hasPrefix(line.prefix { $0 != ":" }) }
    }
    return (["BEGIN:VEVENT"] + usual + lines + ["END:VEVENT"]).joined(separator: "\r\n")
  }

  /// Reads files of components in a time of interest, by default the winter and the summer around
  /// 2027.
  static func read(
    _ files: [[String]], from: String = "2026-11-01T00:00:00Z", days: Int64 = 365, zone: String = "GMT"
  ) throws -> CalendarReading {
    let scratch = try Scratch()
    let start = try Instant(rfc3339: from).milliseconds
    let opened = try files.enumerated().map { number, components in
      let text = ["BEGIN:VCALENDAR", "VERSION:2.0"] + components + ["END:VCALENDAR", ""]
      try scratch.write("\(number).ics", text.joined(separator: "\r\n"))
      return try HistoryFile(path: scratch.path("\(number).ics"))
    }
    return try CalendarReading(opened, in: start..<start + days * 86_400_000, ImportRun.settings(zone))
  }

  /// Returns the starts in UTC, to the minute, with the title.
  static func starts(_ reading: CalendarReading) -> [String] {
    reading.events.map { event in
      let time = Date(timeIntervalSince1970: Double(event.start.milliseconds) / 1_000).formatted(.iso8601)
      return time.prefix(16) + " " + (event.activity.title ?? "")
    }
  }
}
