import ArgumentParser
import Continuation
import Hunch

/// `pizzeria forget NAME`.
struct ForgetCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget that you ever viewed a pizzeria.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let forgotten = try await program.center.deleteSavedUserActivities(
      withPersistentIdentifiers: [name.identifier])
    guard forgotten > 0 else { throw Failure("there was nothing to forget", .nothingFound) }
    program.screen.write("forgot \(forgotten) \(forgotten == 1 ? "visit" : "visits")")
  }
}
