@testable import Continuation

/// The results of the readers for one input.
struct ManifestOutcome: Equatable {
  var isManifest = false
  var isPropertyList = false
}

/// A promise of manifests that one input broke.
enum ManifestPromise: Error {
  /// An error without a problem.
  case noProblem
  /// The written manifest is not read back as the same manifest or bytes.
  case roundTrip
  /// The manifest does not match itself, or the corrected one does not match.
  case comparison
}

/// Runs both readers on arbitrary bytes, and checks their promises.
///
/// The fuzzer and the tests of its corpus share it.
func exerciseManifest(_ bytes: [UInt8]) throws -> ManifestOutcome {
  var outcome = ManifestOutcome()
  if let manifest = try read({ () throws(ManifestError) in try Manifest(json: bytes) }) {
    outcome.isManifest = true
    try check(manifest)
  }
  let listed = try read { () throws(ManifestError) in
    try Manifest.importing(propertyList: bytes, application: "a.program")
  }
  if let listed {
    outcome.isPropertyList = true
    try check(listed.manifest)
  }
  return outcome
}

/// The result of reading; `nil` if the input was rejected with a reason.
private func read<Value>(_ body: () throws(ManifestError) -> Value) throws(ManifestPromise) -> Value? {
  do {
    return try body()
  } catch {
    guard !error.problems.isEmpty, !error.description.isEmpty else { throw .noProblem }
    return nil
  }
}

private func check(_ manifest: Manifest) throws {
  guard let again = try? Manifest(json: Array(manifest.text.utf8)), again == manifest,
    again.text == manifest.text
  else { throw ManifestPromise.roundTrip }
  let types = manifest.activityTypes
  guard manifest.problems(comparedWith: types.reversed()).isEmpty else { throw ManifestPromise.comparison }
  let half = Array(types.prefix(types.count / 2))
  guard let corrected = try? manifest.corrected(for: half), corrected.problems(comparedWith: half).isEmpty
  else { throw ManifestPromise.comparison }
}
