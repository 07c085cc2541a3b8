import TestSupport
import Testing

@testable import LogFormatExercises

@Suite struct PayloadCorpusTests {
  private static let corpus = Corpus("Payload")

  @Test("the fuzzer's inputs keep every promise of payloads", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: PayloadOutcome = try exercisePayload(Self.corpus.bytes(name))
  }

  @Test("200 variations of the fuzzer's inputs keep every promise of payloads")
  func variations() throws {
    try Self.corpus.vary(200) { let _: PayloadOutcome = try exercisePayload($0) }
  }

  @Test(
    "named inputs have the expected result",
    arguments: [
      ("donation", PayloadOutcome.donation(isBookmark: false)), ("feedback", .feedback),
      ("deletion", .deletion), ("numbers", .donation(isBookmark: false)),
      ("bookmark", .donation(isBookmark: true)), ("bookmark-other-types", .donation(isBookmark: false)),
      ("refused", .refused(field: "time")),
    ])
  func named(name: String, expected: PayloadOutcome) throws {
    let outcome: PayloadOutcome = try exercisePayload(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
