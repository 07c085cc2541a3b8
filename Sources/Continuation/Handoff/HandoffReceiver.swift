public import Activities
public import Foundation

/// A program that continues activities of others; its methods are called in this order.
///
/// First ``willContinue(activityType:)``; then either ``continueActivity(_:)`` or
/// ``didFailToContinue(activityType:with:)``.
public protocol HandoffReceiver: Sendable {
  /// An offer was accepted; only its type is known. Time to show that something is coming.
  func willContinue(activityType: String) async

  /// The activity has arrived.
  ///
  /// The origin is told that it was continued when this returns true, or when a stream is opened.
  /// Called once for an offer: if the origin cannot be told, telling is repeated, not this.
  ///
  /// - Returns: Whether it was continued; false leaves it with the origin.
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool

  /// Nothing arrived.
  func didFailToContinue(activityType: String, with result: HandoffResult) async
}

/// Continues whatever arrives: for callers that go on with the result of accepting.
struct DefaultReceiver: HandoffReceiver {
  func willContinue(activityType: String) async {}
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool { true }
  func didFailToContinue(activityType: String, with result: HandoffResult) async {}
}

/// An activity that arrived, and the way back to its origin.
public struct HandoffDelivery: Sendable {
  /// The activity to continue, as its origin saved it for this.
  public let activity: UserActivity
  /// The identifier of the program that it comes from.
  public let application: String
  /// A Boolean value that indicates whether the origin has confirmed that it was told; false as
  /// long as ``HandoffReceiver/continueActivity(_:)`` runs.
  ///
  /// False in a result: the origin went away after it had sent the activity.
  public internal(set) var isConfirmed = false
  let acceptance: Acceptance

  /// Opens a stream of bytes in both directions to the origin; it counts as having continued the
  /// activity.
  ///
  /// There is one for each continuation.
  ///
  /// - Throws: ``HandoffError/streamsUnsupported`` if the activity was offered without,
  ///   ``HandoffError/streamAlreadyOpened`` the second time, ``HandoffError/withdrawn`` if the
  ///   activity was declined, and what a lost connection throws.
  public func openStream() async throws(HandoffError) -> HandoffStream {
    try await acceptance.openStream()
  }

  /// Closes the way back; a stream that is open stays so.
  public func close() async {
    await acceptance.close()
  }
}

/// The result of accepting an offer.
public enum HandoffResult: Sendable {
  /// The activity arrived, was continued, and the origin was told.
  case delivered(HandoffDelivery)
  /// The activity arrived, and this program did not continue it; the origin goes on offering it.
  case declined
  /// The offer does not stand any more: continued elsewhere or here before, being continued, or no
  /// longer current.
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
