internal import Activities

/// What became of a performed action's activity before it is published.
struct ActivityDraft: Sendable {
  enum Outcome: Sendable {
    /// It can be published.
    case ready(UserActivity)
    /// There is nothing to publish.
    case omitted(Publication.Omission)
    /// It cannot be published; all reasons.
    case refused([ActivityFault])
    /// The action's hook threw.
    case failed(any Error)
  }

  let outcome: Outcome
  /// What could be better about one that can be published.
  var advice: [PublishingAdvice] = []
}
