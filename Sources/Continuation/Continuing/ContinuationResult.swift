/// What became of an activity or a URL that was to be continued.
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

  /// Who turned it down.
  public enum Rejection: Hashable, Sendable {
    case unsupported, byUser, byApplication
  }

  /// Why it may not be continued.
  public enum Refusal: Hashable, Sendable {
    case expired, otherPublisher, undeclaredType, inboxFull
    /// A rule at the door hashed what is needed to do it again (`HashSecret`); there is nothing to continue with.
    case hashed
  }

  /// Whether the user got what they wanted: performed now, or there already.
  public var isSuccess: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .undecodable, .failed, .cancelled: false
    }
  }

  /// Whether a second delivery of the same must not be tried.
  ///
  /// The action ran, or the user or the payload decided; anything else may go differently the next time.
  var isFinal: Bool {
    switch self {
    case .success, .alreadySatisfied, .alreadyDelivered, .rejected(.byUser), .undecodable, .failed: true
    case .noMapping, .disabled, .unavailable, .rejected, .refused, .cancelled: false
    }
  }
}
