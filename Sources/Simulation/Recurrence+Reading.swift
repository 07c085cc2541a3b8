extension Recurrence {
  init(_ fields: PersonaFields, _ names: PersonaNames) throws(PersonaError) {
    weekdays = try fields["days"]?.weekdays() ?? Set(0...6)
    var nth: Set<Int> = []
    for reader in try fields.list("nth") {
      let number = try reader.integer(-1...5)
      guard number != 0 else { throw reader.error(.wrongKind(expected: "1 to 5, or -1 for the last")) }
      nth.insert(number)
    }
    self.nth = nth
    cycle = try fields["cycle"].map { reader throws(PersonaError) in try Cycle(reader) }
    during = try fields["during"]?.names(of: names.periods) ?? []
    except = try fields["except"]?.names(of: names.periods) ?? []
  }
}

extension Recurrence.Cycle {
  init(_ reader: PersonaReader) throws(PersonaError) {
    let fields = try reader.fields("length", "on")
    length = try fields.required("length").integer(1...366)
    var on: Set<Int> = []
    for day in try fields.required("on").elements() { on.insert(try day.integer(0...length - 1)) }
    self.on = on
  }
}

extension PersonaReader {
  private static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// `"workdays"`, `"weekends"`, `"every day"`, or a list of names of weekdays.
  func weekdays() throws(PersonaError) -> Set<Int> {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
    let fields = try reader.fields("after", "then", "chance", "gap")
    after = try fields.required("after").names(of: names.activities)
    then = try fields.required("then").weightedNames(of: names.activities)
    probability = try fields.required("chance").probability()
    gap = try fields["gap"]?.minutes() ?? 120
  }
}
