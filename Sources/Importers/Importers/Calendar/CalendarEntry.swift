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
    /// To answer an invitation or make a request (`REPLY`, `COUNTER`, `DECLINECOUNTER`, `REFRESH`).
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

  /// The order of entries with one identifier by revision, time of change, and order of reading.
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
      // Programs also cancel without a new revision.
      if one.isCancelled != other.isCancelled { return other.isCancelled }
      return one.place < other.place
    }

    /// Returns whether this entry is older than another by revision and time of change.
    func isChanged(before other: Self) -> Bool { (revision, changed) < (other.revision, other.changed) }
  }

  /// A time by which a calendar names an occurrence; without a zone, it is on the clocks of the
  /// series.
  struct Reference {
    let time: CalendarTime
    let zone: CalendarZone?
  }

  /// The start of an occurrence, or its day.
  enum Occurrence: Hashable {
    case start(Date)
    case day(CalendarTime)
  }

  /// The number of its file among those read together, and of its first line.
  let file: Int
  let line: Int
  let version: Version
  /// A Boolean value that indicates whether it also replaces all later occurrences
  /// (`RANGE=THISANDFUTURE`).
  let isForFollowing: Bool
  /// The occurrence of another entry that it replaces.
  let replaced: Reference?

  private let properties: [String: [CalendarLine]]
  private let purpose: Purpose
  private let start: CalendarTime
  private let zone: CalendarZone
  private let length: Length
  /// The excluded occurrences, and the starts of additional ones.
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
  ///   - place: The number of entries read earlier.
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
    // A cancelling message may omit the start, which is not needed then.
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
    // A day is the same on all clocks.
    let zone = try start.isDay ? nil : Self.zone(of: begin, &zones)
    // A day does not depend on a zone.
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

  /// The number of entries read earlier, which identifies the entry.
  var place: Int { version.place }

  /// The identifier of the appointment; `nil` if it has none.
  var identifier: String? { text("UID") }

  /// A Boolean value that indicates whether it replaces older entries with its identifier.
  var isVersion: Bool { purpose == .appointments || purpose == .cancellation }

  /// A Boolean value that indicates whether it lasts for whole days.
  var isAllDay: Bool { start.isDay }

  /// A Boolean value that indicates whether it answers an invitation or requests another one.
  var isAnswer: Bool { purpose == .answer }

  /// A Boolean value that indicates whether it cancels the appointment.
  var isCancelled: Bool { version.isCancelled }

  /// The start of the appointment, or of its first occurrence.
  private var firstStart: Date? { zone.date(of: start) }

  /// The minimum duration in seconds.
  private var seconds: Double {
    switch length {
    case .seconds(let seconds): seconds
    case .days(let days): Double(days) * 86_400
    }
  }

  /// Returns the starts of its occurrences in a window, in ascending order.
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

  /// Returns whether some occurrences include the one that begins at a start.
  func isOne(of occurrences: Set<Occurrence>, _ start: Date) -> Bool {
    !occurrences.isEmpty
      && (occurrences.contains(.start(start))
        || occurrences.contains(.day(zone.time(at: start).withoutTime)))
  }

  /// Returns the occurrence for a time in an entry with the same identifier; `nil` if that time
  /// does not exist.
  ///
  /// A time without a zone is on the clocks of this entry. In a series of whole days, a time means
  /// its day.
  func occurrence(_ reference: Reference) -> Occurrence? {
    let (time, zone) = (reference.time, reference.zone ?? zone)
    guard start.isDay else { return time.isDay ? .day(time) : zone.date(of: time).map(Occurrence.start) }
    if time.isDay || (time.hour, time.minute, time.second) == (0, 0, 0) {
      return self.zone.date(of: time.withoutTime).map(Occurrence.start)
    }
    guard let date = zone.date(of: time) else { return nil }
    return self.zone.date(of: self.zone.time(at: date).withoutTime).map(Occurrence.start)
  }

  /// Returns the start of an occurrence; for a day, at the usual time.
  func date(of occurrence: Occurrence) -> Date? {
    switch occurrence {
    case .start(let date): return date
    case .day(var day):
      (day.hour, day.minute, day.second, day.isDay) = (start.hour, start.minute, start.second, start.isDay)
      return zone.date(of: day)
    }
  }

  /// The seconds by which this entry moves the occurrence that it replaces, on the clocks of the
  /// series; zero if unknown.
  func shift(in series: CalendarEntry) -> Double {
    guard let replaced, let from = series.occurrence(replaced).flatMap(series.date(of:)), let to = firstStart,
      let clock = series.zone.time(at: from).date(in: .gmt),
      let moved = series.zone.time(at: to).date(in: .gmt)
    else { return 0 }
    return moved.timeIntervalSince(clock)
  }

  /// Returns the start of a later occurrence of a series, as this entry moves it.
  func start(following start: Date, in series: CalendarEntry) -> Date? {
    guard let clock = series.zone.time(at: start).date(in: .gmt) else { return nil }
    let moved = CalendarTime(clock.addingTimeInterval(shift(in: series)), in: .gmt)
    return self.start.isDay ? zone.date(of: moved.withoutTime) : series.zone.date(of: moved)
  }

  /// The maximum number of seconds by which later occurrences of a series are moved or longer.
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

  /// Returns the first of some UTC times, or the earliest possible time if there are none.
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
