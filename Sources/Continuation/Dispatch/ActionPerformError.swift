/// Why an action was not performed at all.
public enum ActionPerformError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The feature does not declare the action, or is not registered.
  case actionNotDeclared(action: String, feature: String)
  /// The feature, or a group that it is in, is not available now, or nobody knows yet.
  case requiredFeatureNotAvailable(feature: String)

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .actionNotDeclared(let action, let feature):
      "\(feature) does not declare \(action); declare it in `prepare`, and register the feature"
    case .requiredFeatureNotAvailable(let feature):
      "\(feature) is not available; ask for its action with `request` before you offer it"
    }
  }
}
