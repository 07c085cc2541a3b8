import ArgumentParser
import Continuation
import Hunch

/// `pizzeria explain NAME`.
struct ExplainCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain whether viewing a pizzeria would be suggested, gate by gate.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let report = program.dispatcher.publisher.explain(ViewPlace.self, in: Places.self, input: name)
    program.screen.write("\(report)")
  }
}
