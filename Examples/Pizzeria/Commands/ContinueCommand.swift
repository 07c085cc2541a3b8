import ArgumentParser
import Continuation
import Hunch

/// `pizzeria continue [RANK]`, or `pizzeria continue --activity FILE`.
struct ContinueCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "continue", abstract: "Accept a suggestion, or continue one that was chosen elsewhere.")

  @Argument(help: "The rank of the suggestion, counted from 1.")
  var rank = 1
  @Option(help: "The file with the activity that a launcher hands over.")
  var activity: String?
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    try await program.continuer.continueActivity(
      try await chosen(in: program), in: program.context, with: program.router
    ).check()
  }

  private func chosen(in program: Program) async throws -> IncomingActivity {
    if let activity { return try ContinuationFile.take(activity) }
    let suggestions = try await program.suggestions()
    guard let suggestion = suggestions.first(where: { $0.rank == rank }) else {
      throw Failure("there is no suggestion \(rank); `pizzeria suggest` lists them", .nothingFound)
    }
    return IncomingActivity(suggestion)
  }
}
