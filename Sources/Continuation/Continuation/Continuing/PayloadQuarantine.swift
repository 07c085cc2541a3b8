public import Activities
internal import Synchronization

/// The newest activities with unreadable input, at most 64, kept for debugging.
public final class PayloadQuarantine: Sendable {
  private static let capacity = 64
  private let kept = Mutex<[QuarantinedPayload]>([])

  init() {}

  /// The payloads, oldest first.
  public var payloads: [QuarantinedPayload] { kept.withLock(\.self) }

  /// Removes all payloads; call it when the user forgets something.
  public func removeAll() { kept.withLock { $0 = [] } }

  func insert(_ payload: QuarantinedPayload) {
    kept.withLock {
      if $0.count == Self.capacity { $0.removeFirst() }
      $0.append(payload)
    }
  }
}

/// An activity with unreadable input.
public struct QuarantinedPayload: Equatable, Sendable, CustomStringConvertible {
  /// The activity with its whole payload, for debugging.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// The reason why it could not be read.
  public let error: ActivityCodableError
  /// The moment of the attempt.
  public let instant: Instant
  /// A Boolean value that indicates whether the engine was notified, so that it is no longer
  /// suggested.
  public let isRetired: Bool

  /// The type, identity and reason, without the user's data.
  public var description: String {
    "\(activity.activityType) \(identity): \(error)\(isRetired ? "; retired" : "")"
  }
}
