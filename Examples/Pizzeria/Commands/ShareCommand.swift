import ArgumentParser
import Continuation
import Foundation
import Hunch

/// `pizzeria share NAME`.
struct ShareCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Show a pizzeria, and what \"share this\" would send then.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    try await program.view(name)
    guard let page = await program.center.currentShareable().content else {
      throw Failure("there is nothing to share", .nothingFound)
    }
    program.screen.write(page.url.absoluteString)
  }
}
