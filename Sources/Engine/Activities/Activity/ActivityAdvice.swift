/// A problem with an activity that works but that its program should look at.
///
/// Advice is collected, never printed: call ``UserActivity/advice(limits:)``, or listen to
/// ``ActivityCenter/events``.
public struct ActivityAdvice: Hashable, Sendable {
  /// The activity type in question.
  public let activityType: String
  /// The kind of advice.
  public let kind: Kind

  /// A kind of advice about an activity.
  public enum Kind: Hashable, Sendable {
    /// The payload has more bytes than advised.
    case largePayload(size: Int, advised: Int)
    /// The type was published more than `advised` times within a minute.
    case publishedOften(count: Int, advised: Int)
    /// All keys are compared and persisted, because no required keys are named.
    case requiredKeysUnset
    /// Required keys without a value.
    case requiredKeysWithoutValue([String])
    /// It may be suggested, but has no phrase to invoke it by.
    case noInvocationPhrase
    /// It may be searched, suggested or handed over, but has no title to show.
    case noTitle
    /// It may be offered to others, but has neither web page nor required keys to offer.
    case publicIndexingWithoutTarget
  }

  /// Creates a piece of advice.
  public init(about activityType: String, _ kind: Kind) {
    self.activityType = activityType
    self.kind = kind
  }
}

extension ActivityAdvice: CustomStringConvertible {
  /// The type, the problem, and how to fix it.
  public var description: String { "\(activityType): \(words)" }

  private var words: String {
    switch kind {
    case .largePayload(let size, let advised):
      "userInfo has \(size) bytes, more than \(advised); the larger it is, the longer continuing takes"
    case .publishedOften(let count, let advised):
      "published \(count) times within a minute, more than \(advised); publish significant checkpoints only"
    case .requiredKeysUnset:
      "all keys of userInfo are compared; name the required ones, or noise hides the habit"
    case .requiredKeysWithoutValue(let keys): "no value for the required keys \(keys.joined(separator: ", "))"
    case .noInvocationPhrase: "no suggested invocation phrase; propose a short one"
    case .noTitle: "no title; say what it does, verb first"
    case .publicIndexingWithoutTarget: "public indexing needs a web page or required keys"
    }
  }
}

extension UserActivity {
  /// Returns the advice on this activity, in a fixed order.
  public func advice(limits: PayloadLimits = PayloadLimits()) -> [ActivityAdvice] {
    var kinds: [ActivityAdvice.Kind] = []
    let size = payloadSize
    if size > limits.advisedSize { kinds.append(.largePayload(size: size, advised: limits.advisedSize)) }
    if requiredUserInfoKeys == nil, !userInfo.isEmpty { kinds.append(.requiredKeysUnset) }
    let missing = (requiredUserInfoKeys ?? []).filter { userInfo[$0] == nil }
    if !missing.isEmpty { kinds.append(.requiredKeysWithoutValue(missing.sorted())) }
    if isEligibleForPrediction, suggestedInvocationPhrase == nil { kinds.append(.noInvocationPhrase) }
    if isEligibleForPrediction || isEligibleForSearch || isEligibleForHandoff, title?.isEmpty ?? true {
      kinds.append(.noTitle)
    }
    if isEligibleForPublicIndexing, webpageURL == nil, requiredUserInfoKeys?.isEmpty ?? true {
      kinds.append(.publicIndexingWithoutTarget)
    }
    return kinds.map { ActivityAdvice(about: activityType, $0) }
  }
}
