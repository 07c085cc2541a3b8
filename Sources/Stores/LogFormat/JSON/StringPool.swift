/// Strings that recur in a log (types, titles, users, keys), so that each is created once.
///
/// A table of fixed size in which a new string replaces the old one in its slot. It never grows,
/// and a miss costs no more than creating the string. Strings of up to 15 bytes need no heap memory
/// and are not kept.
struct StringPool {
  /// A power of two; enough for the types and most titles in one user's log, in about 100 kB.
  private static let size = 1 << 10
  private static let lengths = 16...96
  private var strings = [String](repeating: "", count: StringPool.size)

  /// Returns the string of UTF-8 bytes.
  mutating func string(_ range: Range<Int>, of text: [UInt8]) -> String {
    guard Self.lengths.contains(range.count) else { return String(decoding: text[range], as: UTF8.self) }
    let slot = Self.slot(range, of: text)
    if Self.isEqual(strings[slot], range, of: text) { return strings[slot] }
    let string = String(decoding: text[range], as: UTF8.self)
    strings[slot] = string
    return string
  }

  /// Returns whether a string has these UTF-8 bytes.
  static func isEqual(_ string: String, _ range: Range<Int>, of text: [UInt8]) -> Bool {
    let known = string.utf8.span
    guard known.count == range.count else { return false }
    for index in known.indices where known[index] != text[range.lowerBound + index] { return false }
    return true
  }

  /// Returns a slot from the length and eight of the bytes; strings with the same slot evict each
  /// other.
  private static func slot(_ range: Range<Int>, of text: [UInt8]) -> Int {
    var hash = UInt64(range.count)
    let step = range.count / 4
    for index in 0..<4 {
      hash = hash << 8 | UInt64(text[range.lowerBound + index * step])
      hash = hash &* 31 &+ UInt64(text[range.upperBound - 1 - index])
    }
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }
}
