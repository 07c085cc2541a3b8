public import Features

/// A group of reasons for or against a suggestion: a kind of evidence, or one of the stated rules that know
/// what no evidence tells.
public enum ReasonGroup: Hashable, Sendable {
  /// The evidence of donations.
  case evidence(FeatureGroup)
  /// The user's feedback when it was shown.
  case feedback
  /// The savings that its program states: it runs without being opened, or saves time.
  case benefit
  /// It stands for several activities that have a combination of parameters in common.
  case combination
  /// A program's hint that it may matter now.
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
