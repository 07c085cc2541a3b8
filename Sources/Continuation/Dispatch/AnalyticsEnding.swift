/// How an event ended.
public struct AnalyticsEnding: Hashable, Sendable {
  /// How; of an error, only its type.
  public let ending: ActionEnding
  /// How long it took; `nil` if the dispatcher was given nothing to measure with.
  public let duration: Duration?
}
