import TestSupport
import Testing

@testable import SimulationExercises

@Suite struct PersonaCorpusTests {
  private static let corpus = Corpus("Persona")

  @Test("every input in the corpus keeps every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: PersonaOutcome = try exercisePersona(Self.corpus.bytes(name))
  }

  @Test("60 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(60) { let _: PersonaOutcome = try exercisePersona($0) }
  }

  @Test(
    "named inputs have the stated outcome",
    arguments: [
      ("refused", PersonaOutcome()),
      ("deep", PersonaOutcome()),
    ])
  func named(name: String, expected: PersonaOutcome) throws {
    let outcome: PersonaOutcome = try exercisePersona(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
