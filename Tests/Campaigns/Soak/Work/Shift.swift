import Hunch

/// Everyone's work on an open store until a moment: a task for each writer and each onlooker, and
/// one for measuring the machine.
struct Shift {
  let engine: SuggestionEngine
  let log: SQLiteDonationStore
  let end: ContinuousClock.Instant
  let rest: Duration

  /// Lets a person write.
  func write(_ person: Person) async throws {
    while ContinuousClock.now < end {
      try await person.step(engine, log)
      try await Task.sleep(for: rest)
    }
  }

  /// Lets an onlooker query.
  func look(_ onlooker: Onlooker) async throws {
    var onlooker = onlooker
    while ContinuousClock.now < end {
      try await onlooker.step(engine, log)
      try await Task.sleep(for: rest)
    }
  }
}
