import Continuation
import Foundation
import Hunch

/// The presenter of all actions: here, the terminal.
struct Screen: Sendable {
  func list(_ places: [(pizzeria: Pizzeria, metres: Double?)]) {
    for (pizzeria, metres) in places {
      let distance = metres.map { "  \(Int(($0 / 1_000).rounded())) km" } ?? ""
      write("\(pizzeria.name), \(pizzeria.address.city ?? "")\(distance)")
    }
  }

  func show(_ pizzeria: Pizzeria) {
    write("\(pizzeria.name): \(pizzeria.address.line ?? "unknown address"), \(pizzeria.phoneNumber)")
  }

  /// Writes a line immediately: `print` would buffer it if the output is a pipe.
  ///
  /// If the pipe is closed or the disk is full, nothing can be shown, and the program exits.
  func write(_ line: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    } catch {
      Failure("standard output cannot be written", .inputOutput).leave()
    }
  }
}

/// The router of continued activities to the only screen.
struct ScreenRouter: PresentationRouter {
  let screen: Screen

  func presentation<Performed: Action>(
    for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) async -> PresentationResult<Performed.Presenter> {
    (screen as? Performed.Presenter).map { .ready($0) } ?? .unsupported
  }
}
