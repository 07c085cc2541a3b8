internal import Activities
package import Features

/// Words for facts.
extension Fact {
  /// Returns a phrase like "after Open Calendar, 14 of the last 20 times".
  ///
  /// - Parameter title: The user's name for the activity that the fact names; beyond 40 characters
  ///   it is cut.
  package func words(title: String) -> String {
    switch self {
    case .habit(let times, let all): "done \(Self.share(times, of: all))"
    case .done(let times): "done \(times == 1 ? "once" : Self.count(times, "time"))"
    case .lately(let times, let all): "\(Self.grouped(times)) of the last \(Self.grouped(all)) things done"
    case .days(let days, let times, let all): Self.words(days, times, of: all)
    case .previous(_, let times, let all, let isAll):
      "after \(Self.cut(title)), \(Self.share(times, of: all, isAll: isAll))"
    case .interval(let median, _, let since):
      "usually \(Self.interval(seconds: median)), last done \(Self.duration(seconds: since)) ago"
    case .place(_, let times, let all, let isAll):
      "near here, \(Self.share(times, of: all, isAll: isAll))"
    case .context(let keys, let times, let all, let isAll):
      "with \(Self.same(keys)), \(Self.share(times, of: all, isAll: isAll))"
    case .recency(let since, let donations): Self.recency(since, donations)
    case .shared(let key, let value, _, let since):
      Self.shared(key, value, with: title) + (since.map { ", \(Self.duration(seconds: $0)) ago" } ?? "")
    }
  }

  /// Returns a clause like "it followed Open Calendar 14 of the last 20 times", for a sentence that
  /// gives reasons.
  ///
  /// - Parameter title: As for ``words(title:)``.
  package func clause(title: String) -> String {
    switch self {
    case .habit(let times, let all): "you did it \(Self.share(times, of: all))"
    case .done(let times): "you did it \(times == 1 ? "once" : Self.count(times, "time"))"
    case .lately(let times, let all):
      "it was \(Self.grouped(times)) of the last \(Self.grouped(all)) things that you did"
    case .days(let days, let times, let all):
      days.quarters == nil && Self.isUsual(times, of: all)
        ? "you \(Self.words(days, times, of: all).replacing("usually", with: "usually do it"))"
        : "you did it \(Self.words(days, times, of: all))"
    case .previous(_, let times, let all, let isAll):
      "it followed \(Self.cut(title)) \(Self.share(times, of: all, isAll: isAll))"
    case .interval(let median, _, let since):
      "you usually do it \(Self.interval(seconds: median)) and last did it \(Self.duration(seconds: since)) ago"
    case .place(_, let times, let all, let isAll):
      "it was \(Self.things(times, of: all, isAll: isAll)) near here"
    case .context(let keys, let times, let all, let isAll):
      "it was \(Self.things(times, of: all, isAll: isAll)) with \(Self.same(keys))"
    case .recency(let since, let donations): Self.recencyClause(since, donations)
    case .shared(let key, let value, _, let since):
      "it has the \(Self.shared(key, value, with: title))"
        + (since.map { ", done \(Self.duration(seconds: $0)) ago" } ?? "")
    }
  }

  // MARK: Days

  private static func isUsual(_ times: Int, of all: Int) -> Bool { 5 * times >= 4 * all }

  private static func words(_ days: Days, _ times: Int, of all: Int) -> String {
    guard let quarters = days.quarters else {
      let share = "on \(times) of the last \(all)"
      return isUsual(times, of: all)
        ? "usually every \(name(days.kind)), \(share)" : "\(share) \(names(days.kind))"
    }
    let span = "between \(clock(quarters.lowerBound)) and \(clock(quarters.upperBound))"
    return "on \(times) of the last \(all) \(names(days.kind)) \(span)"
  }

  private static func name(_ kind: Days.Kind) -> String {
    switch kind {
    case .workdays: "workday"
    case .daysOff(.usual): "weekend day"
    case .daysOff: "day off"
    case .weekday(let day): weekdays[max(0, min(6, day))]
    }
  }

  private static func names(_ kind: Days.Kind) -> String {
    switch kind {
    case .daysOff(.usual): "weekend days"
    case .daysOff: "days off"
    case .workdays, .weekday: name(kind) + "s"
    }
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static func clock(_ quarter: Int) -> String {
    let (hour, minute) = (quarter / 4, quarter % 4 * 15)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  // MARK: Counts and times

  private static func recency(_ since: Double?, _ donations: Int?) -> String {
    let ago = since.map { " \(duration(seconds: $0)) ago" }
    switch donations {
    case 0: return ago.map { "the last thing done,\($0)" } ?? "the last thing done"
    case let count?:
      let others = "\(grouped(count)) \(count == 1 ? "activity" : "activities") since"
      return ago.map { "last done\($0), \(others)" } ?? "\(others) it was last done"
    case nil: return "last done" + (ago ?? "")
    }
  }

  private static func recencyClause(_ since: Double?, _ donations: Int?) -> String {
    let ago = since.map { " \(duration(seconds: $0)) ago" } ?? ""
    guard ago.isEmpty || donations == 0 else { return "you last did it\(ago)" }
    return donations == 0
      ? "it was the last thing that you did\(ago.isEmpty ? "" : ",")\(ago)"
      : "you did \(donations.map { count($0, "other thing") } ?? "other things") since"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func things(_ times: Int, of all: Int, isAll: Bool) -> String {
    "\(grouped(times)) of \(isAll ? "" : "the last ")\(count(all, "thing")) that you did"
  }

  private static func shared(_ key: String, _ value: String, with title: String) -> String {
    let (value, key) = (cut(value), cut(key))
    // A title that contains the value shows it for both.
    let said = value.isEmpty || title.contains(value) ? "" : " (\(value))"
    return "same \(key)\(said) as \(cut(title))"
  }

  private static func same(_ keys: [String]) -> String {
    let (shown, rest) = (keys.prefix(2).map(cut), keys.count - 2)
    return "the same " + shown.joined(separator: " and ") + (rest > 0 ? " and \(rest) more" : "") + " as now"
  }

  private static func share(_ times: Int, of all: Int, isAll: Bool = true) -> String {
    "\(grouped(times)) of \(isAll ? "" : "the last ")\(grouped(all)) \(all == 1 ? "time" : "times")"
  }

  private static func interval(seconds: Double) -> String {
    seconds < 60 ? "within a minute" : "every \(duration(seconds: seconds))"
  }

  /// Returns a length of time like "38 min", rounded.
  ///
  /// - Parameter seconds: At least 0.
  package static func duration(seconds: Double) -> String {
    let hours = seconds / 3_600
    return switch hours {
    case ..<(1.0 / 60): "less than a minute"
    case ..<1.5: "\(Int(clamping: (hours * 60).rounded())) min"
    case ..<48: "\(Int(clamping: hours.rounded())) h"
    default: "\(grouped(Int(clamping: (hours / 24).rounded()))) days"
    }
  }

  /// Cuts a text, so that the count after it stays visible.
  private static func cut(_ text: String) -> String {
    text.count > 40 ? text.prefix(39) + "…" : text
  }

  /// Returns a number that is not negative, with a comma between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).enumerated() {
      if index > 0, (String(number).count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
