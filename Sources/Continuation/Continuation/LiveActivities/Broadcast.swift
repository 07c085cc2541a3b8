internal import Activities
internal import Synchronization

/// A broadcast of events to every subscriber, in the order in which they happen.
///
/// Subscribing is optional, and slow readers lose the oldest events instead of filling the
/// program's memory.
final class Broadcast<Event: Sendable>: Sendable {
  private struct Subscribers {
    var lastNumber: UInt64 = 0
    var continuations: [UInt64: AsyncStream<Event>.Continuation] = [:]
  }

  /// The number of events that may wait for a subscriber.
  static var buffered: Int { 256 }

  private let subscribers = Mutex(Subscribers())

  /// Subscribes to all events from now on.
  func stream() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(Self.buffered))
    let number = subscribers.withLock {
      $0.lastNumber += 1
      $0.continuations[$0.lastNumber] = continuation
      return $0.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.subscribers.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sends an event.
  func send(_ event: Event) {
    subscribers.withLock { subscribers in
      for continuation in subscribers.continuations.values { continuation.yield(event) }
    }
  }

  deinit {
    let continuations = subscribers.withLock { $0.continuations }
    for continuation in continuations.values { continuation.finish() }
  }
}
