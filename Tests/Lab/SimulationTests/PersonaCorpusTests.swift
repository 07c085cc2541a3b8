import TestSupport
import Testing

@testable import SimulationExercises

@Suite struct PersonaCorpusTests {
  private static let corpus = Corpus("Persona")

  @Test("what the fuzzer found or was given keeps every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: PersonaOutcome = try exercisePersona(Self.corpus.bytes(name))
  }

  @Test("so do 60 variations of it")
  func variations() throws {
    try Self.corpus.vary(60) { let _: PersonaOutcome = try exercisePersona($0) }
  }

  @Test(
    "named inputs come to a stated end",
    arguments: [
      ("refused", PersonaOutcome()),
      ("deep", PersonaOutcome()),
    ])
  func named(name: String, expected: PersonaOutcome) throws {
    let outcome: PersonaOutcome = try exercisePersona(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
