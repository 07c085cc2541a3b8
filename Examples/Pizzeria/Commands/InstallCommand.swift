import ArgumentParser
import Continuation
import Foundation
import Hunch

/// `pizzeria install`.
struct InstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Let launchers start this program with your choice there.")

  func run() async throws {
    let manifests = InstalledManifests(environment: ProcessInfo.processInfo.environment)
    try manifests.install(.shipped())
    Screen().write("installed; `hunch open` starts the program now")
  }
}
