import TestSupport
import Testing

@testable import LogFormatExercises

@Suite struct LogCorpusTests {
  private static let corpus = Corpus("Log")

  @Test("the fuzzer's inputs keep every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: LogOutcome = try exerciseLog(Self.corpus.bytes(name))
  }

  @Test("400 variations of the fuzzer's inputs keep every promise")
  func variations() throws {
    try Self.corpus.vary(400) { let _: LogOutcome = try exerciseLog($0) }
  }

  @Test(
    "named inputs have the expected result",
    arguments: [
      ("kinds", LogOutcome(donations: 1, others: 3)),
      ("hints", LogOutcome(hints: 2, problems: [1, 2, 3])),
      ("equals", LogOutcome(donations: 4)),
      ("marks", LogOutcome(donations: 1, problems: [1, 2])),
    ])
  func named(name: String, expected: LogOutcome) throws {
    let outcome: LogOutcome = try exerciseLog(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
