import Foundation
import Routes
import Testing

@Suite struct RouterCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Corpus/Router", directoryHint: .isDirectory).standardizedFileURL

  private static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

  @Test("what the fuzzer found or was given keeps every promise of the router", arguments: files)
  func replay(_ name: String) throws {
    _ = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
  }

  @Test(
    "named inputs come to a stated end",
    arguments: [
      ("plain", RouterOutcome(isTable: true, mapped: 3, links: 6)),
      ("captures", RouterOutcome(isTable: true, mapped: 2, unmapped: 1, invalid: 1, links: 4)),
      ("refused", RouterOutcome()),
      ("urls", RouterOutcome(isTable: true, mapped: 1, unmapped: 2, invalid: 4, links: 2)),
      ("shadowed", RouterOutcome(isTable: true, mapped: 4, links: 4)),
      ("separators", RouterOutcome(isTable: true, mapped: 1, links: 2)),
    ])
  func named(name: String, expected: RouterOutcome) throws {
    let outcome = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
    #expect(outcome == expected)
  }
}
