internal import LogFormat

/// A change of a routine on some days; absent properties stay unchanged.
struct RoutineChange: Hashable, Sendable {
  /// The start in seconds after local midnight, instead of the routine's own.
  var start: Double?
  /// The seconds to add to the start.
  var later = 0.0
  /// The place where it starts.
  var place: String?
  /// The probability that it happens; 0 is never.
  var probability: Double?

  /// Returns this change followed by another one, which wins where both set a property.
  func followed(by other: RoutineChange) -> RoutineChange {
    RoutineChange(
      start: other.start ?? start, later: (other.start == nil ? later : 0) + other.later,
      place: other.place ?? place, probability: other.probability ?? probability)
  }
}

/// A change of routines from a date on: a new job, elsewhere and at other times.
struct Drift: Hashable, Sendable {
  /// The name by which routines refer to the days from then on.
  let name: String
  let dates: Dates
  let first: CalendarDate
  /// The number of days to spread `later` over; 0 for at once.
  let over: Int
  /// The names of the routines; empty for all.
  let routines: Set<String>
  let change: RoutineChange
  /// The places that replace others from then on.
  let instead: [String: String]

  /// Returns the change on a date; a gradual one is applied in part.
  func change(on date: CalendarDate) -> RoutineChange {
    let days = date.daysSince1970 - first.daysSince1970 + 1
    var change = change
    if over > 0, days < over { change.later *= Double(days) / Double(over) }
    return change
  }
}

/// Dates on which routines or activities do not happen, or happen differently.
struct RoutineException: Hashable, Sendable {
  let dates: Dates
  let routines: Set<String>
  let activities: Set<String>
  /// The change of the routines.
  let change: RoutineChange
  /// The activity to do instead; absent for none.
  let instead: String?
}

/// The dates on which something is different: some dates, or a span with both ends.
enum Dates: Hashable, Sendable {
  case some(Set<CalendarDate>)
  case span(ClosedRange<CalendarDate>)

  func contains(_ date: CalendarDate) -> Bool {
    switch self {
    case .some(let dates): dates.contains(date)
    case .span(let span): span.contains(date)
    }
  }

  /// The first and last possible dates, for spans with an open end.
  static let always = CalendarDate(daysSince1970: .min)...CalendarDate(daysSince1970: .max)
}

/// Days spent like a Sunday, whatever weekday they are.
struct Holiday: Hashable, Sendable {
  /// The name by which routines refer to it.
  let name: String?
  let dates: Dates
}

/// A span of days in another place, and perhaps in another time zone, which local wall times
/// follow.
struct Travel: Hashable, Sendable {
  let name: String
  let dates: Dates
  /// The first day.
  let first: CalendarDate
  /// The time zone during the journey.
  let timeZone: String?
  /// The place of the person from the first day's midnight on, unless a routine says otherwise.
  let place: String?
  /// The places that replace others during the journey: a hotel for home.
  let instead: [String: String]
}

extension DocumentReader {
  /// Reads a date, or a list of dates.
  fileprivate func someDates() throws(DocumentError) -> Dates {
    guard case .array = node else { return .some([try date()]) }
    var dates: Set<CalendarDate> = []
    for element in try elements() { dates.insert(try element.date()) }
    guard !dates.isEmpty else { throw error(.empty) }
    return .some(dates)
  }
}

extension DocumentFields {
  /// Reads the dates of `on`, or those `from` one `to` another; one of these may be absent.
  fileprivate func dates() throws(DocumentError) -> Dates {
    if let on = self["on"] {
      guard self["from"] == nil, self["to"] == nil else {
        throw owner.error(.needsOne(of: ["on", "from and to"]))
      }
      return try on.someDates()
    }
    guard self["from"] != nil || self["to"] != nil else {
      throw owner.error(.needsOne(of: ["on", "from and to"]))
    }
    return .span(try span())
  }

  fileprivate func span() throws(DocumentError) -> ClosedRange<CalendarDate> {
    let first = try self["from"]?.date() ?? Dates.always.lowerBound
    let last = try self["to"]?.date() ?? Dates.always.upperBound
    guard first <= last else { throw owner.error(.endsBeforeStart) }
    return first...last
  }

  /// Reads the places that replace others.
  func instead(_ names: PersonaNames) throws(DocumentError) -> [String: String] {
    var instead: [String: String] = [:]
    for member in try members("instead") {
      guard names.places.names.contains(member.name) else {
        throw member.value.error(
          .unknownName(member.name, section: "places", known: names.places.names.sorted()))
      }
      instead[member.name] = try member.value.name(of: names.places)
    }
    return instead
  }

  fileprivate func change(_ names: PersonaNames) throws(DocumentError) -> RoutineChange {
    guard self["at"] == nil || self["later"] == nil else {
      throw owner.error(.needsOne(of: ["at", "later"]))
    }
    return RoutineChange(
      start: try self["at"]?.timeOfDay(), later: try self["later"]?.minutes(-1_440...1_440) ?? 0,
      place: try self["place"]?.name(of: names.places), probability: try self["chance"]?.probability())
  }
}

extension Holiday {
  init(_ reader: DocumentReader) throws(DocumentError) {
    if case .string = reader.node {
      (name, dates) = (nil, .some([try reader.date()]))
      return
    }
    let fields = try reader.fields("name", "on", "from", "to")
    name = try fields["name"]?.string()
    dates = try fields.dates()
  }
}

extension Travel {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields("name", "from", "to", "timeZone", "place", "instead")
    name = try fields.required("name").string()
    first = try fields.required("from").date()
    _ = try fields.required("to")
    dates = .span(try fields.span())
    timeZone = try fields["timeZone"]?.timeZone()
    place = try fields["place"]?.name(of: names.places)
    instead = try fields.instead(names)
  }
}

extension Drift {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields(
      "name", "from", "to", "over", "routines", "at", "later", "place", "chance", "instead")
    name = try fields.required("name").string()
    first = try fields.required("from").date()
    dates = .span(try fields.span())
    over = try fields["over"]?.integer(0...Simulation.longest) ?? 0
    routines = Set(try fields["routines"]?.names(of: names.routines) ?? [])
    change = try fields.change(names)
    instead = try fields.instead(names)
    if over > 0, change.later == 0 { throw reader.error(.missing(field: "later")) }
  }
}

extension RoutineException {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields(
      "on", "from", "to", "routines", "activities", "at", "later", "place", "chance", "instead")
    let what = try fields.one(of: "routines", "activities")
    dates = try fields.dates()
    if what.name == "routines" {
      routines = Set(try what.reader.names(of: names.routines))
      activities = []
      instead = nil
      if let other = fields["instead"] {
        throw other.error(
          .needsOne(of: ["activities with instead", "routines with at, later, place or chance"]))
      }
      var change = try fields.change(names)
      if change == RoutineChange() { change.probability = 0 }
      self.change = change
    } else {
      routines = []
      activities = Set(try what.reader.names(of: names.activities))
      instead = try fields["instead"]?.name(of: names.activities)
      change = RoutineChange()
      for name in ["at", "later", "place", "chance"] {
        if let other = fields[name] {
          throw other.error(
            .needsOne(of: ["activities with instead", "routines with at, later, place or chance"]))
        }
      }
    }
  }
}
