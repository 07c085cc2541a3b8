public import Activities

/// A successfully performed action, with the result of publishing its activity.
///
/// A failure to publish does not undo the action, so it is separate from the action's failure.
public struct ActionOutcome: Sendable {
  /// The donation that was kept, `nil` if the action makes no activity, or the reason why there is
  /// none.
  public let publication: Result<Donation?, any Error>
  /// Advice on the properties of the published activity, and on its publication.
  public let advice: [PublishingAdvice]
  /// The hints kept from its associated intents, or the reason why there are none.
  public let intentHints: Result<[IntentHint], any Error>
  /// A Boolean value that indicates whether it ended the user's work in the feature.
  public let terminatesFeature: Bool

  init(
    publication: Result<Donation?, any Error>, advice: [PublishingAdvice] = [],
    intentHints: Result<[IntentHint], any Error> = .success([]),
    terminatesFeature: Bool = false
  ) {
    self.publication = publication
    self.advice = advice
    self.intentHints = intentHints
    self.terminatesFeature = terminatesFeature
  }
}

extension ActionOutcome: CustomStringConvertible {
  /// The result for the activity and the number of hints, without the user's data.
  public var description: String {
    let published =
      switch publication {
      case .success(.some): "published"
      case .success(.none): "not published"
      case .failure(let error): "not published (\(type(of: error)))"
      }
    let hints =
      switch intentHints {
      case .success(let hints): "\(hints.count) hints"
      case .failure(let error): "no hints (\(type(of: error)))"
      }
    return "performed, \(published), \(hints)"
  }
}

/// The completion of a request, as observers see it.
public struct ActionCompletion: Sendable {
  /// The outcome, or the reason why there is none.
  public let result: Result<ActionOutcome, any Error>
  /// A Boolean value that indicates whether it ended the user's work in the feature.
  public let terminatesFeature: Bool
  /// The duration of the action, without publishing; `nil` if the dispatcher has no clock to
  /// measure with.
  public let duration: Duration?

  /// The result without anything that may be about the user.
  public var ending: ActionEnding {
    switch result {
    case .success: .success
    case .failure(is CancellationError): .cancelled
    case .failure(let error): .failure(errorType: "\(type(of: error))")
    }
  }
}

/// The end of a request, as logs may show it.
public enum ActionEnding: Hashable, Sendable {
  /// It succeeded.
  case success
  /// It failed with an error of this type; the error's text may be about the user.
  case failure(errorType: String)
  /// It was cancelled, which counts as not done.
  case cancelled
}

extension ActionEnding: CustomStringConvertible {
  /// The end in words.
  public var description: String {
    switch self {
    case .success: "success"
    case .failure(let errorType): "failure (\(errorType))"
    case .cancelled: "cancelled"
    }
  }
}

/// The reason why an action was not performed at all.
public enum ActionPerformError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The feature does not declare the action, or is not registered.
  case actionNotDeclared(action: String, feature: String)
  /// The feature, or a group that contains it, is unavailable now, or its availability is unknown.
  case requiredFeatureNotAvailable(feature: String)

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .actionNotDeclared(let action, let feature):
      "\(feature) does not declare \(action); declare it in `prepare`, and register the feature"
    case .requiredFeatureNotAvailable(let feature):
      "\(feature) is not available; ask for its action with `request` before you offer it"
    }
  }
}
