internal import Glibc

/// A right that one process has at a time, by a lock on a file.
///
/// It ends with the process, however that ends, so a stale one cannot exist. The file stays,
/// because another process may be waiting for it.
package struct FileLock: Sendable {
  private let descriptor: Int32

  private static let pause = Duration.milliseconds(10)

  /// Waits for the right.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is created if it does not exist; only its owner may open
  ///     it.
  ///   - limit: How long to wait.
  /// - Returns: `nil` if another process has it for longer than that.
  /// - Throws: ``CannotOpen``, or `CancellationError`.
  package static func acquire(at path: String, within limit: Duration) async throws -> FileLock? {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CannotOpen() }
    let lock = FileLock(descriptor: descriptor)
    var waited = Duration.zero
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard waited < limit else {
        lock.release()
        return nil
      }
      do { try await Task.sleep(for: pause) } catch {
        lock.release()
        throw error
      }
      waited += pause
    }
    return lock
  }

  /// The file could not be opened.
  package struct CannotOpen: Error {}

  /// Gives the right back.
  package func release() { _ = close(descriptor) }
}
