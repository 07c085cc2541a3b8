public import Activities

/// Makes an activity of a performed action and lets it become current, once; an ``ActionDispatcher`` asks it to.
public struct ActivityPublisher: Sendable {
  let registry: ActionRegistry
  let center: ActivityCenter
  let configuration: ActivityConfiguration
  let switches: ActivitySwitches
  /// The newest decisions, for people who debug.
  public let trace = PublicationTrace()

  /// Ties a program's actions to where their activities become current.
  public init(
    registry: ActionRegistry, center: ActivityCenter,
    configuration: ActivityConfiguration = ActivityConfiguration(),
    switches: ActivitySwitches = ActivitySwitches()
  ) {
    self.registry = registry
    self.center = center
    self.configuration = configuration
    self.switches = switches
  }

  /// Publishes the activity of an action, if it can be published and is still wanted.
  ///
  /// A veto resigns the current activity unless the configuration says otherwise; an error changes nothing.
  ///
  /// - Throws: ``PublishingError``, what ``Action/prepareActivity(_:)`` threw, or what the recorder throws.
  func publish<Performed: Action>(
    _ draft: ActivityDraft, of request: ActionRequest<Performed>
  ) async throws -> Publication {
    func record(_ decision: PublicationTrace.Decision) {
      trace.record(
        PublicationTrace.Entry(
          instant: request.context.circumstances.instant, feature: request.feature.name,
          action: Performed.name, decision: decision))
    }
    switch draft.outcome {
    case .failed(let error):
      record(.failed(errorType: String(describing: type(of: error))))
      throw error
    case .refused(let faults):
      record(.refused(faults))
      throw PublishingError.faulty(action: Performed.name, faults: faults)
    case .omitted(let omission):
      record(.omitted(omission))
      if omission == .vetoed, configuration.resignsWhenVetoed { await center.resignCurrent() }
      return Publication(omitted: omission)
    case .ready(let activity):
      guard switches.areActivitiesEnabled else {  // switched off while it waited for its turn
        record(.omitted(.switchedOff))
        return Publication(omitted: .switchedOff)
      }
      do {
        let donation = try await center.publish(
          activity, in: request.context.circumstances, source: request.context.source.donationSource)
        record(.published)
        return Publication(donation, advice: advice(of: draft, on: activity))
      } catch {
        record(.failed(errorType: String(describing: type(of: error))))
        throw error
      }
    }
  }

  /// The draft's advice, and what only several activities show.
  private func advice(of draft: ActivityDraft, on activity: UserActivity) -> [PublishingAdvice] {
    let vary = trace.changesRequiredKeys(to: activity.requiredUserInfoKeys, ofType: activity.activityType)
    return draft.advice + (vary ? [.requiredKeysVary] : [])
  }
}
