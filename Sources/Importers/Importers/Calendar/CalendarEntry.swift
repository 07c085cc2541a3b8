internal import Activities
internal import Foundation

/// A component VEVENT of a calendar.
struct CalendarEntry {
  /// The purpose of a calendar (`METHOD`), which may be a message about appointments.
  enum Purpose {
    case appointments
    /// To add occurrences to a series (`ADD`).
    case addition
    /// To cancel appointments (`CANCEL`).
    case cancellation
    /// To answer an invitation, or to ask for something (`REPLY`, `COUNTER`, `DECLINECOUNTER`,
    /// `REFRESH`).
    case answer

    init(method: String?) {
      self =
        switch method?.uppercased() {
        case "ADD": .addition
        case "CANCEL": .cancellation
        case "REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH": .answer
        default: .appointments
        }
    }
  }

  /// How new an entry is among those of one identifier: by its revision, then by when it was
  /// changed, then by when it was read.
  struct Version: Comparable {
    let revision: Int
    let changed: CalendarTime
    let stamped: CalendarTime
    let isCancelled: Bool
    let place: Int

    static func < (one: Self, other: Self) -> Bool {
      if one.isChanged(before: other) { return true }
      if other.isChanged(before: one) { return false }
      if one.stamped != other.stamped { return one.stamped < other.stamped }
      // Programs cancel without a new revision, too.
      if one.isCancelled != other.isCancelled { return other.isCancelled }
      return one.place < other.place
    }

    /// Returns whether somebody has changed the other one after this one.
    func isChanged(before other: Self) -> Bool { (revision, changed) < (other.revision, other.changed) }
  }

  /// A time in the calendar by which it names an occurrence; without a zone it is on the clocks of
  /// the series.
  struct Reference {
    let time: CalendarTime
    let zone: CalendarZone?
  }

  /// The start of an occurrence, or the day that it is on.
  enum Occurrence: Hashable {
    case start(Date)
    case day(CalendarTime)
  }

  /// The number of the file among those that are read together, and of its first line.
  let file: Int
  let line: Int
  let version: Version
  /// A Boolean value that indicates whether it takes the place of all later occurrences, too
  /// (`RANGE=THISANDFUTURE`).
  let isForFollowing: Bool
  /// The occurrence of another entry that it takes the place of.
  let replaced: Reference?

  private let properties: [String: [CalendarLine]]
  private let purpose: Purpose
  private let start: CalendarTime
  private let zone: CalendarZone
  private let length: Length
  /// The occurrences that are left out, and the starts of those that come besides.
  private var exceptions: Set<Occurrence> = []
  private var additions: Set<Date> = []

  /// The time from the start to the end: on the clock, or in seconds.
  private enum Length {
    case days(Int)
    case seconds(Double)
  }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - lines: Its lines, without those of the components in it.
  ///   - line: The number of its first line.
  ///   - file: The number of the file.
  ///   - place: The number of entries that were read before.
  ///   - purpose: The purpose of its calendar.
  ///   - zones: The zones of its calendar.
  /// - Throws: ``HistoryProblem``.
  init(
    _ lines: [CalendarLine], line: Int, in file: Int, after place: Int, for purpose: Purpose,
    _ zones: inout CalendarZones, _ settings: HistorySettings
  ) throws(HistoryProblem) {
    let properties = Dictionary(grouping: lines, by: \.name)
    let isCancelled =
      purpose == .cancellation || properties["STATUS"]?.first?.text.uppercased() == "CANCELLED"
    let replacing = properties["RECURRENCE-ID"]?.first
    // A message that cancels may leave out the start, which nobody needs then.
    guard
      let begin = properties["DTSTART"]?.first
        ?? (isCancelled ? replacing ?? properties["DTSTAMP"]?.first : nil)
    else { throw .field("DTSTART") }
    (self.properties, self.purpose, self.line, self.file) = (properties, purpose, line, file)
    version = Version(
      revision: properties["SEQUENCE"]?.first.flatMap { Int($0.value) } ?? 0,
      changed: Self.stamp(properties, "LAST-MODIFIED", "DTSTAMP"), stamped: Self.stamp(properties, "DTSTAMP"),
      isCancelled: isCancelled, place: place)
    let start = try CalendarTime(begin.value)
    // A day is one on everybody's clocks.
    let zone = try start.isDay ? nil : Self.zone(of: begin, &zones)
    // A day is a day wherever one is.
    let usual = zone == nil && !start.isDay ? zones.usualZone() : nil
    (self.start, self.zone) = (start, zone ?? usual ?? .system(settings.zone))
    length = try Self.length(properties, from: start, in: self.zone, &zones)
    replaced = try replacing.flatMap { line throws(HistoryProblem) in
      try Self.references(line, &zones).first
    }
    isForFollowing = replacing?.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
    for line in properties["EXDATE"] ?? [] {
      for reference in try Self.references(line, &zones) {
        if let occurrence = occurrence(reference) { exceptions.insert(occurrence) }
      }
    }
    for line in properties["RDATE"] ?? [] {
      for reference in try Self.references(line, &zones) {
        if let date = occurrence(reference).flatMap(date(of:)) { additions.insert(date) }
      }
    }
  }

  /// The number of entries that were read before, by which it is told from all others.
  var place: Int { version.place }

  /// The identifier of the appointment; `nil` if it has none.
  var identifier: String? { text("UID") }

  /// A Boolean value that indicates whether it takes the place of older entries of its identifier.
  var isVersion: Bool { purpose == .appointments || purpose == .cancellation }

  /// A Boolean value that indicates whether it lasts for whole days.
  var isAllDay: Bool { start.isDay }

  /// A Boolean value that indicates whether it answers an invitation, or asks for another one.
  var isAnswer: Bool { purpose == .answer }

  /// A Boolean value that indicates whether it says that the appointment is not to be.
  var isCancelled: Bool { version.isCancelled }

  /// The start of the appointment itself, or of the first of its occurrences.
  private var firstStart: Date? { zone.date(of: start) }

  /// The seconds that it takes, at least.
  private var seconds: Double {
    switch length {
    case .seconds(let seconds): seconds
    case .days(let days): Double(days) * 86_400
    }
  }

  /// Returns the starts of its occurrences in a window, in order.
  ///
  /// - Parameter budget: The budget of the file, which all of its entries share.
  /// - Throws: ``HistoryProblem``.
  func starts(in window: Range<Date>, within budget: ReadingBudget) throws(HistoryProblem) -> [Date] {
    var starts = additions
    if let rule = properties["RRULE"]?.first, replaced == nil {
      let rule = try CalendarRule(rule.value, from: start, in: zone)
      starts.formUnion(
        try rule.dates(
          from: window.lowerBound.addingTimeInterval(-seconds), until: window.upperBound, within: budget))
    } else if let first = firstStart {
      starts.insert(first)
    }
    return starts.filter { isInWindow($0, window) && !isOne(of: exceptions, $0) }.sorted()
  }

  /// Returns whether it takes place in a window if it begins at a start.
  func isInWindow(_ start: Date, _ window: Range<Date>) -> Bool {
    start < window.upperBound && (end(from: start) ?? start) > window.lowerBound
  }

  /// Returns whether the occurrence that begins at a start is named among some.
  func isOne(of occurrences: Set<Occurrence>, _ start: Date) -> Bool {
    !occurrences.isEmpty
      && (occurrences.contains(.start(start))
        || occurrences.contains(.day(zone.time(at: start).withoutTime)))
  }

  /// Returns the occurrence that is meant by a time in an entry of the same identifier; `nil` if
  /// there is no such time.
  ///
  /// A time without a zone is on the clocks of this entry. In a series of whole days, a time stands
  /// for its day.
  func occurrence(_ reference: Reference) -> Occurrence? {
    let (time, zone) = (reference.time, reference.zone ?? zone)
    guard start.isDay else { return time.isDay ? .day(time) : zone.date(of: time).map(Occurrence.start) }
    if time.isDay || (time.hour, time.minute, time.second) == (0, 0, 0) {
      return self.zone.date(of: time.withoutTime).map(Occurrence.start)
    }
    guard let date = zone.date(of: time) else { return nil }
    return self.zone.date(of: self.zone.time(at: date).withoutTime).map(Occurrence.start)
  }

  /// Returns the start of an occurrence; on a day, that at the usual time.
  func date(of occurrence: Occurrence) -> Date? {
    switch occurrence {
    case .start(let date): return date
    case .day(var day):
      (day.hour, day.minute, day.second, day.isDay) = (start.hour, start.minute, start.second, start.isDay)
      return zone.date(of: day)
    }
  }

  /// The seconds by which this entry moves the occurrence that it takes the place of, on the clocks
  /// of the series; zero if unknown.
  func shift(in series: CalendarEntry) -> Double {
    guard let replaced, let from = series.occurrence(replaced).flatMap(series.date(of:)), let to = firstStart,
      let clock = series.zone.time(at: from).date(in: .gmt),
      let moved = series.zone.time(at: to).date(in: .gmt)
    else { return 0 }
    return moved.timeIntervalSince(clock)
  }

  /// Returns when an occurrence of a series takes place that follows the one that this entry takes
  /// the place of.
  func start(following start: Date, in series: CalendarEntry) -> Date? {
    guard let clock = series.zone.time(at: start).date(in: .gmt) else { return nil }
    let moved = CalendarTime(clock.addingTimeInterval(shift(in: series)), in: .gmt)
    return self.start.isDay ? zone.date(of: moved.withoutTime) : series.zone.date(of: moved)
  }

  /// The seconds by which later occurrences of a series are moved, or may be longer, at most.
  func reach(in series: CalendarEntry) -> Double { abs(shift(in: series)) + seconds }

  func end(from start: Date) -> Date? {
    switch length {
    case .seconds(let seconds): start.addingTimeInterval(seconds)
    case .days(let days): zone.date(days, daysAfter: start)
    }
  }

  func text(_ name: String) -> String? {
    properties[name]?.first.map(\.text).flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Reading

  /// Returns the first of some times, which are in UTC; the earliest of all if there is none.
  private static func stamp(_ properties: [String: [CalendarLine]], _ names: String...) -> CalendarTime {
    names.lazy.compactMap { properties[$0]?.first.flatMap { try? CalendarTime($0.value) } }.first
      ?? CalendarTime(year: 1, month: 1, day: 1)
  }

  private static func length(
    _ properties: [String: [CalendarLine]], from start: CalendarTime, in zone: CalendarZone,
    _ zones: inout CalendarZones
  ) throws(HistoryProblem) -> Length {
    if let end = properties["DTEND"]?.first {
      let time = try CalendarTime(end.value)
      let endZone = try Self.zone(of: end, &zones) ?? zone
      guard let from = zone.date(of: start), let to = endZone.date(of: time), to >= from else { throw .time }
      let seconds = to.timeIntervalSince(from)
      return start.isDay ? .days(max(1, Int(clamping: (seconds / 86_400).rounded()))) : .seconds(seconds)
    }
    if let duration = properties["DURATION"]?.first { return .seconds(try Self.seconds(duration.value)) }
    return start.isDay ? .days(1) : .seconds(0)
  }

  /// Returns the times in a line, such as `EXDATE`, with the beginnings of periods.
  private static func references(
    _ line: CalendarLine, _ zones: inout CalendarZones
  ) throws(HistoryProblem) -> [Reference] {
    let zone = try zone(of: line, &zones)
    var references: [Reference] = []
    for text in line.value.split(separator: ",") {
      let begin = text.prefix { $0 != "/" }
      references.append(Reference(time: try CalendarTime(begin), zone: begin.hasSuffix("Z") ? .utc : zone))
    }
    return references
  }

  /// Returns the zone that a line names; `nil` if it names none.
  private static func zone(
    of line: CalendarLine, _ zones: inout CalendarZones
  ) throws(HistoryProblem) -> CalendarZone? {
    if line.value.hasSuffix("Z") { return .utc }
    return try line.parameters["TZID"].map { name throws(HistoryProblem) in try zones.zone(named: name) }
  }

  /// Reads a duration like `P1DT2H` or `-PT15M`.
  private static func seconds(_ text: String) throws(HistoryProblem) -> Double {
    guard
      let found = text.wholeMatch(
        of: /\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?/)
    else { throw HistoryProblem("its duration is not valid; the record is damaged") }
    let parts = [found.output.1, found.output.2, found.output.3, found.output.4, found.output.5]
    return zip(parts, [604_800.0, 86_400, 3_600, 60, 1]).reduce(0) {
      $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1
    }
  }
}
