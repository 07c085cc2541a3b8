/// Something that works, but could be better: what a compiler would warn of.
public enum RegistrationAdvice: Hashable, Sendable {
  /// A feature does not say what it is for.
  case featureWithoutDescription(feature: String)
  /// A feature has neither actions nor features.
  case emptyFeature(feature: String)
  /// An action does not say what it does.
  case actionWithoutDescription(action: String)
  /// An action wants to be suggested, but not how it is called.
  case predictionWithoutPhrase(action: String)
  /// An action has a phrase that nobody will see, because it is not eligible for prediction.
  case phraseWithoutPrediction(action: String)
  /// Several actions suggest the same phrase, but for upper and lower case.
  case samePhrase(String, actions: [String])
  /// An activity type that a program of the past could have stored, but which several actions could have had: it leads
  /// to none of them. Say whose it was in `formerActivityTypes`.
  case ambiguousAlias(String, actions: [String])
}

extension RegistrationAdvice: CustomStringConvertible {
  /// What to do.
  public var description: String {
    switch self {
    case .featureWithoutDescription(let feature): "\(feature): say what it is for in `description`"
    case .emptyFeature(let feature): "\(feature): declare an action, or remove it"
    case .actionWithoutDescription(let action): "\(action): say what it does in `description`"
    case .predictionWithoutPhrase(let action):
      "\(action): give a `suggestedInvocationPhrase`, because it is eligible for prediction"
    case .phraseWithoutPrediction(let action):
      "\(action): make it eligible for prediction, or drop its phrase, which nobody sees"
    case .samePhrase(let phrase, let actions):
      "\(actions.joined(separator: ", ")): give each its own phrase instead of \"\(phrase)\""
    case .ambiguousAlias(let type, let actions):
      "\(type) could be \(actions.joined(separator: " or ")); say whose it was in `formerActivityTypes`"
    }
  }
}
