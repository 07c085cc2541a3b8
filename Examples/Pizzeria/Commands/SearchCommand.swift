import ArgumentParser
import Continuation
import Hunch

/// `pizzeria search TEXT`.
struct SearchCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find your earlier activities by their words.")

  @Argument(help: "The words to search for.")
  var text: String
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let query = SearchQuery(
      text, at: program.context.instant, program: program.center.application.identifier)
    let hits = try await program.log.search(query).hits
    guard !hits.isEmpty else { throw Failure("nothing found", .nothingFound) }
    for hit in hits {
      program.screen.write(hit.title + (hit.subtitle.map { ": \($0)" } ?? ""))
    }
  }
}
