/// Text in UTF-8 that comes in pieces, in which a character may lie across two.
struct UTF8Pieces {
  private var rest: [UInt8] = []

  /// Returns the text so far as far as its characters are complete, with U+FFFD in place of bytes
  /// that are none.
  mutating func next(_ piece: [UInt8]) -> [UInt8] {
    let bytes = rest + piece
    let end = bytes.count - Self.incompleteEnd(of: bytes)
    rest = Array(bytes[end...])
    return Self.mended(bytes[..<end])
  }

  /// Returns what is left.
  mutating func end() -> [UInt8] {
    defer { rest = [] }
    return Self.mended(rest[...])
  }

  private static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    String(validating: bytes, as: UTF8.self) != nil
      ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Returns the number of bytes at the end that begin a character of which the rest is missing.
  private static func incompleteEnd(of bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }
}
