public import Activities

/// A described person: where they are, what they do, when and how regularly.
///
/// See `datasets/README.md` for the format.
///
/// Names (of places, activities, variables, periods) that one part uses exist in another: a persona is only made by
/// reading, and reading checks that.
public struct Persona: Hashable, Sendable {
  /// Whose donations these are.
  public let user: UserIdentifier
  /// Who this is, in a sentence.
  public let summary: String
  /// The first day, unless the caller says another.
  public let start: CalendarDate
  /// How many days, unless the caller says another number.
  public let days: Int

  /// What is expected of suggestions from this log.
  public let expectations: [Expectation]

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
