public import Features

/// A group of reasons for or against a suggestion: a kind of evidence, or a rule about something
/// that evidence does not cover.
public enum ReasonGroup: Hashable, Sendable {
  /// The evidence of donations.
  case evidence(FeatureGroup)
  /// The user's feedback on earlier suggestions of it.
  case feedback
  /// The savings that its program states: it runs without being opened, or saves time.
  case benefit
  /// The activity represents several with a combination of parameters in common.
  case combination
  /// A program's hint that it may matter now.
  case hint

  /// The name in JSON, which never changes.
  public var name: String {
    switch self {
    case .evidence(let group): group.rawValue
    case .feedback: "feedback"
    case .benefit: "benefit"
    case .combination: "combination"
    case .hint: "hint"
    }
  }

  /// The name shown to users.
  public var title: String {
    switch self {
    case .evidence(.habit): "how often"
    case .evidence(.time): "time of day"
    case .evidence(.previous): "what came before"
    case .evidence(.rhythm): "how regularly"
    case .evidence(.place): "place"
    case .evidence(.context): "circumstances"
    case .evidence(.recency): "how recently"
    case .evidence(.sharedParameters): "in common"
    case .evidence(.agreement): "all this together"
    case .feedback: "your feedback"
    case .benefit: "what it saves"
    case .combination: "several in one"
    case .hint: "a program's hint"
    }
  }
}
