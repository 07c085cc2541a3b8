public import Activities

/// Tells an analytics service about the actions that have a name there.
///
/// An action is asked once about a request, when it begins, and the same is told at its end.
public actor Analytics: ActionDispatchObserver {
  /// A Boolean value that indicates whether beginnings are told; the end of what was told is told
  /// in any case.
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

/// Takes events to an analytics service.
public protocol AnalyticsProvider: Sendable {
  /// An action with a name in the analytics begins.
  func eventWillBegin(_ event: AnalyticsEvent) async
  /// It has ended.
  func eventDidEnd(_ event: AnalyticsEvent, with ending: AnalyticsEnding) async
}

/// A request as the analytics are told of it, at its beginning and, the same, at its end.
public struct AnalyticsEvent: Hashable, Sendable {
  /// The action's name in the analytics.
  public let analyticsID: String
  /// The attributes that the action tells of the request.
  public let attributes: [String: ActivityValue]
  /// Ties end to beginning.
  public let request: ActionRequestIdentifier
  /// The moment of its beginning.
  public let instant: Instant
}

/// The end of an event.
public struct AnalyticsEnding: Hashable, Sendable {
  /// The kind of end; of an error, only its type.
  public let ending: ActionEnding
  /// The time that it took; `nil` if the dispatcher was given nothing to measure with.
  public let duration: Duration?
}
