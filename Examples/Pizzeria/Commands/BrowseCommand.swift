import ArgumentParser
import Continuation
import Hunch

/// `pizzeria browse`.
struct BrowseCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "List the pizzerias, the nearest first.")

  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    try await program.dispatcher.perform(
      Places.action(BrowsePlaces.self).on(program.screen), circumstances: program.context)
  }
}
