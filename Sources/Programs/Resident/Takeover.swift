internal import Foundation
package import Importers
internal import LogFormat

/// The change from one resident program to another: the newer version stays.
package struct Takeover: Sendable {
  private let version: String

  /// - Parameter version: The version of this program.
  package init(version: String) { self.version = version }

  /// Returns the place of a store's resident program; `nil` if one of this version has it.
  ///
  /// An older program is asked to end. Nothing is lost: everything that it acknowledged is in the
  /// store, and everything else is still in the spool.
  ///
  /// - Throws: ``ResidentError/newerIsRunning(version:)``, ``ResidentError/cannotTakeOver``, or
  ///   another ``ResidentError``.
  package func place(of spool: CommandSpool, process: Int32) async throws -> ResidentPlace? {
    ResidentPlace.removeAbandoned(in: spool.base)
    if let place = try await ResidentPlace(of: spool, process: process, waiting: false) { return place }
    guard let other = await otherVersion(for: spool) else {
      // It begins or ends at this moment; two that begin at once are one too many.
      return try await ResidentPlace(of: spool, process: process, waiting: true)
    }
    switch Self.compare(other, version) {
    case .orderedSame: return nil
    case .orderedDescending: throw ResidentError.newerIsRunning(version: other)
    case .orderedAscending: break
    }
    _ = await ResidentClient.answer(to: #"{"type":"stop","v":1}"#, for: spool)
    guard let place = try await ResidentPlace(of: spool, process: process, waiting: true) else {
      throw ResidentError.cannotTakeOver
    }
    return place
  }

  private func otherVersion(for spool: CommandSpool) async -> String? {
    guard let answer = await ResidentClient.answer(to: #"{"type":"status","v":1}"#, for: spool),
      let members = try? DocumentReader(json: Data(answer.utf8), file: "answer").members(),
      let version = members.first(where: { $0.name == "version" })
    else { return nil }
    return try? version.value.string()
  }

  /// Compares versions by their numbers: 0.10.0 is after 0.9.1.
  static func compare(_ one: String, _ other: String) -> ComparisonResult {
    one.compare(other, options: .numeric)
  }
}
