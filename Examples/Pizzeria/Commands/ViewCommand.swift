import ArgumentParser

/// `pizzeria view NAME`.
struct ViewCommand: ProgramCommand {
  static let configuration = CommandConfiguration(commandName: "view", abstract: "Show a pizzeria.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    try await program.view(name)
  }
}
