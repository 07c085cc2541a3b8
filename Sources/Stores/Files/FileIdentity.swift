internal import Glibc

/// The device of a file and its number there, which identify it whatever its name is.
///
/// It stays the same when the file is renamed. Another file with its name has another one.
package struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  private let device: UInt64
  private let number: UInt64

  /// Both numbers, as text.
  package var description: String { "\(device):\(number)" }

  /// Asks the system which file a path leads to; links are followed.
  ///
  /// - Returns: `nil` if there is none, or the system does not say.
  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
