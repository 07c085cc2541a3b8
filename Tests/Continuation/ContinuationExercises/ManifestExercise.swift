@testable import Continuation

/// What the readers made of one input.
struct ManifestOutcome: Equatable {
  var isManifest = false
  var isPropertyList = false
}

/// A promise of manifests that one input broke.
enum ManifestPromise: Error {
  /// An error without a problem.
  case noProblem
  /// What was written is not read as the same manifest, or not as the same bytes.
  case roundTrip
  /// The manifest does not fit itself, or the corrected one does not fit.
  case comparison
}

/// Runs both readers on arbitrary bytes, and checks what they promise whatever they are.
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

/// What was read; `nil` if it was refused with a reason.
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
