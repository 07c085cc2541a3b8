import ArgumentParser
import Foundation

/// The program.
@main
struct PizzeriaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pizzeria",
    abstract: "Finds pizzerias, and remembers which one you want when.",
    groupedSubcommands: [
      CommandGroup(
        name: "Pizzerias", subcommands: [BrowseCommand.self, ViewCommand.self, ShareCommand.self]),
      CommandGroup(
        name: "Going on",
        subcommands: [
          SuggestCommand.self, ContinueCommand.self, OpenCommand.self, SearchCommand.self,
          CompleteCommand.self,
          OfferCommand.self, TakeCommand.self,
        ]),
      CommandGroup(
        name: "Looking after it",
        subcommands: [ForgetCommand.self, ExplainCommand.self, ManifestCommand.self, InstallCommand.self]),
    ])

  /// Parses, runs, and exits with the matching code.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard let failure = Failure(error) else { exit(withError: error) }
      failure.leave()
    }
  }
}

/// A command that uses the whole program.
protocol ProgramCommand: AsyncParsableCommand {
  var options: Options { get }
  func run(_ program: Program) async throws
}

extension ProgramCommand {
  func run() async throws {
    try await run(try Program(options))
  }
}
