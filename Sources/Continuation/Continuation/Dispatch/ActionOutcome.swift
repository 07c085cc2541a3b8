public import Activities

/// An action that was performed with success, and what became of its activity.
///
/// A failure to publish does not undo it: the action did happen, so this is told apart from its
/// failure.
public struct ActionOutcome: Sendable {
  /// The donation that is kept now; `nil` if no activity was to be made of it; or why there is
  /// none.
  public let publication: Result<Donation?, any Error>
  /// Advice on the activity that was published: on its own properties, and on the way in which it
  /// is published.
  public let advice: [PublishingAdvice]
  /// The hints that were kept of its associated intents; or why there are none.
  public let intentHints: Result<[IntentHint], any Error>
  /// A Boolean value that indicates whether it closed what the user was doing in the feature.
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
  /// The fate of the activity and the number of hints; nothing of what the user did.
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

/// The end of a request, as observers are told of it.
public struct ActionCompletion: Sendable {
  /// The outcome, or the reason why there is none.
  public let result: Result<ActionOutcome, any Error>
  /// A Boolean value that indicates whether it closed what the user was doing in the feature.
  public let terminatesFeature: Bool
  /// The time that the action took, without publishing; `nil` if the dispatcher was given nothing
  /// to measure with.
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

/// The end of a request, as logs may tell it.
public enum ActionEnding: Hashable, Sendable {
  /// It was done.
  case success
  /// It failed, with an error of this type: what errors say may be about the user.
  case failure(errorType: String)
  /// It was called off, which counts as not done.
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

/// The reason for which an action was not performed at all.
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
