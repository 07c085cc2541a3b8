package import Activities
internal import Foundation
internal import LogFormat

/// An appointment at the time of one of its occurrences.
///
/// It is nothing that the user did, so no donation is made of it: it is what `hunch hint import` makes hints of. Its activity is the same for all occurrences:
///
/// - Type: `calendar.event`. Identity: what the calendar calls it by (`event`, its UID). Title: its summary. Subtitle: its location.
/// - Web page: its address, without query, fragment and credentials, which let people into meetings; none if its path has a part that lets
///   somebody in (a share, a meeting by a long identifier). The number or words of a meeting (`/j/81234567890`, `/abc-defg-hij`) stay.
/// - Texts that a rule for secrets hits are left away; an appointment whose title has one, is private, or cancelled, is left out.
package struct CalendarEvent: Sendable, Hashable {
  package let activity: UserActivity
  package let start: Instant
  package let end: Instant
  /// A Boolean value that indicates whether it lasts for whole days.
  package let isAllDay: Bool
  /// A Boolean value that indicates whether it takes the user's time.
  package let isBusy: Bool
}

/// A component VEVENT as it stands in a calendar.
struct CalendarEntry {
  /// The number of its first line.
  let line: Int
  private let properties: [String: [CalendarLine]]
  private let start: CalendarTime
  private let zone: TimeZone
  private let length: Length

  /// The time from the start to the end: on the clock, or in seconds.
  private enum Length {
    case days(Int)
    case seconds(Double)
  }

  static let cancelled = HistoryFilter("cancelled")
  static let noTitle = HistoryFilter("without a title")
  private static let noLibrary = HistoryProblem("it recurs, for which libical is missing; install libical3")
  private static let tooOften = HistoryProblem("it recurs more than 100,000 times before it is of interest")
  private static let tooCostly = HistoryProblem(
    "following its rule of recurrence takes too long; correct the rule, or remove the entry")
  /// The most times that are gone through.
  private static let mostTimes = 100_000
  /// The steps of the file's budget that one look of libical at a time costs.
  private static let stepsOfLook = 16

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - lines: Its lines, without those of the components in it.
  ///   - locations: The names of IANA that the calendar has for its own time zones.
  /// - Throws: ``HistoryProblem``.
  init(
    _ lines: [CalendarLine], line: Int, _ locations: [String: String], _ settings: HistorySettings
  ) throws(HistoryProblem) {
    let properties = Dictionary(grouping: lines, by: \.name)
    guard let begin = properties["DTSTART"]?.first else { throw .field("DTSTART") }
    (self.properties, self.line) = (properties, line)
    start = try CalendarTime(begin.value)
    zone = try Self.zone(of: begin, locations, settings)
    if let end = properties["DTEND"]?.first {
      let time = try CalendarTime(end.value)
      let endZone = try Self.zone(of: end, locations, settings)
      guard let from = start.date(in: zone), let to = time.date(in: endZone), to >= from else { throw .time }
      let seconds = to.timeIntervalSince(from)
      length = start.isDay ? .days(max(1, Int(clamping: (seconds / 86_400).rounded()))) : .seconds(seconds)
    } else if let duration = properties["DURATION"]?.first {
      length = .seconds(try Self.seconds(duration.value))
    } else {
      length = start.isDay ? .days(1) : .seconds(0)
    }
    (exceptions, additions) = ([], [])
    for line in properties["EXDATE"] ?? [] { exceptions.formUnion(try times(of: line, locations, settings)) }
    for line in properties["RDATE"] ?? [] { additions.formUnion(try times(of: line, locations, settings)) }
    if let line = properties["RECURRENCE-ID"]?.first {
      replaced = try times(of: line, locations, settings).first
    }
  }

  /// The starts that are left out, and those that come besides.
  private var exceptions: Set<Date>
  private var additions: Set<Date>
  /// The start of the occurrence that this one takes the place of.
  private(set) var replaced: Date?

  /// What it is called by.
  var identifier: String? { text("UID") }

  /// Returns the starts of its occurrences in a window, in order.
  ///
  /// - Parameters:
  ///   - others: The starts that other entries have taken the place of.
  ///   - budget: The budget of the file, which all of its entries share. A rule that takes more than is left is a problem of its entry.
  /// - Throws: ``HistoryProblem``.
  func starts(
    in window: Range<Date>, without others: Set<Date>, within budget: ReadingBudget
  ) throws(HistoryProblem) -> [Date] {
    var starts = additions
    if let rule = properties["RRULE"]?.first, replaced == nil {
      starts.formUnion(try recurring(rule.value, in: window, within: budget))
    } else if let first = start.date(in: zone) {
      starts.insert(first)
    }
    starts.subtract(exceptions)
    if replaced == nil { starts.subtract(others) }
    return starts.filter { $0 < window.upperBound && (end(from: $0) ?? $0) > window.lowerBound }.sorted()
  }

  private func recurring(
    _ text: String, in window: Range<Date>, within budget: ReadingBudget
  ) throws(HistoryProblem) -> Set<Date> {
    guard Recurrence.isPossible else { throw Self.noLibrary }
    let rule = try RecurrenceRule(try onItsClock(text))
    // A clock may be set by a day, where the date line moves.
    let begin = begin(before: window.lowerBound.addingTimeInterval(-2 * 86_400))
    var end = CalendarTime(window.upperBound.addingTimeInterval(2 * 86_400), in: zone)
    end.isDay = start.isDay
    let first = begin.map { rule.start(near: $0, from: start) } ?? start
    let looks = rule.looks(from: first, to: min(rule.until ?? end, end))
    guard budget.reserve(looks, times: Self.stepsOfLook) else { throw Self.tooCostly }
    guard var times = Recurrence(rule, from: first, until: end) else { throw RecurrenceRule.unknown }
    var (starts, count): (Set<Date>, Int) = ([], 0)
    while let time = times.next() {
      count += 1
      guard count <= Self.mostTimes else { throw Self.tooOften }
      // It also becomes an appointment, which costs about as much again.
      guard budget.reserve(1, times: Self.stepsOfLook) else { throw Self.tooCostly }
      guard let date = time.date(in: zone) else { continue }
      if date >= window.upperBound { break }
      starts.insert(date)
    }
    return starts
  }

  /// Returns the time on the clock of the event before which an occurrence has ended by a moment; `nil` if that is before the first one.
  private func begin(before moment: Date) -> CalendarTime? {
    let seconds =
      switch length {
      case .seconds(let seconds): seconds
      case .days(let days): Double(days) * 86_400
      }
    let date = moment.addingTimeInterval(-seconds)
    guard let first = start.date(in: zone), date > first else { return nil }
    return CalendarTime(date, in: zone)
  }

  /// Returns a rule whose end is on the clock of the event, as all of its times are.
  private func onItsClock(_ rule: String) throws(HistoryProblem) -> String {
    var parts: [String] = []
    for part in rule.split(separator: ";") {
      guard part.uppercased().hasPrefix("UNTIL=") else {
        parts.append(String(part))
        continue
      }
      let text = part.dropFirst(6)
      var until = try CalendarTime(text)
      if text.hasSuffix("Z"), let date = until.date(in: .gmt) { until = CalendarTime(date, in: zone) }
      // A day as an end is a whole day.
      if until.isDay, !start.isDay {
        (until.hour, until.minute, until.second, until.isDay) = (23, 59, 59, false)
      }
      if !until.isDay, start.isDay { until.isDay = true }
      parts.append("UNTIL=\(until.words)")
    }
    return parts.joined(separator: ";")
  }

  private func end(from start: Date) -> Date? {
    switch length {
    case .seconds(let seconds): return start.addingTimeInterval(seconds)
    case .days(let days):
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      return calendar.date(byAdding: .day, value: days, to: start)
    }
  }

  /// Returns the appointment as it takes place at a start.
  ///
  /// - Parameter activity: Its activity, which is the same for all starts.
  /// - Throws: ``HistoryProblem``.
  func event(
    _ activity: UserActivity, at start: Date, _ settings: HistorySettings
  ) throws(HistoryProblem) -> CalendarEvent {
    guard let end = end(from: start) else { throw .time }
    func instant(_ date: Date) throws(HistoryProblem) -> Instant {
      guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) else {
        throw .time
      }
      return try settings.instant(milliseconds: milliseconds)
    }
    return CalendarEvent(
      activity: activity, start: try instant(start), end: try instant(end), isAllDay: self.start.isDay,
      isBusy: text("TRANSP")?.uppercased() != "TRANSPARENT")
  }

  /// Returns the rule by which it is left out; `nil` if it is not.
  func filter(_ settings: HistorySettings) -> HistoryFilter? {
    if text("STATUS")?.uppercased() == "CANCELLED" { return Self.cancelled }
    if let visibility = text("CLASS")?.uppercased(), visibility != "PUBLIC" { return .isPrivate }
    guard let title = text("SUMMARY")?.asTitle() else { return Self.noTitle }
    return settings.secrets.firstMatch(in: title, kind: .unknown).map(HistoryFilter.secret)
  }

  /// Returns the activity of the appointment.
  ///
  /// - Throws: ``HistoryProblem``.
  func activity(_ settings: HistorySettings) throws(HistoryProblem) -> UserActivity {
    guard let title = text("SUMMARY")?.asTitle() else { throw .field("SUMMARY") }
    let identifier =
      identifier.flatMap { settings.secrets.firstMatch(in: $0, kind: .identifier) == nil ? $0 : nil } ?? title
    do {
      var activity = try UserActivity(
        activityType: ImportedActivityType.appointment, title: title,
        userInfo: ["event": .string(identifier.asTitle() ?? title)], requiredUserInfoKeys: ["event"])
      if let location = text("LOCATION")?.asTitle(),
        settings.secrets.firstMatch(in: location, kind: .unknown) == nil, !location.contains("://")
      {
        activity.subtitle = location
      }
      activity.keywords = [title]
      if let page = text("URL").flatMap({ Self.page($0, settings) }) { try activity.setWebpageURL(page) }
      // Many hints are stored together, and none may fail then.
      _ = try RecordEncoder().encode(activity)
      return activity
    } catch { throw HistoryProblem("\(error)") }
  }

  /// Returns an address of the web without what may let somebody in; `nil` if there is a secret in the rest.
  private static func page(_ text: String, _ settings: HistorySettings) -> URL? {
    guard var parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false
    else { return nil }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    guard let url = parts.url, settings.secrets.firstMatch(in: url.absoluteString, kind: .url) == nil,
      !parts.percentEncodedPath.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
        PathTemplate.isIdentifier(Array($0))
      })
    else { return nil }
    return url
  }

  private func text(_ name: String) -> String? {
    properties[name]?.first.map(\.text).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func times(
    of line: CalendarLine, _ locations: [String: String], _ settings: HistorySettings
  ) throws(HistoryProblem) -> Set<Date> {
    let zone = try Self.zone(of: line, locations, settings)
    var dates: Set<Date> = []
    for text in line.value.split(separator: ",") {
      var time = try CalendarTime(text.prefix { $0 != "/" })
      // A day stands for the occurrence on it.
      if time.isDay, !start.isDay {
        (time.hour, time.minute, time.second, time.isDay) = (start.hour, start.minute, start.second, false)
        if let date = time.date(in: self.zone) { dates.insert(date) }
      } else if let date = time.date(in: text.hasSuffix("Z") ? .gmt : zone) {
        dates.insert(date)
      }
    }
    return dates
  }

  private static func zone(
    of line: CalendarLine, _ locations: [String: String], _ settings: HistorySettings
  ) throws(HistoryProblem) -> TimeZone {
    if line.value.hasSuffix("Z") { return .gmt }
    guard let name = line.parameters["TZID"] else { return settings.zone }
    return try CalendarZone.zone(named: name, locations)
  }

  /// Reads a duration like `P1DT2H` or `-PT15M`.
  private static func seconds(_ text: String) throws(HistoryProblem) -> Double {
    guard
      let found = text.wholeMatch(
        of: /\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?/)
    else { throw HistoryProblem("its duration is none; the record is damaged") }
    let parts = [found.output.1, found.output.2, found.output.3, found.output.4, found.output.5]
    return zip(parts, [604_800.0, 86_400, 3_600, 60, 1]).reduce(0) {
      $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1
    }
  }
}
