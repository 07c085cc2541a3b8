import TestSupport
import Testing

@testable import CommandLine
@testable import CommandLineExercises

@Suite struct CommandLineCorpusTests {
  private static let corpus = Corpus("CommandLine")

  @Test("all inputs of the fuzzer's corpus keep every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: CommandLineOutcome = try exerciseCommandLine(Self.corpus.bytes(name))
  }

  @Test("1000 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(1000) { let _: CommandLineOutcome = try exerciseCommandLine($0) }
  }

  @Test(
    "the named inputs have the expected outcome",
    arguments: [
      ("answer", CommandLineOutcome(taken: ["user", "donation", "answer"]))
    ])
  func named(name: String, expected: CommandLineOutcome) throws {
    let outcome: CommandLineOutcome = try exerciseCommandLine(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
