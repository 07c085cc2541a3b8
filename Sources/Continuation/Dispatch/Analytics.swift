internal import Activities

/// Tells an analytics service about the actions that have a name there.
///
/// What an action says about a request is asked once, when it begins, and told again at its end.
public actor Analytics: ActionDispatchObserver {
  /// Whether beginnings are told; the end of what was told is told in any case.
  public private(set) var isEnabled: Bool
  private let provider: any AnalyticsProvider
  private var begun: [ActionRequestIdentifier: AnalyticsEvent] = [:]

  /// Ties actions to a service.
  public init(provider: any AnalyticsProvider, isEnabled: Bool = true) {
    self.provider = provider
    self.isEnabled = isEnabled
  }

  /// Switches it on or off.
  public func setEnabled(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Tells a beginning, if the action has a name in the analytics.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {
    guard isEnabled, let analyticsID = Performed.analyticsID else { return }
    let event = AnalyticsEvent(
      analyticsID: analyticsID, attributes: Performed.analyticsAttributes(for: request),
      request: request.identifier, instant: request.context.circumstances.instant)
    begun[request.identifier] = event
    await provider.eventWillBegin(event)
  }

  /// Tells the end of what was told to begin.
  public func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion
  ) async {
    guard let event = begun.removeValue(forKey: request.identifier) else { return }
    await provider.eventDidEnd(
      event, with: AnalyticsEnding(ending: completion.ending, duration: completion.duration))
  }
}
