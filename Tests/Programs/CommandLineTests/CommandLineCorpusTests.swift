import TestSupport
import Testing

@testable import CommandLine
@testable import CommandLineExercises

@Suite struct CommandLineCorpusTests {
  private static let corpus = Corpus("CommandLine")

  @Test("what the fuzzer found or was given keeps every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: CommandLineOutcome = try exerciseCommandLine(Self.corpus.bytes(name))
  }

  @Test("so do 1000 variations of it")
  func variations() throws {
    try Self.corpus.vary(1000) { let _: CommandLineOutcome = try exerciseCommandLine($0) }
  }

  @Test(
    "named inputs come to a stated end",
    arguments: [
      ("answer", CommandLineOutcome(taken: ["user", "donation", "answer"]))
    ])
  func named(name: String, expected: CommandLineOutcome) throws {
    let outcome: CommandLineOutcome = try exerciseCommandLine(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
