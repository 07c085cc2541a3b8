/// Takes events to an analytics service.
public protocol AnalyticsProvider: Sendable {
  /// An action with a name in the analytics begins.
  func eventWillBegin(_ event: AnalyticsEvent) async
  /// It has ended.
  func eventDidEnd(_ event: AnalyticsEvent, with ending: AnalyticsEnding) async
}
