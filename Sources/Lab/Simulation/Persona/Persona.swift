public import Activities
public import Evaluation
public import Foundation
public import LogFormat

/// A described person: where they are, what they do, when and how regularly.
///
/// See `datasets/README.md` for the format.
///
/// All names that one part uses (of places, activities, variables, periods) exist in another: only
/// reading creates a persona, and it checks them.
public struct Persona: Hashable, Sendable {
  /// The user whose donations are simulated.
  public let user: UserIdentifier
  /// The person in a sentence.
  public let summary: String
  /// The first day, unless the caller gives another.
  public let start: CalendarDate
  /// The number of days, unless the caller gives another number.
  public let days: Int

  /// The expected suggestions for this log.
  public private(set) var expectations: [Expectation]

  let timeZone: String
  let places: [String: PersonaPlace]
  let location: LocationHabits
  let off: DeviceOff
  let variables: [String: Variable]
  let activities: [String: ActivityTemplate]
  let periods: [Period]
  let holidays: [Holiday]
  let travel: [Travel]
  let drift: [Drift]
  let exceptions: [RoutineException]
  let routines: [Routine]
  let spontaneous: [Spontaneity]
  let transitions: [Transition]
}

extension Persona {
  /// Reads and checks a persona file.
  ///
  /// - Parameters:
  ///   - json: The content of the file.
  ///   - file: The name of the file in errors.
  /// - Throws: ``DocumentError`` for the first mistake, with its position in the file and the fix.
  public init(json: Data, file: String) throws(DocumentError) {
    try self.init(DocumentReader(json: json, file: file))
  }

  static let fieldNames = [
    "user", "summary", "timeZone", "start", "days", "location", "off", "places", "variables", "activities",
    "periods", "holidays", "travel", "drift", "exceptions", "routines", "spontaneous", "transitions",
    "expectations",
  ]

  /// Reads and checks a description.
  ///
  /// - Throws: ``DocumentError`` for the first mistake.
  public init(_ reader: DocumentReader) throws(DocumentError) {
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
    places = try Self.named(fields.members("places")) { value throws(DocumentError) in
      try PersonaPlace(value, names)
    }
    variables = try Self.named(fields.members("variables")) { value throws(DocumentError) in
      try Variable(value)
    }
    activities = try Self.named(fields.members("activities")) { value throws(DocumentError) in
      try ActivityTemplate(value, names)
    }
    periods = try Self.all(fields.list("periods")) { value throws(DocumentError) in try Period(value, names) }
    holidays = try Self.all(fields.list("holidays")) { value throws(DocumentError) in try Holiday(value) }
    travel = try Self.all(fields.list("travel")) { value throws(DocumentError) in try Travel(value, names) }
    drift = try Self.all(fields.list("drift")) { value throws(DocumentError) in try Drift(value, names) }
    exceptions = try Self.all(fields.list("exceptions")) { value throws(DocumentError) in
      try RoutineException(value, names)
    }
    routines = try Self.all(fields.list("routines")) { value throws(DocumentError) in
      try Routine(value, names)
    }
    spontaneous = try Self.all(fields.list("spontaneous")) { value throws(DocumentError) in
      try Spontaneity(value, names)
    }
    transitions = try Self.all(fields.list("transitions")) { value throws(DocumentError) in
      try Transition(value, names)
    }
    expectations = []
    expectations = try fields["expectations"]?.expectations(naming: vocabulary, share: 1) ?? []
    try checkRoutineNames(fields)
  }

  /// A routine's name chooses its random numbers: two with one name would always happen together.
  private func checkRoutineNames(_ fields: DocumentFields) throws(DocumentError) {
    var seen: Set<String> = []
    for (routine, reader) in zip(routines, try fields.list("routines")) {
      guard seen.insert(routine.name).inserted else { throw reader.error(.repeatedName(routine.name)) }
    }
  }

  private static func named<Value>(
    _ members: [DocumentMember], _ read: (DocumentReader) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [String: Value] {
    var result: [String: Value] = [:]
    for member in members { result[member.name] = try read(member.value) }
    return result
  }

  private static func all<Value>(
    _ readers: [DocumentReader], _ read: (DocumentReader) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [Value] {
    var result: [Value] = []
    for reader in readers { result.append(try read(reader)) }
    return result
  }
}

extension DocumentReader {
  /// Reads a date at which a simulation can begin.
  fileprivate func firstDay() throws(DocumentError) -> CalendarDate {
    let date = try date()
    guard Simulation.years.contains(date) else { throw error(.yearOutOfRange) }
    return date
  }
}

/// The names that a persona file defines, for checking each use.
struct PersonaNames {
  let places: DocumentNames
  let activities: DocumentNames
  let variables: DocumentNames
  let periods: DocumentNames
  let routines: DocumentNames

  init(_ fields: DocumentFields) throws(DocumentError) {
    places = DocumentNames(title: "places", names: Set(try fields.members("places").map(\.name)))
    activities = DocumentNames(title: "activities", names: Set(try fields.members("activities").map(\.name)))
    variables = DocumentNames(title: "variables", names: Set(try fields.members("variables").map(\.name)))
    var periods: Set<String> = []
    for section in ["periods", "holidays", "drift", "travel"] {
      for (name, reader) in try Self.names(in: section, of: fields) {
        guard periods.insert(name).inserted else { throw reader.error(.repeatedName(name)) }
      }
    }
    self.periods = DocumentNames(title: "periods", names: periods)
    routines = DocumentNames(
      title: "routines", names: Set(try Self.names(in: "routines", of: fields).map(\.name)))
  }

  /// Returns the names of the elements of a list that have one.
  private static func names(
    in section: String, of fields: DocumentFields
  ) throws(DocumentError) -> [(name: String, reader: DocumentReader)] {
    try fields.list(section).compactMap { reader in
      guard case .string(let name)? = reader.node.member("name") else { return nil }
      return (name, reader)
    }
  }
}
