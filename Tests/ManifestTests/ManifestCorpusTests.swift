import Foundation
import Testing

@Suite struct ManifestCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Corpus/Manifest", directoryHint: .isDirectory).standardizedFileURL

  private static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

  @Test("what the fuzzer found or was given keeps every promise of manifests", arguments: files)
  func replay(_ name: String) throws {
    _ = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
  }

  @Test(
    "named inputs come to a stated end",
    arguments: [
      ("manifest", ManifestOutcome(isManifest: true)), ("problems", ManifestOutcome()),
      ("escapes", ManifestOutcome()), ("deep", ManifestOutcome()),
      ("xml", ManifestOutcome(isPropertyList: true)), ("binary", ManifestOutcome(isPropertyList: true)),
    ])
  func named(name: String, expected: ManifestOutcome) throws {
    let outcome = try exercise([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
    #expect(outcome == expected)
  }
}
