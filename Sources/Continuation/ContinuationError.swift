public import Activities

/// Why an action was refused.
///
/// An action's own errors are not among them: they reach the caller as they are.
public enum ContinuationError: Error, Equatable, Sendable {
  /// Two actions declare the same activity type.
  case duplicateActivityType(String)
  /// No action, or another one, was declared for the activity type.
  case unknownActivityType(String)
  /// The activity has expired at the moment of continuation.
  case expired
  /// The input cannot be made of what was handed back, or lacks a key that it requires.
  case undecodable(ActivityCodableError)
  /// The action makes an activity that cannot be.
  case invalidActivity(ActivityError)
  /// The action was performed, but the log takes its donation for a duplicate whatever its ordinal.
  case donationRefused
}

extension ContinuationError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .duplicateActivityType(let type): "two actions declare the activity type \(type); give each its own"
    case .unknownActivityType(let type): "no action was declared for the activity type \(type)"
    case .expired: "the activity has expired"
    case .undecodable(let error): "the activity cannot be continued: \(error.description)"
    case .invalidActivity(let error): "the action's activity is not valid: \(error.description)"
    case .donationRefused: "the action was performed, but the log did not take its donation"
    }
  }
}
