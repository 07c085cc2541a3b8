public import Activities
public import Foundation

/// A program that continues activities of others.
///
/// First ``willContinue(activityType:)`` is called, then either ``continueActivity(_:)`` or
/// ``didFailToContinue(activityType:with:)``.
public protocol HandoffReceiver: Sendable {
  /// Called when an offer was accepted and only its type is known; show that something is coming.
  func willContinue(activityType: String) async

  /// Called when the activity has arrived.
  ///
  /// The origin is notified that it was continued when this returns true, or when a stream is
  /// opened. This is called once per offer: if the origin cannot be reached, only the notification
  /// is repeated.
  ///
  /// - Returns: Whether it was continued; false leaves it with the origin.
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool

  /// Called when no activity arrived.
  func didFailToContinue(activityType: String, with result: HandoffResult) async
}

/// A receiver that continues any activity, for callers that use the result of accepting.
struct DefaultReceiver: HandoffReceiver {
  func willContinue(activityType: String) async {}
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool { true }
  func didFailToContinue(activityType: String, with result: HandoffResult) async {}
}

/// An activity that arrived, with the connection to its origin.
public struct HandoffDelivery: Sendable {
  /// The activity to continue, freshly saved by its origin.
  public let activity: UserActivity
  /// The identifier of the program that it comes from.
  public let application: String
  /// A Boolean value that indicates whether the origin has confirmed the continuation; false while
  /// ``HandoffReceiver/continueActivity(_:)`` runs.
  ///
  /// If it is false in a result, the origin went away after sending the activity.
  public internal(set) var isConfirmed = false
  let acceptance: Acceptance

  /// Opens a stream of bytes in both directions to the origin, which counts as continuing the
  /// activity.
  ///
  /// Each continuation has one stream.
  ///
  /// - Throws: ``HandoffError/streamsUnsupported`` if the offer does not support streams,
  ///   ``HandoffError/streamAlreadyOpened`` the second time, ``HandoffError/withdrawn`` if the
  ///   activity was declined, or the error of a lost connection.
  public func openStream() async throws(HandoffError) -> HandoffStream {
    try await acceptance.openStream()
  }

  /// Closes the connection to the origin; an open stream stays open.
  public func close() async {
    await acceptance.close()
  }
}

/// The result of accepting an offer.
public enum HandoffResult: Sendable {
  /// The activity arrived and was continued, and the origin was notified.
  case delivered(HandoffDelivery)
  /// The activity arrived, and this program did not continue it; the origin still offers it.
  case declined
  /// The offer is no longer valid: continued elsewhere or here before, being continued, or no
  /// longer current.
  case withdrawn
  /// This program does not declare the type; the origin was not asked.
  case unknownType
  /// The origin is from another publisher.
  case otherPublisher
  /// The activity has more bytes than one of the two programs allows.
  case tooLarge(bytes: Int, limit: Int)
  /// The origin took too long.
  case timedOut
  /// The origin cannot be reached, or went away before the activity arrived.
  case connectionUnavailable
  /// Any other failure.
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

  /// The equivalent error of `NSUserActivity`, or `nil` if the activity was delivered.
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
