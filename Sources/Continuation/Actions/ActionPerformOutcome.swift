/// What an action says when it is done: whether it succeeded, and whether what the user was doing in the feature is over.
public enum ActionPerformOutcome: Sendable {
  /// It is done.
  case success
  /// It is done, and closes what the user was doing in the feature.
  case successWithFeatureTermination
  /// It failed.
  case failure(any Error)
  /// It failed, and closes what the user was doing in the feature.
  case failureWithFeatureTermination(any Error)

  /// Why it failed; `nil` if it succeeded.
  public var error: (any Error)? {
    switch self {
    case .success, .successWithFeatureTermination: nil
    case .failure(let error), .failureWithFeatureTermination(let error): error
    }
  }

  /// Whether the stack of the feature ends with it.
  public var terminatesFeature: Bool {
    switch self {
    case .success, .failure: false
    case .successWithFeatureTermination, .failureWithFeatureTermination: true
    }
  }

  /// The same outcome, with the end of what the user was doing in the feature.
  public var terminatingFeature: ActionPerformOutcome {
    error.map { .failureWithFeatureTermination($0) } ?? .successWithFeatureTermination
  }
}
