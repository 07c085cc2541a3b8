internal import Foundation
internal import Glibc

/// A file without a name that is only in memory, for code that reads a path.
package struct MemoryFile: ~Copyable {
  private let descriptor: Int32

  /// Creates a file with bytes; returns `nil` if the system refuses.
  package init?(_ bytes: [UInt8]) {
    let name = "/hunch-\(UUID().uuidString)"
    let descriptor = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { return nil }
    // From here on, only this process can reach it, and it disappears with the process.
    _ = unsafe shm_unlink(name)
    var position = 0
    while position < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress?.advanced(by: position), bytes.count - position)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        _ = close(descriptor)
        return nil
      }
      position += written
    }
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// The path at which this process can read the file, as long as this value exists.
  package var path: String { "/proc/self/fd/\(descriptor)" }
}
