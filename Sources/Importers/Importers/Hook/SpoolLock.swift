internal import Glibc

/// The right to take in a spool, which one process has at a time.
struct SpoolLock {
  private let descriptor: Int32

  private static let (attempts, pause) = (20, Duration.milliseconds(10))

  /// Waits for the right; returns `nil` if another process has it for longer than 0.2 s.
  static func acquire(at path: String) async throws -> SpoolLock? {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let lock = SpoolLock(descriptor: descriptor)
    for _ in 1..<attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
      do { try await Task.sleep(for: pause) } catch {
        lock.release()
        throw error
      }
    }
    lock.release()
    return nil
  }

  func release() { _ = close(descriptor) }
}
