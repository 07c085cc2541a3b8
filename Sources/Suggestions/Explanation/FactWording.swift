package import Features

/// Says facts in words.
extension Fact {
  /// A phrase like "after Open Calendar, 14 of 20 times".
  ///
  /// - Parameter title: How the user calls the activity of a row; a title beyond 40 characters is cut.
  package func words(titleOfRow title: (Int) -> String) -> String {
    switch self {
    case .habit(let times, let all): "done \(Self.share(times, of: all))"
    case .time(let hour, let isWeekend, let times, let all):
      "\(isWeekend ? "at weekends" : "on workdays") around \(Self.clock(hour)), about \(Self.share(times, of: all))"
    case .previous(let row, let times, let all):
      "after \(Self.cut(title(row))), \(Self.share(times, of: all))"
    case .rhythm(let usual, let since):
      "usually \(Self.interval(hours: usual)), last done \(Self.duration(hours: since)) ago"
    case .place(let times, let all): "near here, about \(Self.share(times, of: all))"
    case .context(let times, let all): "in these circumstances, \(Self.share(times, of: all))"
    case .recency(let since, let donations):
      donations == 0
        ? "the last thing done, \(Self.duration(hours: since)) ago"
        : "last done \(Self.duration(hours: since)) ago, \(Self.activities(donations)) since"
    }
  }

  /// The row whose title ``words(titleOfRow:)`` asks for.
  var namedRow: Int? {
    if case .previous(let row, _, _) = self { row } else { nil }
  }

  private static func share(_ times: Int, of all: Int) -> String {
    "\(grouped(times)) of \(grouped(all)) \(all == 1 ? "time" : "times")"
  }

  private static func activities(_ count: Int) -> String {
    "\(grouped(count)) \(count == 1 ? "activity" : "activities")"
  }

  private static func clock(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }

  private static func interval(hours: Double) -> String {
    hours < 1.0 / 60 ? "within a minute" : "every \(duration(hours: hours))"
  }

  private static func duration(hours: Double) -> String {
    switch hours {
    case ..<(1.0 / 60): "less than a minute"
    case ..<1.5: "\(Int((hours * 60).rounded())) min"
    case ..<48: "\(Int(hours.rounded())) h"
    default: "\(grouped(Int((hours / 24).rounded()))) days"
    }
  }

  /// The count must be seen, however long the title is.
  private static func cut(_ title: String) -> String {
    title.count > 40 ? title.prefix(39) + "…" : title
  }

  /// A number, not negative, with a comma between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).enumerated() {
      if index > 0, (String(number).count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
