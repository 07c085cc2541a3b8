internal import Foundation

/// A read from a position in an open file, whatever its offset is.
package enum PositionedRead {
  /// The system refused to read.
  package struct Refusal: Error, Equatable {
    /// The system's error number.
    package let code: Int32
  }

  /// Returns `count` bytes from a position, or fewer if the file ends first.
  ///
  /// A signal does not end the read; Foundation would report that as an error.
  ///
  /// - Parameters:
  ///   - descriptor: An open file.
  /// - offset: The position of the first byte, from 0.
  ///   - count: The number of bytes; not negative.
  /// - Throws: ``Refusal``, for example with `EIO` for a disk that cannot read them.
  package static func bytes(
    of descriptor: Int32, at offset: Int, count: Int
  ) throws(Refusal) -> [UInt8] {
    // All threads share the one array without capacity, and the code below would write its count.
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
