/// The cyclic redundancy check CRC-32 (ISO 3309, as in gzip and PNG), which detects every change of
/// a few bits.
///
/// It detects damage, not forgery.
enum CyclicRedundancyCheck {
  /// The remainders of all bytes, for the reflected polynomial 0xEDB88320.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
  }

  /// Returns the check of some bytes, as eight hexadecimal digits.
  ///
  /// - Complexity: O(bytes).
  static func digits(of bytes: some Sequence<UInt8>) -> String {
    let table = table
    let rest = bytes.reduce(UInt32.max) { rest, byte in
      rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)]
    }
    let digits = String(~rest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
