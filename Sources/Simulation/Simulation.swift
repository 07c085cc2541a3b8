public import Activities

/// Answers one question: what would this person's log look like.
///
/// The module reads described people (``Persona``) and makes donations as they might have made them. The result depends
/// on the persona, the seed, the first day and the number of days alone, and is the same on every machine that has the
/// same time zone rules. Fewer days give the beginning of the same log.
public struct Simulation: Sendable {
  /// Who is simulated.
  public let persona: Persona
  /// Where all randomness comes from.
  public let seed: UInt64

  /// Standard deviation of the logarithm of gaps: two thirds lie between 0.6 and 1.6 of the median.
  static let spreadOfGaps = 0.5
  /// The same of durations: people are steadier in how long than in when.
  static let spreadOfDurations = 0.35
  /// How many days can be simulated at most: ten years.
  public static let longest = 3_653
  /// How many events a simulation plans at most, which are in memory together: a busy person's ten years have a fifth of it.
  public static let mostEvents = 2_000_000

  /// A simulation of one person.
  public init(of persona: Persona, seed: UInt64 = 1) {
    self.persona = persona
    self.seed = seed
  }

  /// The donations of a number of days, in order of time.
  ///
  /// A day's plan may run past midnight, and so may the last one's.
  ///
  /// - Parameters:
  ///   - start: The first day; absent: the persona's own.
  ///   - days: How many; absent: the persona's own number.
  /// - Throws: ``SimulationError`` if there are fewer than 0 or more than ``longest`` days, if a day has too many
  ///   steps or all days together too many, or if a date or value is one that no donation can have.
  /// - Complexity: O(days × (routines + spontaneous activities) + donations × log donations).
  public func donations(
    from start: CalendarDate? = nil, days: Int? = nil
  ) throws(SimulationError) -> [Donation] {
    try namedDonations(from: start, days: days).map(\.donation)
  }

  /// The same donations, each with the name of its activity in the persona file.
  ///
  /// - Throws: ``SimulationError``, as ``donations(from:days:)`` does.
  public func namedDonations(
    from start: CalendarDate? = nil, days: Int? = nil
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

  /// Years in which every offset and every length of a log can be written.
  static let years =
    CalendarDate(daysSince1970: -25_567)...CalendarDate(daysSince1970: 376_200)  // 1900 to 2999

  /// By time; events of one second stay in the order in which they were planned.
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
