/// The result of continuing an activity or opening a URL.
public enum ContinuationResult: Sendable {
  /// The action was performed.
  case success(ActionOutcome)
  /// The program shows that already.
  case alreadySatisfied
  /// This very delivery was continued before, or is being continued: nothing was done.
  case alreadyDelivered
  /// No action continues this.
  case noMapping
  /// Continuing is switched off.
  case disabled
  /// The action's feature is not available now.
  case unavailable(feature: String)
  /// The program's router turned it down.
  case rejected(Rejection)
  /// It may not be continued here.
  case refused(Refusal)
  /// The action's input cannot be read from it.
  case undecodable(ActivityCodableError)
  /// The action failed; with a `CancellationError` if it was called off while it ran.
  case failed(any Error)
  /// It was called off before the action began: nothing was done.
  case cancelled

  /// The party that turned it down.
  public enum Rejection: Hashable, Sendable {
    case unsupported, byUser, byApplication
  }

  /// The reason for which it may not be continued.
  public enum Refusal: Hashable, Sendable {
    case expired, otherPublisher, undeclaredType, inboxFull
    /// A rule hashed on ingestion what is needed to do it again (`HashSecret`); there is nothing to
    /// continue with.
    case hashed
  }

  /// A Boolean value that indicates whether the user got what they wanted: performed now, or there
  /// already.
  public var isSuccess: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .undecodable, .failed, .cancelled: false
    }
  }

  /// A Boolean value that indicates whether a second delivery of the same must not be tried.
  ///
  /// The action ran, or the user or the payload decided; anything else may go differently the next
  /// time.
  var isFinal: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered, .rejected(.byUser), .undecodable, .failed: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .cancelled: false
    }
  }
}
