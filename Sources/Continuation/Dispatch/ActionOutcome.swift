public import Activities

/// An action that was performed with success, and what became of its activity.
///
/// That it could not be published does not undo it: the action did happen, so this is told apart from its failure.
public struct ActionOutcome: Sendable {
  /// The donation that is kept now; `nil` if no activity was to be made of it; or why there is none.
  public let publication: Result<Donation?, any Error>
  /// What could be better about the activity that was published: of its own, and of the way in which it is published.
  public let advice: [PublishingAdvice]
  /// The hints that were kept of its associated intents; or why there are none.
  public let intentHints: Result<[IntentHint], any Error>
  /// Whether it closed what the user was doing in the feature.
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
  /// Whether it was published, and how many hints there are; nothing of what the user did.
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
