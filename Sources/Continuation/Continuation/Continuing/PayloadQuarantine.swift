public import Activities
internal import Synchronization

/// The newest activities whose input could not be read, kept for people who debug, at most 64.
public final class PayloadQuarantine: Sendable {
  private static let capacity = 64
  private let kept = Mutex<[QuarantinedPayload]>([])

  init() {}

  /// The oldest of them first.
  public var payloads: [QuarantinedPayload] { kept.withLock(\.self) }

  /// Forgets all of them, as has to be done when the user wants something forgotten.
  public func removeAll() { kept.withLock { $0 = [] } }

  func insert(_ payload: QuarantinedPayload) {
    kept.withLock {
      if $0.count == Self.capacity { $0.removeFirst() }
      $0.append(payload)
    }
  }
}

/// An activity whose input could not be read.
public struct QuarantinedPayload: Equatable, Sendable, CustomStringConvertible {
  /// The activity, with its whole payload, for people who mend it.
  public let activity: UserActivity
  /// The identity that it had.
  public let identity: ActivityIdentity
  /// The reason why it could not be read.
  public let error: ActivityCodableError
  /// The moment at which that was tried.
  public let instant: Instant
  /// A Boolean value that indicates whether the engine was told, so that it is not suggested again.
  public let isRetired: Bool

  /// Type, identity and reason; nothing of what the user did.
  public var description: String {
    "\(activity.activityType) \(identity): \(error)\(isRetired ? "; retired" : "")"
  }
}
