import ArgumentParser
import Continuation
import Handoff
import Hunch

/// `pizzeria take`.
struct TakeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "take", abstract: "Take over what another program offers.")

  @OptionGroup var options: Options

  func run(_ program: Program) async throws {
    let registry = program.dispatcher.registry
    let browser = HandoffBrowser(
      application: registry.application, activityTypes: Set(registry.activityTypes),
      transport: try .ofThisUser())
    guard let offer = try await browser.offers().first else {
      throw Failure("nobody offers anything; try `pizzeria offer NAME` elsewhere", .nothingFound)
    }
    let result = await browser.accept(offer, receiver: Receiver(program: program))
    switch result {
    case .delivered: return
    case .withdrawn:
      throw Failure("it is no longer offered; perhaps another program continued it", .nothingFound)
    case .declined: throw Failure("the offered activity cannot be continued here", .badData)
    case .failed(let error): throw error
    default: throw Failure("it could not be taken over: \(result)", .unavailable)
    }
  }
}

/// Continues the activity that arrives.
private struct Receiver: HandoffReceiver {
  let program: Program

  func willContinue(activityType: String) async {}

  func continueActivity(_ delivery: HandoffDelivery) async -> Bool {
    var incoming = IncomingActivity(delivery.activity, from: .handoff)
    // The browser reports only programs that have proven to be of the same publisher.
    incoming.provenPublisher = program.center.application.publisher?.identifier
    return await program.continuer.continueActivity(incoming, in: program.context, with: program.router)
      .isSuccess
  }

  func didFailToContinue(activityType: String, with result: HandoffResult) async {}
}
