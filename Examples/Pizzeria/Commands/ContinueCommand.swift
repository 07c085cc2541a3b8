import ArgumentParser
import Hunch

/// `pizzeria continue [RANK]`.
struct ContinueCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "continue", abstract: "Accept a suggestion.")

  @Argument(help: "Which one, counted from 1.")
  var rank = 1
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let suggestions = try await program.suggestions()
    guard let suggestion = suggestions.first(where: { $0.rank == rank }) else {
      throw Failure("there is no suggestion \(rank); `pizzeria suggest` lists them", .nothingFound)
    }
    let result = await program.continuer.continueActivity(
      of: suggestion, in: program.context, with: program.router)
    try result.check()
  }
}
