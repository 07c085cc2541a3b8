internal import Activities
internal import Foundation

/// Writes JSON as bytes: the same value gives the same bytes, and nothing is made on the way.
struct JSONWriter {
  var bytes: [UInt8]
  private let maximalDepth: Int
  private var depth = 0
  /// A Boolean value that indicates whether the next member or element has one before it in its object or
  /// array.
  private var hasPredecessor = false
  /// A Boolean value that indicates whether a text has more consecutive combining marks than any reader
  /// takes.
  private var hasTooManyMarks = false

  init(appendingTo bytes: consuming [UInt8], maximalDepth: Int) {
    self.bytes = bytes
    self.maximalDepth = maximalDepth
  }

  mutating func open(_ bracket: Unicode.Scalar) throws(RecordError) {
    depth += 1
    guard depth <= maximalDepth else { throw RecordError("", .nestedTooDeep(limit: maximalDepth)) }
    bytes.append(UInt8(ascii: bracket))
    hasPredecessor = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    depth -= 1
    bytes.append(UInt8(ascii: bracket))
    hasPredecessor = true
  }

  /// Checks that what was written from a place on is a line that readers take.
  ///
  /// - Throws: ``RecordError`` for too many combining marks, or too many bytes.
  func check(from start: Int = 0, longest: Int) throws(RecordError) {
    guard bytes.count - start <= longest else { throw RecordError("", .lineTooLong(limit: longest)) }
    guard !hasTooManyMarks else { throw RecordError("", .tooManyMarks(limit: CombiningMarks.mostInARow)) }
  }

  /// The comma that an element of an array may need.
  mutating func separate() {
    if hasPredecessor { bytes.append(UInt8(ascii: ",")) }
    hasPredecessor = true
  }

  /// The name of a field, which needs no escaping.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.description.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func literal(_ text: StaticString) {
    bytes.append(contentsOf: text.description.utf8)
  }

  mutating func boolean(_ flag: Bool) {
    literal(flag ? "true" : "false")
  }

  mutating func integer(_ number: Int64) {
    bytes.append(contentsOf: number.description.utf8)
  }

  /// The shortest decimal that reads back as the same number, always with a point or exponent.
  mutating func double(_ number: Double) throws(RecordError) {
    guard number.isFinite else { throw RecordError("", .notFinite) }
    bytes.append(contentsOf: number.description.utf8)
  }

  mutating func instant(_ instant: Instant) {
    bytes.append(UInt8(ascii: "\""))
    instant.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A text; one with too many combining marks is refused when the line is checked.
  mutating func string(_ text: String) {
    if CombiningMarks.areTooMany(in: text) { hasTooManyMarks = true }
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.needsEscape) {
      for byte in text.utf8 { appendEscaped(byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: literal("\\n")
    case 0x0D: literal("\\r")
    case 0x09: literal("\\t")
    case 0..<0x20:
      literal("\\u00")
      bytes.append(Self.hexadecimalDigit(byte >> 4))
      bytes.append(Self.hexadecimalDigit(byte & 15))
    default: bytes.append(byte)
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
