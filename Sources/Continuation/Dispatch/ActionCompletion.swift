/// How a request ended: what observers are told.
public struct ActionCompletion: Sendable {
  /// What was done, or why it was not.
  public let result: Result<ActionOutcome, any Error>
  /// Whether it closed what the user was doing in the feature.
  public let terminatesFeature: Bool
  /// How long the action took, without publishing; `nil` if the dispatcher was given nothing to measure with.
  public let duration: Duration?

  /// The result without what may be about the user.
  public var ending: ActionEnding {
    switch result {
    case .success: .success
    case .failure(is CancellationError): .cancelled
    case .failure(let error): .failure(errorType: "\(type(of: error))")
    }
  }
}
