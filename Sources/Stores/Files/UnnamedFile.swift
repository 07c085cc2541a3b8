internal import Foundation
internal import Glibc

/// A temporary file without a name: it disappears with the process, however that ends.
///
/// Several threads may read it at the same time.
package final class UnnamedFile: Sendable {
  /// The system refused to create, write or read it.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32

    /// The reason, and how to fix it.
    package var description: String {
      "the temporary file cannot be written or read: error \(code) of the system; "
        + "check whether the disk is full"
    }

    /// The error of the last call.
    fileprivate static var last: Refusal { Refusal(code: errno) }
  }

  private let descriptor: Int32

  /// Creates an empty file in a folder.
  package init(in folder: String) throws(Refusal) {
    var descriptor = unsafe open(folder, Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      // A file system without such files.
      let path = folder + "/.hunch-\(UUID().uuidString)"
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { _ = unsafe unlink(path) }
    }
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  /// `O_TMPFILE`, which Glibc's module does not import.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  deinit { _ = close(descriptor) }

  /// Writes values at a position; returns the position after them.
  ///
  /// - Complexity: O(n).
  package func write<Value: BitwiseCopyable>(_ values: [Value], at position: Int) throws(Refusal) -> Int {
    var refusal: Refusal?
    let end = unsafe values.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = unsafe pwrite(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(position + done))
        if written < 0, errno == EINTR { continue }
        guard written > 0 else {
          refusal = written < 0 ? .last : Refusal(code: ENOSPC)
          break
        }
        done += written
      }
      return position + done
    }
    if let refusal { throw refusal }
    return end
  }

  /// Replaces the content of an array by values from a position on.
  ///
  /// - Throws: ``Refusal``, with `EIO` if the file ends first.
  /// - Complexity: O(n); no allocation once the array is large enough.
  package func read(_ count: Int, at position: Int, into values: inout [Float]) throws(Refusal) {
    if values.count != count {
      values.removeAll(keepingCapacity: true)
      values.append(contentsOf: repeatElement(0, count: count))
    }
    var refusal: Refusal?
    unsafe values.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < bytes.count {
        let read = unsafe pread(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(position + done))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          refusal = read < 0 ? .last : Refusal(code: EIO)
          break
        }
        done += read
      }
    }
    if let refusal { throw refusal }
  }
}
