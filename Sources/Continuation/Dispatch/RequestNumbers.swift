internal import Synchronization

/// Numbers the requests of each session from 1; after the last number comes 1 again.
final class RequestNumbers: Sendable {
  private let last: Mutex<[ActionSession: UInt64]>

  /// - Parameter last: The numbers that were given last.
  init(last: [ActionSession: UInt64] = [:]) {
    self.last = Mutex(last)
  }

  func next(in session: ActionSession) -> UInt64 {
    last.withLock { last in
      let number = (last[session] ?? 0) &+ 1
      last[session] = max(1, number)
      return max(1, number)
    }
  }
}
