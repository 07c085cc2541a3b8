import Phrases
import TestSupport
import Testing

@testable import PhrasesExercises

@Suite struct PhrasesCorpusTests {
  private static let corpus = Corpus("Phrases")

  @Test("every input in the corpus keeps every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: PhrasesOutcome = try exercisePhrases(Self.corpus.bytes(name))
  }

  @Test("400 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(400) { let _: PhrasesOutcome = try exercisePhrases($0) }
  }

  @Test(
    "named inputs have the stated outcome",
    arguments: [
      ("book", PhrasesOutcome(entries: 5, matches: [.exact: 2, .fuzzy: 3]))
    ])
  func named(name: String, expected: PhrasesOutcome) throws {
    let outcome: PhrasesOutcome = try exercisePhrases(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
