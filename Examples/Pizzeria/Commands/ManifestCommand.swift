import ArgumentParser
import Continuation
import Foundation
import Hunch

/// `pizzeria manifest`.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Print the manifest that fits the program's actions.")

  func run() async throws {
    let text = try Manifest.declared(by: .pizzeria()).text
    Screen().write(text.trimmingCharacters(in: .newlines))
  }
}
