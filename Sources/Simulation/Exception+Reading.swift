extension PersonaReader {
  /// A date, or a list of dates.
  fileprivate func someDates() throws(PersonaError) -> Dates {
    guard case .array = node else { return .some([try date()]) }
    var dates: Set<CalendarDate> = []
    for element in try elements() { dates.insert(try element.date()) }
    guard !dates.isEmpty else { throw error(.empty) }
    return .some(dates)
  }
}

extension PersonaFields {
  /// The dates that `on` names, or those `from` one `to` another, of which one may be absent.
  fileprivate func dates() throws(PersonaError) -> Dates {
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

  fileprivate func span() throws(PersonaError) -> ClosedRange<CalendarDate> {
    let first = try self["from"]?.date() ?? Dates.always.lowerBound
    let last = try self["to"]?.date() ?? Dates.always.upperBound
    guard first <= last else { throw owner.error(.endsBeforeStart) }
    return first...last
  }

  /// Places that stand for others.
  func instead(_ names: PersonaNames) throws(PersonaError) -> [String: String] {
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

  fileprivate func change(_ names: PersonaNames) throws(PersonaError) -> RoutineChange {
    guard self["at"] == nil || self["later"] == nil else {
      throw owner.error(.needsOne(of: ["at", "later"]))
    }
    return RoutineChange(
      start: try self["at"]?.timeOfDay(), later: try self["later"]?.minutes(-1_440...1_440) ?? 0,
      place: try self["place"]?.name(of: names.places), probability: try self["chance"]?.probability())
  }
}

extension Holiday {
  init(_ reader: PersonaReader) throws(PersonaError) {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
