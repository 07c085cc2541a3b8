public import Activities

/// Why a persona cannot be simulated as asked.
public enum SimulationError: Error, Equatable, Sendable {
  /// Fewer than 0 or more than ten years of days.
  case daysOutOfRange
  /// The first day lies outside of the years 1900 to 2999.
  case startOutOfRange
  /// Repetitions and transitions multiply to more than 20,000 steps in one day.
  case dayTooFull
  /// All days together have more than ``Simulation/mostEvents`` events.
  case tooManyEvents
  /// A value came about that no donation can have.
  case impossibleDonation(ActivityError)
}

extension SimulationError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .daysOutOfRange: "cannot simulate that many days; give 0 to \(Simulation.longest)"
    case .startOutOfRange: "cannot start there; give a date of the years 1900 to 2999, like 2026-03-02"
    case .dayTooFull:
      "more than 20000 steps in one day; lower \"times\", \"perDay\" or the \"chance\" of transitions"
    case .tooManyEvents:
      "more than \(Simulation.mostEvents) events; give fewer days, or lower \"times\" or \"perDay\""
    case .impossibleDonation(let error): "the persona made a donation that cannot be: \(error)"
    }
  }
}
