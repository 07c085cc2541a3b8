internal import Foundation

/// A read from a place of an open file, whatever its offset is.
package enum PositionedRead {
  /// The system refused to read.
  package struct Refusal: Error, Equatable {
    /// Its error number.
    package let code: Int32
  }

  /// Returns so many bytes from a place on, or fewer if the file ends before.
  ///
  /// A signal that comes first does not end it; Foundation would call that an error.
  ///
  /// - Parameters:
  ///   - descriptor: An open file.
  ///   - offset: The place of the first byte, from 0.
  ///   - count: The number of bytes; not negative.
  /// - Throws: ``Refusal``, for example with `EIO` for a disk that does not give them.
  package static func bytes(
    of descriptor: Int32, at offset: Int, count: Int
  ) throws(Refusal) -> [UInt8] {
    // An array of no capacity is the one that all threads share, and its count would be written.
    guard count > 0 else { return [] }
    var refusal: Refusal?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(buffer)[filled...]
        let read = unsafe pread(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count,
          off_t(offset + filled))
        if read < 0, errno == EINTR { continue }
        if read < 0 { refusal = Refusal(code: errno) }
        guard read > 0 else { return }
        filled += read
      }
    }
    if let refusal { throw refusal }
    return bytes
  }
}
