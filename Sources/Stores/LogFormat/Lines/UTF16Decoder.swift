/// Converts UTF-16 with a byte order mark, as Windows programs save text, to UTF-8, piece by piece.
///
/// The mark is dropped. Invalid units become U+FFFD.
package struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  private var isAtStart = true
  /// The first byte of an incomplete unit.
  private var half: UInt8?
  /// The first unit of an incomplete pair.
  private var lead: UInt16?

  /// Creates a converter for a text that begins with some bytes; `nil` if they are not the mark of
  /// UTF-16.
  package init?(markOf bytes: some Collection<UInt8>) {
    switch Array(bytes.prefix(2)) {
    case [0xFE, 0xFF]: isBigEndian = true
    case [0xFF, 0xFE]: isBigEndian = false
    default: return nil
    }
  }

  /// Returns the next bytes in UTF-8, up to the last complete character.
  package mutating func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      let isMark = isAtStart
      isAtStart = false
      if !isMark { take(unit, &text) }
    }
    return text
  }

  /// Returns the rest at the end: U+FFFD for half a character.
  package mutating func finish() -> [UInt8] {
    let isIncomplete = half != nil || lead != nil
    (half, lead) = (nil, nil)
    return isIncomplete ? Self.replacement : []
  }

  private static let replacement = Array("\u{FFFD}".utf8)

  private mutating func take(_ unit: UInt16, _ text: inout [UInt8]) {
    if let first = lead {
      lead = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(unit) - 0xDC00
        return append(value, &text)
      }
      text += Self.replacement
    }
    if UTF16.isLeadSurrogate(unit) {
      lead = unit
    } else {
      append(UInt32(unit), &text)
    }
  }

  private func append(_ value: UInt32, _ text: inout [UInt8]) {
    guard value >= 0x80 else { return text.append(UInt8(truncatingIfNeeded: value)) }
    guard let scalar = Unicode.Scalar(value) else { return text += Self.replacement }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
