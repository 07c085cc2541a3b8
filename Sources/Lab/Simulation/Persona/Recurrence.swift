internal import LogFormat

/// The days on which something happens, which meet every condition.
struct Recurrence: Hashable, Sendable {
  /// The days of the week; 0 is Monday.
  let weekdays: Set<Int>
  /// The numbers of those weekdays in the month: 1 is the first, -1 the last; empty for all.
  let nth: Set<Int>
  /// A rota that repeats after a number of days, counted from the first day of the log.
  let cycle: Cycle?
  /// The periods, if any, of which the day must be in one.
  let during: [String]
  /// The periods that must not include the day.
  let except: [String]

  struct Cycle: Hashable, Sendable {
    let length: Int
    let on: Set<Int>
  }

  /// Returns whether the conditions hold on a day.
  func holds(on day: SimulatedDay) -> Bool {
    guard weekdays.contains(day.weekday) else { return false }
    if !nth.isEmpty {
      guard weekdays.contains(day.date.weekday) else { return false }  // a holiday is not a second Sunday
      let isLast = day.date.advanced(by: 7).dayOfMonth <= 7
      guard nth.contains((day.date.dayOfMonth + 6) / 7) || (isLast && nth.contains(-1)) else { return false }
    }
    if let cycle {
      guard cycle.on.contains(day.index % cycle.length) else { return false }
    }
    guard during.isEmpty || during.contains(where: day.periods.contains) else { return false }
    return !except.contains(where: day.periods.contains)
  }
}

/// A stretch of days on which life is different: a holiday, a new job, a journey, a day of illness,
/// working at home.
struct Period: Hashable, Sendable {
  let name: String
  /// Days counted from 0, inclusive.
  let days: ClosedRange<Int>
  /// The probability that a day among them belongs to the period; 1 is every day.
  let probability: Double
  /// The days of the week that can belong to it.
  let weekdays: Set<Int>
  /// The time zone during the period.
  let timeZone: String?
  /// The places that replace others during the period: a hotel for home.
  let instead: [String: String]
}

/// Activities without a fixed time, with a mean number per day in some part of it.
struct Spontaneity: Hashable, Sendable {
  let recurrence: Recurrence
  let activities: [Weighted<String>]
  /// The mean number per day.
  let perDay: Double
  /// The time of day in seconds after local midnight; the end may be after the next midnight.
  let between: Range<Double>
  /// The places, if any, of which the person must be at one.
  let places: [String]
}

/// A tendency of one activity to follow another, whatever caused the other.
struct Transition: Hashable, Sendable {
  let after: [String]
  let then: [Weighted<String>]
  let probability: Double
  /// The median seconds in between.
  let gap: Double
}

extension Recurrence {
  init(_ fields: DocumentFields, _ names: PersonaNames) throws(DocumentError) {
    weekdays = try fields["days"]?.weekdays() ?? Set(0...6)
    var nth: Set<Int> = []
    for reader in try fields.list("nth") {
      let number = try reader.integer(-1...5)
      guard number != 0 else { throw reader.error(.wrongKind(expected: "1 to 5, or -1 for the last")) }
      nth.insert(number)
    }
    self.nth = nth
    cycle = try fields["cycle"].map { reader throws(DocumentError) in try Cycle(reader) }
    during = try fields["during"]?.names(of: names.periods) ?? []
    except = try fields["except"]?.names(of: names.periods) ?? []
  }
}

extension Recurrence.Cycle {
  init(_ reader: DocumentReader) throws(DocumentError) {
    let fields = try reader.fields("length", "on")
    length = try fields.required("length").integer(1...366)
    var on: Set<Int> = []
    for day in try fields.required("on").elements() { on.insert(try day.integer(0...length - 1)) }
    self.on = on
  }
}

extension DocumentReader {
  private static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// `"workdays"`, `"weekends"`, `"every day"`, or a list of names of weekdays.
  func weekdays() throws(DocumentError) -> Set<Int> {
    let expected = "\"workdays\", \"weekends\", \"every day\" or a list like [\"monday\", \"friday\"]"
    if case .array = node {
      var days: Set<Int> = []
      for element in try elements() {
        guard let day = Self.weekdayNames.firstIndex(of: try element.string()) else {
          throw element.error(.wrongKind(expected: "one of " + Self.weekdayNames.joined(separator: ", ")))
        }
        days.insert(day)
      }
      return days
    }
    guard case .string(let text) = node else { throw error(.wrongKind(expected: expected)) }
    switch text {
    case "every day": return Set(0...6)
    case "workdays": return Set(0...4)
    case "weekends": return [5, 6]
    default: throw error(.wrongKind(expected: expected))
    }
  }
}

extension Period {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields("name", "from", "to", "chance", "days", "timeZone", "instead")
    name = try fields.required("name").string()
    let first = try fields["from"]?.integer(0...Simulation.longest) ?? 0
    let last = try fields["to"]?.integer(0...Simulation.longest) ?? Simulation.longest
    guard first <= last else { throw reader.error(.endsBeforeStart) }
    days = first...last
    probability = try fields["chance"]?.probability() ?? 1
    weekdays = try fields["days"]?.weekdays() ?? Set(0...6)
    timeZone = try fields["timeZone"]?.timeZone()
    instead = try fields.instead(names)
  }
}

extension Spontaneity {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields(
      "do", "perDay", "between", "at", "days", "nth", "cycle", "during", "except")
    activities = try fields.required("do").weightedNames(of: names.activities)
    perDay = try fields.required("perDay").number(0...1_000)
    let between = try fields.required("between")
    let ends = try between.elements()
    guard ends.count == 2 else {
      throw between.error(.wrongKind(expected: "[from, to], like [\"07:00\", \"23:00\"]"))
    }
    let (from, to) = (try ends[0].timeOfDay(), try ends[1].timeOfDay())
    guard from < to else { throw between.error(.endsBeforeStart) }
    self.between = from..<to
    places = try fields["at"]?.names(of: names.places) ?? []
    recurrence = try Recurrence(fields, names)
  }
}

extension Transition {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields("after", "then", "chance", "gap")
    after = try fields.required("after").names(of: names.activities)
    then = try fields.required("then").weightedNames(of: names.activities)
    probability = try fields.required("chance").probability()
    gap = try fields["gap"]?.minutes() ?? 120
  }
}
