import ArgumentParser
import Continuation
import Foundation
import Hunch

/// `pizzeria open URL`.
struct OpenCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a URL, like pizzeria://place/da-nina.")

  @Argument(help: "The URL.", transform: { try URL(argument: $0) })
  var url: URL
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    try await program.continuer.open(url, in: program.context, with: program.router).check()
  }
}

extension URL {
  /// Reads a URL with a scheme.
  init(argument: String) throws {
    guard let url = URL(string: argument), url.scheme != nil else {
      throw ValidationError("write a URL like pizzeria://place/da-nina")
    }
    self = url
  }
}
