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
