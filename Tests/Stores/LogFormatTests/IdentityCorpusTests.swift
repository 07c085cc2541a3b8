import TestSupport
import Testing

@testable import LogFormatExercises

@Suite struct IdentityCorpusTests {
  private static let corpus = Corpus("Identity")

  @Test("the fuzzer's inputs keep every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: IdentityOutcome = try exerciseIdentity(Self.corpus.bytes(name))
  }

  @Test("1,000 variations of the fuzzer's inputs keep every promise")
  func variations() throws {
    try Self.corpus.vary(1000) { let _: IdentityOutcome = try exerciseIdentity($0) }
  }

  @Test(
    "named inputs have the expected result",
    arguments: [
      ("same", IdentityOutcome(activities: 2, isSame: true)),
      ("keys", IdentityOutcome(activities: 2, isSame: true)),
      ("numbers", IdentityOutcome(activities: 2)),
      ("unicode", IdentityOutcome(activities: 2)),
    ])
  func named(name: String, expected: IdentityOutcome) throws {
    let outcome: IdentityOutcome = try exerciseIdentity(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
