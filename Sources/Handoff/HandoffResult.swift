public import Foundation

/// What came of accepting an offer.
public enum HandoffResult: Sendable {
  /// The activity arrived, was continued, and the origin was told.
  case delivered(HandoffDelivery)
  /// The activity arrived, and this program did not continue it; the origin goes on offering it.
  case declined
  /// The offer does not stand any more: continued elsewhere or here before, being continued, or no longer current.
  case withdrawn
  /// This program does not declare the type; the origin was not asked.
  case unknownType
  /// The origin is of another publisher.
  case otherPublisher
  /// The activity has more bytes than one of the two programs takes.
  case tooLarge(bytes: Int, limit: Int)
  /// The origin took too long.
  case timedOut
  /// The origin cannot be reached, or went away before the activity arrived.
  case connectionUnavailable
  /// Anything else.
  case failed(HandoffError)

  init(_ error: HandoffError) {
    switch error {
    case .withdrawn: self = .withdrawn
    case .otherPublisher: self = .otherPublisher
    case .payloadTooLarge(let bytes, let limit): self = .tooLarge(bytes: bytes, limit: limit)
    case .timedOut: self = .timedOut
    case .connectionUnavailable: self = .connectionUnavailable
    default: self = .failed(error)
    }
  }

  /// The error that `NSUserActivity` gives in this case; `nil` if the activity was delivered.
  public var cocoaError: CocoaError? {
    switch self {
    case .delivered: nil
    case .declined, .unknownType: CocoaError(.userActivityHandoffFailed)
    case .withdrawn: HandoffError.withdrawn.cocoaError
    case .otherPublisher: HandoffError.otherPublisher.cocoaError
    case .tooLarge(let bytes, let limit): HandoffError.payloadTooLarge(bytes: bytes, limit: limit).cocoaError
    case .timedOut: HandoffError.timedOut.cocoaError
    case .connectionUnavailable: HandoffError.connectionUnavailable.cocoaError
    case .failed(let error): error.cocoaError
    }
  }
}
