import ArgumentParser
import Continuation
import Hunch

/// `pizzeria explain NAME`.
struct ExplainCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say what would become of viewing a pizzeria, gate by gate.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let report = program.dispatcher.publisher.explain(ViewPlace.self, in: Places.self, input: name)
    program.screen.write("\(report)")
  }
}
