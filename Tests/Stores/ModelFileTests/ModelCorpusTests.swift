import TestSupport
import Testing

@testable import ModelFileExercises

@Suite struct ModelCorpusTests {
  private static let corpus = Corpus("Model")

  @Test("the fuzzer's inputs keep every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: ModelOutcome = try exerciseModel(Self.corpus.bytes(name))
  }

  @Test("1,500 variations of the fuzzer's inputs keep every promise")
  func variations() throws {
    try Self.corpus.vary(1500) { let _: ModelOutcome = try exerciseModel($0) }
  }

  @Test(
    "named inputs have the expected result",
    arguments: [
      ("model", ModelOutcome(isModel: true)),
      ("linear", ModelOutcome(isModel: true)),
      ("overflowing", ModelOutcome()),
      ("not-finite", ModelOutcome()),
      ("checkpoint", ModelOutcome(isCheckpoint: true)),
      ("claims-more", ModelOutcome()),
      ("header-too-long", ModelOutcome()),
    ])
  func named(name: String, expected: ModelOutcome) throws {
    let outcome: ModelOutcome = try exerciseModel(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
