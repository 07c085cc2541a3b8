import Foundation
import Testing

@Suite struct PayloadCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Corpus/Payload", directoryHint: .isDirectory).standardizedFileURL

  private static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

  @Test("what the fuzzer found or was given keeps every promise of payloads", arguments: files)
  func replay(_ name: String) throws {
    _ = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
  }

  @Test(
    "named inputs come to a stated end",
    arguments: [
      ("donation", PayloadOutcome.donation(isBookmark: false)), ("feedback", .feedback),
      ("deletion", .deletion), ("numbers", .donation(isBookmark: false)),
      ("bookmark", .donation(isBookmark: true)), ("bookmark-other-types", .donation(isBookmark: false)),
      ("refused", .refused(field: "time")),
    ])
  func named(name: String, expected: PayloadOutcome) throws {
    let outcome = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
    #expect(outcome == expected)
  }
}
