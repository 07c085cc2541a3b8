/// The result of continuing an activity or opening a URL.
public enum ContinuationResult: Sendable {
  /// The action was performed.
  case success(ActionOutcome)
  /// The program already shows it.
  case alreadySatisfied
  /// This delivery was continued before, or is being continued; nothing was done.
  case alreadyDelivered
  /// No action continues it.
  case noMapping
  /// Continuing is switched off.
  case disabled
  /// The action's feature is not available now.
  case unavailable(feature: String)
  /// The program's router declined it.
  case rejected(Rejection)
  /// It may not be continued here.
  case refused(Refusal)
  /// The action's input cannot be read from it.
  case undecodable(ActivityCodableError)
  /// The action failed, with a `CancellationError` if it was cancelled while running.
  case failed(any Error)
  /// It was cancelled before the action began; nothing was done.
  case cancelled

  /// The party that declined it.
  public enum Rejection: Hashable, Sendable {
    case unsupported, byUser, byApplication
  }

  /// The reason why it may not be continued.
  public enum Refusal: Hashable, Sendable {
    case expired, otherPublisher, undeclaredType, inboxFull
    /// On ingestion, a rule hashed values that are needed to do it again (`HashSecret`).
    case hashed
  }

  /// A Boolean value that indicates whether the user got the desired result, now or before.
  public var isSuccess: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .undecodable, .failed, .cancelled: false
    }
  }

  /// A Boolean value that indicates whether the same delivery must not be tried again.
  ///
  /// Then the action ran, or the user or the payload decided; any other result may differ the next
  /// time.
  var isFinal: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered, .rejected(.byUser), .undecodable, .failed: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .cancelled: false
    }
  }
}
