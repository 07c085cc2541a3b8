internal import Activities

/// A parsed JSON text in simdjson's layout: words in the order of the text, and the bytes of its
/// strings.
///
/// The top byte of a word is its kind. `{` and `[` hold in their low 32 bits the index after their
/// closing bracket. `"` holds an offset into ``text``, where four bytes of length (little-endian)
/// and the unescaped UTF-8 are. The value of `l` (Int64), `u` (UInt64 beyond Int64) and `d`
/// (Double) is the next word. Word 0 is the root, word 1 its value.
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

  /// Returns the index after the value at an index.
  func index(after index: Int) -> Int {
    switch kind(at: index) {
    case .object, .array: Int(words[index] & 0xFFFF_FFFF)
    case .integer, .unsigned, .double: index + 2
    default: index + 1
    }
  }

  /// Returns the indices between the brackets of the array or object at an index.
  func content(of index: Int) -> Range<Int> {
    index + 1..<self.index(after: index) - 1
  }

  /// Returns the position of the bytes of the string at an index in ``text``.
  func textRange(at index: Int) -> Range<Int> {
    let offset = Int(words[index] & 0x00FF_FFFF_FFFF_FFFF)
    var length = 0
    for position in (0..<4).reversed() { length = length << 8 | Int(text[offset + position]) }
    return offset + 4..<offset + 4 + length
  }

  /// Returns the number at an index, as a double; nil if it is not a number.
  func double(at index: Int) -> Double? {
    switch kind(at: index) {
    case .integer: Double(Int64(bitPattern: words[index + 1]))
    case .unsigned: Double(words[index + 1])
    case .double: Double(bitPattern: words[index + 1])
    default: nil
    }
  }

  /// Returns the whole number at an index, however it is written; nil if it is not one.
  func integer(at index: Int) -> Int64? {
    kind(at: index) == .integer
      ? Int64(bitPattern: words[index + 1]) : double(at: index).flatMap(Int64.init(exactly:))
  }
}

/// Finds texts that would take too long to compare, before any is compared.
extension JSONTape {
  /// The index of the first string, either a name or a value, with too many combining marks in a
  /// row.
  ///
  /// - Complexity: O(length); a text without marks costs one pass over its bytes.
  var positionOfManyMarks: Int? {
    // One pass without branches over ordinary lines. The lengths between the strings may look like
    // non-ASCII bytes; the loop below then checks the strings.
    guard text.reduce(0, |) >= 0x80 else { return nil }
    var index = Self.root
    while index < words.count {
      switch kind(at: index) {
      case .string:
        let bytes = text[textRange(at: index)]
        if bytes.count > CombiningMarks.mostInARow, bytes.contains(where: { $0 >= 0x80 }),
          CombiningMarks.areTooMany(in: String(decoding: bytes, as: UTF8.self))
        {
          return index
        }
        index += 1
      case .integer, .unsigned, .double: index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Returns the field of the outermost object whose value contains an index; `nil` if the index is
  /// a name, or not in a field.
  func fieldName(around position: Int) -> String? {
    guard kind(at: Self.root) == .object else { return nil }
    let content = content(of: Self.root)
    var key = content.lowerBound
    while key < content.upperBound {
      let end = index(after: key + 1)
      if position == key { return nil }
      if position < end {
        let number = FieldTable.shared.number(of: text.span.extracting(textRange(at: key)))
        return number.map { FieldTable.shared.names[$0] }
      }
      key = end
    }
    return nil
  }
}
