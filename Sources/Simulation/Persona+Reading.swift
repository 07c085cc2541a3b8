internal import Activities
public import Foundation

extension Persona {
  /// Reads and checks a persona file.
  ///
  /// - Parameters:
  ///   - json: What the file holds.
  ///   - file: How to call the file in errors.
  /// - Throws: ``PersonaError`` for the first mistake, with its place in the file and how to mend it.
  public init(json: Data, file: String) throws(PersonaError) {
    try self.init(PersonaReader(json: json, file: file))
  }

  static let fieldNames = [
    "user", "summary", "timeZone", "start", "days", "location", "off", "places", "variables", "activities",
    "periods", "holidays", "travel", "drift", "exceptions", "routines", "spontaneous", "transitions",
    "expectations",
  ]

  init(_ reader: PersonaReader) throws(PersonaError) {
    let fields = try reader.fields(Self.fieldNames)
    let names = try PersonaNames(fields)
    let userField = try fields.required("user")
    let name = try userField.string()
    do { user = try UserIdentifier(name) } catch { throw userField.error(.impossible(error)) }
    summary = try fields["summary"]?.string() ?? ""
    timeZone = try fields.required("timeZone").timeZone()
    start = try fields["start"]?.firstDay() ?? CalendarDate(daysSince1970: 20_514)  // 2026-03-02, a Monday
    days = try fields["days"]?.integer(0...Simulation.longest) ?? 60
    location = try LocationHabits(fields["location"])
    off = try DeviceOff(fields["off"])
    places = try Self.named(fields.members("places")) { value throws(PersonaError) in
      try PersonaPlace(value, names)
    }
    variables = try Self.named(fields.members("variables")) { value throws(PersonaError) in
      try Variable(value)
    }
    activities = try Self.named(fields.members("activities")) { value throws(PersonaError) in
      try ActivityTemplate(value, names)
    }
    periods = try Self.all(fields.list("periods")) { value throws(PersonaError) in try Period(value, names) }
    holidays = try Self.all(fields.list("holidays")) { value throws(PersonaError) in try Holiday(value) }
    travel = try Self.all(fields.list("travel")) { value throws(PersonaError) in try Travel(value, names) }
    drift = try Self.all(fields.list("drift")) { value throws(PersonaError) in try Drift(value, names) }
    exceptions = try Self.all(fields.list("exceptions")) { value throws(PersonaError) in
      try RoutineException(value, names)
    }
    routines = try Self.all(fields.list("routines")) { value throws(PersonaError) in try Routine(value, names)
    }
    spontaneous = try Self.all(fields.list("spontaneous")) { value throws(PersonaError) in
      try Spontaneity(value, names)
    }
    transitions = try Self.all(fields.list("transitions")) { value throws(PersonaError) in
      try Transition(value, names)
    }
    let world = ExpectationWorld(names: names, places: places, share: 1)
    expectations = try fields["expectations"]?.expectations(in: world) ?? []
    try checkRoutineNames(fields)
  }

  /// A routine's name chooses its random numbers: two of one name would always happen together.
  private func checkRoutineNames(_ fields: PersonaFields) throws(PersonaError) {
    var seen: Set<String> = []
    for (routine, reader) in zip(routines, try fields.list("routines")) {
      guard seen.insert(routine.name).inserted else { throw reader.error(.repeatedName(routine.name)) }
    }
  }

  private static func named<Value>(
    _ members: [Named<PersonaReader>], _ read: (PersonaReader) throws(PersonaError) -> Value
  ) throws(PersonaError) -> [String: Value] {
    var result: [String: Value] = [:]
    for member in members { result[member.name] = try read(member.value) }
    return result
  }

  private static func all<Value>(
    _ readers: [PersonaReader], _ read: (PersonaReader) throws(PersonaError) -> Value
  ) throws(PersonaError) -> [Value] {
    var result: [Value] = []
    for reader in readers { result.append(try read(reader)) }
    return result
  }
}

extension PersonaReader {
  /// A date at which a simulation can begin.
  fileprivate func firstDay() throws(PersonaError) -> CalendarDate {
    let date = try date()
    guard Simulation.years.contains(date) else { throw error(.yearOutOfRange) }
    return date
  }
}
