public import Features

/// What speaks for or against a suggestion: a kind of evidence, or one of the stated rules that know what no evidence tells.
public enum ReasonGroup: Hashable, Sendable {
  /// What donations show.
  case evidence(FeatureGroup)
  /// What the user made of it when it was shown.
  case feedback
  /// What its program says that it saves: it runs without being opened, or saves time.
  case benefit
  /// It stands for several activities that have a combination of parameters in common.
  case combination
  /// What a program said may matter now.
  case hint

  /// Its name, as it is printed and written to JSON.
  public var name: String {
    switch self {
    case .evidence(let group): group.rawValue
    case .feedback: "feedback"
    case .benefit: "benefit"
    case .combination: "combination"
    case .hint: "hint"
    }
  }
}
