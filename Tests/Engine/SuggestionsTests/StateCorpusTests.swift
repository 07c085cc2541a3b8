import TestSupport
import Testing

@testable import SuggestionsExercises

@Suite struct StateCorpusTests {
  private static let corpus = Corpus("State")

  @Test("every input in the corpus keeps every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: StateOutcome = try exerciseState(Self.corpus.bytes(name))
  }

  @Test("100 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(100) { let _: StateOutcome = try exerciseState($0) }
  }

  @Test(
    "named inputs have the stated outcome",
    arguments: [
      ("base-0", StateOutcome(candidates: 0, answered: true, learned: true)),
      ("base-1", StateOutcome(candidates: 1, answered: true, learned: true)),
      ("raw", StateOutcome()),
    ])
  func named(name: String, expected: StateOutcome) throws {
    let outcome: StateOutcome = try exerciseState(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
