/// In which order an action is looked for that continues an activity.
public struct ContinuationOrder: Hashable, Sendable {
  /// One way to find an action.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// By the URL that publishing left in `userInfo` for an action with a route.
    case actionURL
    /// By the activity type; the action has to be eligible for activities, and its input ``ActivityCodable``.
    case activityType
    /// By the activity's web page.
    case webpageURL
  }

  /// The ways, the first one first.
  public let steps: [Step]
  /// Whether the next way is tried when one applies but leads nowhere.
  ///
  /// Only "leads nowhere" counts: an input that cannot be read, or a feature that is not available, is an answer.
  public let fallsThrough: Bool

  /// Puts the ways in an order.
  public init(_ steps: [Step], fallsThrough: Bool = true) {
    self.steps = steps
    self.fallsThrough = fallsThrough
  }

  /// URL of the action, then activity type, then web page: what says most of the action goes first.
  public static let standard = ContinuationOrder([.actionURL, .activityType, .webpageURL])
  /// As in Flint: the web page hides the activity type, even if no route fits it.
  public static let flint = ContinuationOrder([.actionURL, .webpageURL, .activityType], fallsThrough: false)
}
