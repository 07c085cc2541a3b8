internal import Dispatch
internal import Synchronization

/// Work that waits for the file system, which may never answer.
enum TimeLimit {
  /// Returns the result of work, or `nil` if it takes longer than a duration; then the work goes
  /// on, and its result is dropped.
  ///
  /// It runs on a thread of its own, because a call of the system cannot be cancelled.
  static func result<Value: Sendable>(
    within limit: Duration, of work: @escaping @Sendable () -> Value
  ) async -> Value? {
    let first = FirstResult<Value>()
    return await withCheckedContinuation { continuation in
      first.expect(continuation)
      DispatchQueue.global().async { first.resume(work()) }
      Task {
        try? await Task.sleep(for: limit)
        first.resume(nil)
      }
    }
  }
}

/// A continuation that the first of two results resumes.
private final class FirstResult<Value: Sendable>: Sendable {
  private let waiting = Mutex<CheckedContinuation<Value?, Never>?>(nil)

  func expect(_ continuation: CheckedContinuation<Value?, Never>) {
    waiting.withLock { $0 = continuation }
  }

  func resume(_ value: Value?) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: value)
  }
}
