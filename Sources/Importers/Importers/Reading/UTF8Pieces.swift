/// UTF-8 text in pieces, which may split a character.
struct UTF8Pieces {
  private var rest: [UInt8] = []

  /// Returns the text up to the last complete character, with invalid bytes replaced by U+FFFD.
  mutating func next(_ piece: [UInt8]) -> [UInt8] {
    let bytes = rest + piece
    let end = bytes.count - Self.incompleteEnd(of: bytes)
    rest = Array(bytes[end...])
    return Self.mended(bytes[..<end])
  }

  /// Returns the rest.
  mutating func end() -> [UInt8] {
    defer { rest = [] }
    return Self.mended(rest[...])
  }

  private static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    String(validating: bytes, as: UTF8.self) != nil
      ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Returns the number of bytes at the end that begin an incomplete character.
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
