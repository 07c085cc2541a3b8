internal import Synchronization

/// Remembers which deliveries were continued, so that a transport may deliver one several times.
///
/// It forgets the oldest beyond its capacity: a transport tries again within minutes, not for ever.
final class DeliveryLedger: Sendable {
  private struct Deliveries {
    var known: Set<String> = []
    /// The same, in the order of arrival.
    var order: [String] = []
  }

  private let capacity: Int
  private let deliveries = Mutex(Deliveries())

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Takes a delivery; `false` if it was taken before.
  func claim(_ identifier: String) -> Bool {
    deliveries.withLock {
      guard $0.known.insert(identifier).inserted else { return false }
      $0.order.append(identifier)
      if $0.order.count > capacity { $0.known.remove($0.order.removeFirst()) }
      return true
    }
  }

  /// Gives a delivery back that led to nothing, so that it can be tried again.
  func release(_ identifier: String) {
    deliveries.withLock {
      $0.known.remove(identifier)
      $0.order.removeAll { $0 == identifier }
    }
  }
}
