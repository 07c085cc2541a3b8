import ArgumentParser
import Hunch

/// `pizzeria complete TYPE [TEXT]`.
struct CompleteCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Suggest values for a text field, like fullStreetAddress.")

  @Argument(help: "The content type of the field.", transform: { try TextContentType(argument: $0) })
  var type: TextContentType
  @Argument(help: "The text typed so far.")
  var text = ""
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let query = TextFieldQuery(type, startingWith: text, at: program.context.instant)
    let values = try await program.log.values(query)
    guard !values.isEmpty else { throw Failure("nothing to offer", .nothingFound) }
    for value in values { program.screen.write(value.text) }
  }
}

extension TextContentType {
  /// Reads the name of a kind of text field.
  init(argument: String) throws {
    guard let type = TextContentType(rawValue: argument) else {
      throw ValidationError("write one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = type
  }
}
