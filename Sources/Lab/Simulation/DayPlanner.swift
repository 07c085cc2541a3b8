internal import Activities

/// A planned event at a moment, which ``DonationWriter`` turns into donations.
struct PlannedEvent {
  /// The time in whole seconds since 1970.
  let second: Int64
  let kind: Kind
  let timeZone: String
  let offsetMinutes: Int

  enum Kind {
    /// The person goes to this place.
    case move(to: String)
    /// The person does this, at a place if the plan knows it; if there are `places`, only at one of
    /// them.
    case act(String, at: String?, onlyAt: [String])
  }

  init(_ kind: Kind, at moment: Double, on day: SimulatedDay) {
    let second = moment.rounded(.down)
    self.second = Int64(second)
    self.kind = kind
    timeZone = day.timeZone
    offsetMinutes = Int(day.clock.offset(at: second)) / 60
  }
}

/// A planner of one day: routines first, then spontaneous activities, then activities that follow
/// both.
struct DayPlanner {
  let persona: Persona
  let day: SimulatedDay
  let seed: UInt64
  private var events: [PlannedEvent] = []
  private var stepsTaken = 0

  /// The maximum number of activities in a chain of followers.
  private static let longestChain = 24
  /// The maximum number of steps in a day: nested repetitions and transitions multiply, and more is
  /// a mistake in the file.
  private static let mostStepsADay = 20_000

  init(_ persona: Persona, on day: SimulatedDay, seed: UInt64) {
    self.persona = persona
    self.day = day
    self.seed = seed
  }

  /// Returns the events of the day, not yet in order of time.
  mutating func plan() throws(SimulationError) -> [PlannedEvent] {
    guard !isOff else { return [] }
    if let place = day.arrival {
      events.append(PlannedEvent(.move(to: place), at: day.clock.moment(of: day.date, second: 0), on: day))
    }
    for routine in persona.routines where routine.recurrence.holds(on: day) { try plan(routine) }
    for (index, spontaneity) in persona.spontaneous.enumerated()
    where spontaneity.recurrence.holds(on: day) {
      try plan(spontaneity, index: index)
    }
    return events
  }

  private var isOff: Bool {
    var stream = stream("off")
    return persona.off.days.contains(day.index) || stream.happens(with: persona.off.probability)
  }

  private mutating func countStep() throws(SimulationError) {
    stepsTaken += 1
    guard stepsTaken <= Self.mostStepsADay else { throw .dayTooFull }
  }

  private func stream(_ purpose: String, _ name: String = "") -> RandomStream {
    RandomStream(seed: seed, labels: persona.user.name, purpose, name, day: day.index)
  }

  private mutating func plan(_ routine: Routine) throws(SimulationError) {
    var stream = stream("routine", routine.name)
    let change = day.change(of: routine)
    guard stream.happens(with: change.probability ?? routine.probability) else { return }
    let weeks = Double(day.index / 7)
    let start = change.start ?? routine.start
    let second = start + stream.normal() * routine.jitter + weeks * routine.laterEachWeek + change.later
    var cursor = Cursor(
      moment: day.clock.moment(of: day.date, second: second),
      place: (change.place ?? routine.place).map(day.place))
    if let place = cursor.place { events.append(PlannedEvent(.move(to: place), at: cursor.moment, on: day)) }
    try walk(routine.steps, from: &cursor, &stream)
  }

  private mutating func plan(_ spontaneity: Spontaneity, index: Int) throws(SimulationError) {
    var stream = stream("spontaneous", String(index))
    // A chance in each minute is as good as a Poisson process, and needs no logarithm.
    let minutes = Int((spontaneity.between.upperBound - spontaneity.between.lowerBound) / 60)
    let probability = spontaneity.perDay / Double(max(1, minutes))
    for minute in 0..<max(1, minutes) where stream.happens(with: probability) {
      guard let activity = stream.choice(of: spontaneity.activities) else { continue }
      let second = spontaneity.between.lowerBound + (Double(minute) + stream.uniform()) * 60
      try act(
        activity, at: day.clock.moment(of: day.date, second: second), place: nil,
        onlyAt: spontaneity.places.map(day.place), &stream)
    }
  }

  private mutating func walk(_ steps: [Step], from cursor: inout Cursor, _ stream: inout RandomStream)
    throws(SimulationError)
  {
    for step in steps where stream.happens(with: step.probability) {
      for _ in 0..<stream.integer(in: step.times) {
        cursor.moment += stream.spread(around: step.gap, by: Simulation.spreadOfGaps)
        try countStep()
        try take(step, &cursor, &stream)
      }
    }
  }

  private mutating func take(_ step: Step, _ cursor: inout Cursor, _ stream: inout RandomStream)
    throws(SimulationError)
  {
    switch step.kind {
    case .act(let activity):
      try act(activity, at: cursor.moment, place: cursor.place, onlyAt: [], &stream)
    case .go(let name):
      let place = day.place(name)
      cursor.place = place
      events.append(PlannedEvent(.move(to: place), at: cursor.moment, on: day))
    case .branch(let branches):
      guard let steps = stream.choice(of: branches) else { return }
      try walk(steps, from: &cursor, &stream)
    case .group(let steps, let inAnyOrder):
      try walk(inAnyOrder ? stream.shuffled(steps) : steps, from: &cursor, &stream)
    }
  }

  private mutating func act(
    _ activity: String, at moment: Double, place: String?, onlyAt places: [String],
    _ stream: inout RandomStream, chain: Int = 0
  ) throws(SimulationError) {
    try countStep()
    guard let activity = day.activity(activity) else { return }
    let kind = PlannedEvent.Kind.act(activity, at: place, onlyAt: places)
    events.append(PlannedEvent(kind, at: moment, on: day))
    guard chain < Self.longestChain else { return }
    for transition in persona.transitions where transition.after.contains(activity) {
      guard stream.happens(with: transition.probability), let next = stream.choice(of: transition.then)
      else { continue }
      let later = moment + stream.spread(around: transition.gap, by: Simulation.spreadOfGaps)
      try act(next, at: later, place: nil, onlyAt: places, &stream, chain: chain + 1)
    }
  }
}

/// The current time and place within a routine.
private struct Cursor {
  var moment: Double
  var place: String?
}
