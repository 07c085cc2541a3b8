import ArgumentParser
import Continuation
import Foundation
import Handoff
import Hunch

/// `pizzeria offer NAME`.
struct OfferCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer", abstract: "Show a pizzeria, and wait until another program takes it over.")

  @Argument(help: "Its name.", transform: { try Pizzeria(argument: $0) })
  var name: Pizzeria
  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let center = program.center
    let events = center.events
    try await program.view(name)
    let advertiser = HandoffAdvertiser(
      application: center.application, source: ActivityCenterSource(center), transport: try .ofThisUser())
    try await advertiser.start()
    program.screen.write("offered; `pizzeria take` takes it over")
    for await case .wasContinued(let activity) in events {
      program.screen.write("\(activity.title ?? "it") continues elsewhere")
      break
    }
    await advertiser.stop()
  }
}

extension HandoffTransport where Self == UnixSocketTransport {
  /// Creates a transport to the user's other programs on this machine.
  static func ofThisUser() throws -> UnixSocketTransport {
    let environment = ProcessInfo.processInfo.environment
    return UnixSocketTransport(folder: try UnixSocketTransport.defaultFolder(environment: environment))
  }
}
