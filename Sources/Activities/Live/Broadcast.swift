internal import Synchronization

/// Tells every listener what happens, in the order in which it happens.
///
/// Nobody has to listen, and whoever listens too slowly loses the oldest events, not the memory of the program.
final class Broadcast<Event: Sendable>: Sendable {
  private struct Listeners {
    var lastNumber: UInt64 = 0
    var continuations: [UInt64: AsyncStream<Event>.Continuation] = [:]
  }

  /// So many events wait for a listener.
  static var buffered: Int { 256 }

  private let listeners = Mutex(Listeners())

  /// Everything from now on.
  func stream() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(Self.buffered))
    let number = listeners.withLock {
      $0.lastNumber += 1
      $0.continuations[$0.lastNumber] = continuation
      return $0.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Tells an event.
  func send(_ event: Event) {
    listeners.withLock { listeners in
      for continuation in listeners.continuations.values { continuation.yield(event) }
    }
  }

  deinit {
    let continuations = listeners.withLock { $0.continuations }
    for continuation in continuations.values { continuation.finish() }
  }
}
