public import Activities

/// An observer that reports actions to an analytics service, if they have a name there.
///
/// It asks an action about a request once, when it begins, and reports the same event at its end.
public actor Analytics: ActionDispatchObserver {
  /// A Boolean value that indicates whether beginnings are reported; the end of a reported
  /// beginning always is.
  public private(set) var isEnabled: Bool
  private let provider: any AnalyticsProvider
  private var begun: [ActionRequestIdentifier: AnalyticsEvent] = [:]

  /// Creates an observer that reports to a service.
  public init(provider: any AnalyticsProvider, isEnabled: Bool = true) {
    self.provider = provider
    self.isEnabled = isEnabled
  }

  /// Switches it on or off.
  public func setEnabled(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Reports a beginning if the action has a name in the analytics.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {
    guard isEnabled, let analyticsID = Performed.analyticsID else { return }
    let event = AnalyticsEvent(
      analyticsID: analyticsID, attributes: Performed.analyticsAttributes(for: request),
      request: request.identifier, instant: request.context.circumstances.instant)
    begun[request.identifier] = event
    await provider.eventWillBegin(event)
  }

  /// Reports the end if its beginning was reported.
  public func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion
  ) async {
    guard let event = begun.removeValue(forKey: request.identifier) else { return }
    await provider.eventDidEnd(
      event, with: AnalyticsEnding(ending: completion.ending, duration: completion.duration))
  }
}

/// A client of an analytics service.
public protocol AnalyticsProvider: Sendable {
  /// An action with a name in the analytics begins.
  func eventWillBegin(_ event: AnalyticsEvent) async
  /// It has ended.
  func eventDidEnd(_ event: AnalyticsEvent, with ending: AnalyticsEnding) async
}

/// A request as the analytics service sees it, the same at its beginning and its end.
public struct AnalyticsEvent: Hashable, Sendable {
  /// The action's name in the analytics.
  public let analyticsID: String
  /// The attributes that the action gives for the request.
  public let attributes: [String: ActivityValue]
  /// The identifier that connects beginning and end.
  public let request: ActionRequestIdentifier
  /// The moment of its beginning.
  public let instant: Instant
}

/// The end of an event.
public struct AnalyticsEnding: Hashable, Sendable {
  /// The kind of end; for an error, only its type.
  public let ending: ActionEnding
  /// The duration; `nil` if the dispatcher has no clock to measure with.
  public let duration: Duration?
}
