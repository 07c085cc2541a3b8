import TestSupport
import Testing

@testable import ContinuationExercises

@Suite struct ManifestCorpusTests {
  private static let corpus = Corpus("Manifest")

  @Test("every input in the corpus keeps every promise of manifests", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: ManifestOutcome = try exerciseManifest(Self.corpus.bytes(name))
  }

  @Test("200 variations of the corpus keep every promise")
  func variations() throws {
    try Self.corpus.vary(200) { let _: ManifestOutcome = try exerciseManifest($0) }
  }

  @Test(
    "named inputs have the stated outcome",
    arguments: [
      ("manifest", ManifestOutcome(isManifest: true)), ("problems", ManifestOutcome()),
      ("escapes", ManifestOutcome()), ("deep", ManifestOutcome()),
      ("xml", ManifestOutcome(isPropertyList: true)), ("binary", ManifestOutcome(isPropertyList: true)),
    ])
  func named(name: String, expected: ManifestOutcome) throws {
    let outcome: ManifestOutcome = try exerciseManifest(Self.corpus.bytes(name))
    #expect(outcome == expected)
  }
}
