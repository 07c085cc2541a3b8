import Continuation
import TestSupport
import Testing

@testable import ContinuationExercises

@Suite struct RouterCorpusTests {
  private static let corpus = Corpus("Router")

  @Test("every input in the corpus keeps every promise of the router", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: RouterOutcome = try exerciseRouter(Self.corpus.bytes(name))
  }

  @Test("200 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(200) { let _: RouterOutcome = try exerciseRouter($0) }
  }

  @Test(
    "named inputs have the stated outcome",
    arguments: [
      ("plain", RouterOutcome(isTable: true, mapped: 3, links: 6)),
      ("captures", RouterOutcome(isTable: true, mapped: 2, unmapped: 1, invalid: 1, links: 4)),
      ("refused", RouterOutcome()),
      ("urls", RouterOutcome(isTable: true, mapped: 1, unmapped: 2, invalid: 4, links: 2)),
      ("shadowed", RouterOutcome(isTable: true, mapped: 4, links: 4)),
      ("separators", RouterOutcome(isTable: true, mapped: 1, links: 2)),
    ])
  func named(name: String, expected: RouterOutcome) throws {
    let outcome: RouterOutcome = try exerciseRouter(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
