import Hunch

/// Everyone's work on an open store until a moment: a task for each writer, each onlooker and the
/// machine's own measure.
struct Shift {
  let engine: SuggestionEngine
  let log: SQLiteDonationStore
  let end: ContinuousClock.Instant
  let rest: Duration

  /// Lets a person act.
  func write(_ person: Person) async throws {
    while ContinuousClock.now < end {
      try await person.step(engine, log)
      try await Task.sleep(for: rest)
    }
  }

  /// Lets somebody ask.
  func look(_ onlooker: Onlooker) async throws {
    var onlooker = onlooker
    while ContinuousClock.now < end {
      try await onlooker.step(engine, log)
      try await Task.sleep(for: rest)
    }
  }
}
