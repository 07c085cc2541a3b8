internal import Activities
internal import Foundation

/// Writes JSON as bytes: the same value gives the same bytes, without intermediate objects.
struct JSONWriter {
  var bytes: [UInt8]
  private let maximalDepth: Int
  private var depth = 0
  /// A Boolean value that indicates whether the next member or element follows another one in its
  /// object or array.
  private var hasPredecessor = false
  /// A Boolean value that indicates whether a text has too many consecutive combining marks for any
  /// reader.
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

  /// Checks that the bytes written from a position on are a line that readers accept.
  ///
  /// - Throws: ``RecordError`` for too many combining marks, or too many bytes.
  func check(from start: Int = 0, longest: Int) throws(RecordError) {
    guard bytes.count - start <= longest else { throw RecordError("", .lineTooLong(limit: longest)) }
    guard !hasTooManyMarks else { throw RecordError("", .tooManyMarks(limit: CombiningMarks.mostInARow)) }
  }

  /// Writes the comma that an element of an array may need.
  mutating func separate() {
    if hasPredecessor { bytes.append(UInt8(ascii: ",")) }
    hasPredecessor = true
  }

  /// Writes the name of a field, which needs no escaping.
  mutating func name(_ name: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
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

  /// Writes the shortest decimal that reads back as the same number, always with a point or
  /// exponent.
  mutating func double(_ number: Double) throws(RecordError) {
    guard number.isFinite else { throw RecordError("", .notFinite) }
    bytes.append(contentsOf: number.description.utf8)
  }

  mutating func instant(_ instant: Instant) {
    bytes.append(UInt8(ascii: "\""))
    instant.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text; the check of the line refuses one with too many combining marks.
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

/// Writing the values of userInfo and of other fields that a program may fill freely.
extension JSONWriter {
  mutating func value(_ value: ActivityValue) throws(RecordError) {
    switch value {
    case .null: literal("null")
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    case .double(let number): try double(number)
    case .string(let text): string(text)
    case .date(let date): try typed("$date") { writer throws(RecordError) in try writer.date(date) }
    case .data(let data): try typed("$data") { writer in writer.string(data.base64EncodedString()) }
    case .url(let url): try typed("$url") { writer in writer.string(url.absoluteString) }
    case .array(let values): try array(values)
    case .object(let members):
      if members.count == 1, let name = members.keys.first, TypedValue(onlyName: name) != nil {
        try typed("$object") { writer throws(RecordError) in try writer.object(members) }
      } else {
        try object(members)
      }
    }
  }

  /// Writes an object with its names in order.
  mutating func object(_ members: [String: ActivityValue]) throws(RecordError) {
    try open("{")
    try self.members(members)
    close("}")
  }

  /// Writes members in the order of their names, inside an open object.
  mutating func members(_ members: [String: ActivityValue]) throws(RecordError) {
    if members.count == 1, let only = members.first {
      try member(only.key, only.value)
      return
    }
    for (name, value) in members.sorted(by: { $0.key.precedesInBytes($1.key) }) { try member(name, value) }
  }

  private mutating func member(_ name: String, _ value: ActivityValue) throws(RecordError) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    try self.value(value)
  }

  private mutating func array(_ values: [ActivityValue]) throws(RecordError) {
    try open("[")
    for value in values {
      separate()
      try self.value(value)
    }
    close("]")
  }

  /// Writes an array of strings in order.
  mutating func strings(_ strings: Set<String>) throws(RecordError) {
    try open("[")
    for text in strings.sorted(by: { $0.precedesInBytes($1) }) {
      separate()
      string(text)
    }
    close("]")
  }

  /// Writes a date in the form of ``TypedValue``.
  mutating func date(_ date: Date) throws(RecordError) {
    if let instant = Instant(exactly: date) {
      self.instant(instant)
    } else {
      try double(date.timeIntervalSinceReferenceDate)
    }
  }

  private mutating func typed(
    _ type: String, _ content: (inout JSONWriter) throws(RecordError) -> Void
  ) throws(RecordError) {
    try open("{")
    name(type)
    try content(&self)
    close("}")
  }
}

/// Writing one field, if there is anything to write.
extension JSONWriter {
  mutating func text(_ field: String, _ text: String?) {
    guard let text else { return }
    name(field)
    string(text)
  }

  mutating func moment(_ field: String, _ instant: Instant?) {
    guard let instant else { return }
    name(field)
    self.instant(instant)
  }

  mutating func flag(_ field: String, _ flag: Bool, unless usual: Bool) {
    guard flag != usual else { return }
    name(field)
    boolean(flag)
  }

  mutating func number(_ field: String, _ number: Double?) throws(RecordError) {
    guard let number else { return }
    name(field)
    do { try double(number) } catch { throw error.inside(field) }
  }

  mutating func object(_ field: String, _ members: [String: ActivityValue]) throws(RecordError) {
    guard !members.isEmpty else { return }
    name(field)
    do { try object(members) } catch { throw error.inside(field) }
  }
}
