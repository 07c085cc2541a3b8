/// A parsed JSON text, as simdjson lays it out: words in the order of the text, and the bytes of its strings.
///
/// The top byte of a word is its kind: `{` and `[` hold in their low 32 bits the index after their closing bracket, `"`
/// an offset into ``text`` where four bytes of length (little-endian) and the unescaped UTF-8 stand, and the value of
/// `l` (Int64), `u` (UInt64 beyond Int64) and `d` (Double) is the next word. Word 0 is the root, word 1 its value.
struct JSONTape {
  var words: [UInt64] = []
  var text: [UInt8] = []

  static let root = 1

  enum Kind: UInt8 {
    case object = 0x7B, array = 0x5B, string = 0x22, integer = 0x6C, unsigned = 0x75, double = 0x64
    case yes = 0x74, no = 0x66, null = 0x6E, objectEnd = 0x7D, arrayEnd = 0x5D, root = 0x72
  }

  func kind(at index: Int) -> Kind {
    Kind(rawValue: UInt8(truncatingIfNeeded: words[index] >> 56)) ?? .null
  }

  /// The index after the value at an index.
  func index(after index: Int) -> Int {
    switch kind(at: index) {
    case .object, .array: Int(words[index] & 0xFFFF_FFFF)
    case .integer, .unsigned, .double: index + 2
    default: index + 1
    }
  }

  /// The indices between the brackets of the array or object at an index.
  func content(of index: Int) -> Range<Int> {
    index + 1..<self.index(after: index) - 1
  }

  /// Returns the place of the bytes of the string at an index in ``text``.
  func textRange(at index: Int) -> Range<Int> {
    let offset = Int(words[index] & 0x00FF_FFFF_FFFF_FFFF)
    var length = 0
    for position in (0..<4).reversed() { length = length << 8 | Int(text[offset + position]) }
    return offset + 4..<offset + 4 + length
  }

  /// The number at an index, as a double; nil if something else is there.
  func double(at index: Int) -> Double? {
    switch kind(at: index) {
    case .integer: Double(Int64(bitPattern: words[index + 1]))
    case .unsigned: Double(words[index + 1])
    case .double: Double(bitPattern: words[index + 1])
    default: nil
    }
  }

  /// The whole number at an index, however it is written; nil if something else is there.
  func integer(at index: Int) -> Int64? {
    kind(at: index) == .integer
      ? Int64(bitPattern: words[index + 1]) : double(at: index).flatMap(Int64.init(exactly:))
  }
}
