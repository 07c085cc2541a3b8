import Continuation
import Foundation
import Hunch

extension Manifest {
  /// The manifest that is part of the program.
  static func shipped() throws -> Manifest { try Manifest(json: PackageResources.manifest_json) }

  /// Returns the manifest that follows from the program's actions.
  static func declared(by registry: ActionRegistry) throws -> Manifest {
    try registry.manifest(
      schemes: ["pizzeria"], domains: ["pizza.example.org"],
      launch: Launch(commands: [["pizzeria", "continue", "--activity", "%f"]]))
  }
}
