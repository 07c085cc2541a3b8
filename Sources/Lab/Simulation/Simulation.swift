public import Activities
public import Evaluation
public import LogFormat

// Simulation: What would a described person have donated?
//
// Start here: a `Persona` describes places, activities and routines, and `Simulation` lives its
// days. `DonationWriter` makes the log.

/// The days of a described person: donations as they might have made them.
///
/// The result depends only on the persona, the seed, the first day and the number of days, and is
/// the same on every machine with the same time zone rules. Fewer days give the beginning of the
/// same log.
public struct Simulation: Sendable {
  /// The person who is simulated.
  public let persona: Persona
  /// The seed of all randomness.
  public let seed: UInt64

  /// The standard deviation of the logarithm of gaps: two thirds are between 0.6 and 1.6 of the
  /// median.
  static let spreadOfGaps = 0.5
  /// The standard deviation of the logarithm of durations, which vary less than start times.
  static let spreadOfDurations = 0.35
  /// The maximum number of simulated days: ten years.
  public static let longest = 3_653
  /// The maximum number of events of a simulation, all in memory: a busy person's ten years have a
  /// fifth of it.
  public static let mostEvents = 2_000_000

  /// Creates a simulation of one person.
  public init(of persona: Persona, seed: UInt64 = 1) {
    self.persona = persona
    self.seed = seed
  }

  /// Returns the donations of a number of days, in order of time.
  ///
  /// A day's plan, including the last one's, may run past midnight.
  ///
  /// - Parameters:
  ///   - start: The first day; absent for the persona's own.
  ///   - days: The number of days; absent for the persona's own.
  /// - Throws: ``SimulationError`` if there are fewer than 0 or more than ``longest`` days, if a
  ///   day has too many steps or all days together too many, or if no donation can have a date or
  ///   value.
  /// - Complexity: O(days × (routines + spontaneous activities) + donations × log donations).
  public func donations(
    from start: CalendarDate? = nil, days: Int? = nil
  ) throws(SimulationError) -> [Donation] {
    try namedDonations(from: start, days: days).map(\.donation)
  }

  /// Returns the same donations, each with the name of its activity in the persona file.
  ///
  /// - Throws: ``SimulationError``, as ``donations(from:days:)`` does.
  public func namedDonations(
    from start: CalendarDate?, days: Int?
  ) throws(SimulationError) -> [NamedDonation] {
    let days = days ?? persona.days
    guard (0...Self.longest).contains(days) else { throw .daysOutOfRange }
    let start = start ?? persona.start
    guard Self.years.contains(start) else { throw .startOutOfRange }
    var events: [PlannedEvent] = []
    for index in 0..<days {
      let day = SimulatedDay(index: index, of: persona, start: start, seed: seed)
      var planner = DayPlanner(persona, on: day, seed: seed)
      events += try planner.plan()
      guard events.count <= Self.mostEvents else { throw .tooManyEvents }
    }
    return try write(inOrder(events))
  }

  /// The years in which every offset and every length of a log is representable.
  static let years =
    CalendarDate(daysSince1970: -25_567)...CalendarDate(daysSince1970: 376_200)  // 1900 to 2999

  /// Sort by time; events of one second stay in the order of the plan.
  private func inOrder(_ events: [PlannedEvent]) -> [PlannedEvent] {
    events.enumerated().sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
      .map(\.element)
  }

  private func write(_ events: [PlannedEvent]) throws(SimulationError) -> [NamedDonation] {
    var writer = DonationWriter(persona, seed: seed)
    var donations: [NamedDonation] = []
    for event in events {
      do {
        guard case .act(let name, _, _) = event.kind else {
          _ = try writer.donation(of: event)
          continue
        }
        if let donation = try writer.donation(of: event) {
          donations.append(NamedDonation(donation: donation, name: name))
        }
      } catch {
        throw .impossibleDonation(error)
      }
    }
    return donations
  }
}

extension Persona: DescribedPerson {
  /// The names that expectations may use.
  public var vocabulary: ExpectationVocabulary {
    ExpectationVocabulary(
      activities: Set(activities.keys),
      places: places.mapValues { place in
        // A place alone does not determine attributes that change.
        var attributes: [String: ActivityValue] = [:]
        for attribute in place.attributes {
          if case .constant(let value) = attribute.value { attributes[attribute.name] = value }
        }
        return ExpectationVocabulary.Whereabouts(place: place.place, attributes: attributes)
      })
  }
}

extension Simulation: DescribedDays {
  /// The person whose donations these are.
  public var user: UserIdentifier { persona.user }

  /// Returns the donations of the persona's own days.
  ///
  /// - Throws: ``SimulationError``, as ``donations(from:days:)`` does.
  public func namedDonations() throws(SimulationError) -> [NamedDonation] {
    try namedDonations(from: nil, days: nil)
  }

  /// Returns the instant of a local wall time, in the person's zone on that day.
  ///
  /// - Throws: ``SimulationError`` for a date that no donation can have.
  public func instant(on date: CalendarDate, second: Double) throws(SimulationError) -> Instant {
    guard Self.years.contains(date) else { throw .startOutOfRange }
    let index = date.daysSince1970 - persona.start.daysSince1970
    let day = SimulatedDay(index: index, of: persona, start: persona.start, seed: seed)
    let moment = day.clock.moment(of: date, second: second)
    do {
      return try Instant(
        milliseconds: Int64(moment) * 1_000, offsetMinutes: Int(day.clock.offset(at: moment)) / 60,
        timeZone: day.timeZone)
    } catch { throw .impossibleDonation(error) }
  }
}

/// A reason why a simulation is impossible as requested.
public enum SimulationError: Error, Equatable, Sendable {
  /// Fewer than 0 or more than ten years of days.
  case daysOutOfRange
  /// The first day is outside the years 1900 to 2999.
  case startOutOfRange
  /// Repetitions and transitions multiply to more than 20,000 steps in one day.
  case dayTooFull
  /// All days together have more than ``Simulation/mostEvents`` events.
  case tooManyEvents
  /// The simulation made a value that no donation can have.
  case impossibleDonation(ActivityError)
}

extension SimulationError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .daysOutOfRange: "cannot simulate that many days; give 0 to \(Simulation.longest)"
    case .startOutOfRange: "cannot start there; give a date of the years 1900 to 2999, like 2026-03-02"
    case .dayTooFull:
      "more than 20000 steps in one day; lower \"times\", \"perDay\" or the \"chance\" of transitions"
    case .tooManyEvents:
      "more than \(Simulation.mostEvents) events; give fewer days, or lower \"times\" or \"perDay\""
    case .impossibleDonation(let error): "the persona made an impossible donation: \(error)"
    }
  }
}
