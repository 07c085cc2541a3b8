import Hunch
import TestSupport

/// Queries about a person while others write: reasons, surfaces, phrases, searches.
struct Onlooker {
  let person: Person
  let stopwatch: Stopwatch
  private var numbers: SeededNumbers

  init(_ person: Person, stopwatch: Stopwatch, seed: UInt64) {
    (self.person, self.stopwatch, numbers) = (person, stopwatch, SeededNumbers(seed: seed))
  }

  mutating func step(_ engine: SuggestionEngine, _ log: SQLiteDonationStore) async throws {
    let now = try await person.now()
    let words = "\(numbers.pick(World.words)) \(numbers.below(World.habits))"
    switch numbers.below(10) {
    case ..<6: try await explain(engine, at: now)
    case ..<8:
      _ = try await stopwatch.time(.match) { try await engine.match(words, of: person.user, at: now) }
    default:
      let query = SearchQuery(numbers.pick(World.words), of: person.user, at: now)
      _ = try await stopwatch.time(.search) { try await log.search(query) }
    }
  }

  private mutating func explain(_ engine: SuggestionEngine, at now: Instant) async throws {
    var request = SuggestionRequest(
      for: person.user, in: try World.context(at: now, &numbers), limit: 5, explains: true)
    request.surface = numbers.below(3) == 0 ? numbers.pick(Surface.allCases) : nil
    let answer = try await stopwatch.time(.explain) { [request] in try await engine.suggestions(request) }
    let probabilities = answer.suggestions.map(\.probability) + [answer.noveltyProbability ?? 0]
    let most = answer.horizon == nil ? 1.000_1 : Double(probabilities.count)
    guard probabilities.allSatisfy({ (0...1).contains($0) }), probabilities.reduce(0, +) <= most else {
      throw SoakError.broken("an answer has invalid probabilities")
    }
  }
}
