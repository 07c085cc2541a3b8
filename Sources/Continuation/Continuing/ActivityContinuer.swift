public import Activities
public import Foundation
public import Suggestions

/// Takes a chosen activity, or a URL, back to the action that performs it.
///
/// Routes, switch, declared types and order are those of the dispatcher's configuration. It holds what was delivered and what
/// could not be read, so a program has one for all of its windows; the router of each call knows the window.
///
/// ```swift
/// let continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine)
/// switch await continuer.continueActivity(of: suggestion, in: now, with: router) {
/// case .success, .alreadySatisfied: break
/// case let result: screen.explain(result)
/// }
/// ```
public struct ActivityContinuer: Sendable {
  let dispatcher: ActionDispatcher
  let feedback: (any FeedbackRecorder)?
  private let ledger: DeliveryLedger
  /// What could not be read.
  public let quarantine = PayloadQuarantine()

  /// Ties continuation to the actions, and to who learns what can no longer be continued.
  ///
  /// - Parameters:
  ///   - dispatcher: Performs the actions.
  ///   - feedback: Is told of suggestions that cannot be continued any more; `nil`: nobody is, and they come back.
  ///   - deliveries: How many deliveries are remembered, so that none of them is continued twice.
  public init(dispatcher: ActionDispatcher, feedback: (any FeedbackRecorder)? = nil, deliveries: Int = 1_024)
  {
    self.dispatcher = dispatcher
    self.feedback = feedback
    ledger = DeliveryLedger(capacity: deliveries)
  }

  var configuration: ActivityConfiguration { dispatcher.publisher.configuration }
  var switches: ActivitySwitches { dispatcher.switches }

  func isAvailable(_ feature: any Feature.Type) -> Bool {
    dispatcher.availability.availability(of: feature) == .available
  }

  /// Continues a suggestion that the user accepted; what it donates is marked as suggested.
  public func continueActivity(
    of suggestion: Suggestion, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    await continueActivity(IncomingActivity(suggestion), in: circumstances, with: router)
  }

  /// Continues an activity.
  ///
  /// - Parameter source: From where it comes; `nil`: told by the activity itself.
  public func continueActivity(
    _ activity: UserActivity, from source: ContinuationSource? = nil, in circumstances: Context,
    with router: some PresentationRouter
  ) async -> ContinuationResult {
    await continueActivity(IncomingActivity(activity, from: source), in: circumstances, with: router)
  }

  /// Continues an activity of which more is known than itself.
  ///
  /// The action gets the values of the required keys only, as after a restart. A delivery that was continued before is
  /// not continued again; one that led to nothing may be delivered again.
  public func continueActivity(
    _ incoming: IncomingActivity, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    guard switches.areActivitiesEnabled else { return .disabled }
    guard let delivery = incoming.deliveryIdentifier else {
      return await deliver(incoming, in: circumstances, with: router)
    }
    guard ledger.claim(delivery) else { return .alreadyDelivered }
    let result = await deliver(incoming, in: circumstances, with: router)
    if !result.isFinal { ledger.release(delivery) }
    return result
  }

  /// Goes where a URL leads.
  public func open(
    _ url: URL, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    guard let link = configuration.links?.destination(of: url) else { return .noMapping }
    let entry = Entry(circumstances: circumstances, source: .openURL, activity: nil)
    return await perform(link.action, from: .parameters(link.parameters), as: entry, with: router)
  }

  private func deliver(
    _ incoming: IncomingActivity, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    let source = incoming.source ?? ContinuationSource(classifying: incoming.activity)
    if let refusal = refusals(of: incoming, from: source, at: circumstances.instant).first {
      return .refused(refusal)
    }
    guard let destination = destination(of: incoming.activity) else { return .noMapping }
    guard !destination.payload.isHashed else { return .refused(.hashed) }
    let entry = Entry(
      circumstances: circumstances,
      source: .continueActivity(type: incoming.activity.activityType, from: source),
      activity: incoming.activity)
    return await perform(destination.action, from: destination.payload, as: entry, with: router)
  }
}
