internal import Foundation

/// Bytes that are equal exactly if two values mean the same.
///
/// Each value is a tag, then its content. Lengths come before contents, so two different values
/// never have the same bytes. Strings are in NFC, a double that is a whole number is written as
/// that integer, dates are whole milliseconds, and the keys of objects are in the order of their
/// NFC bytes. NaN is a single value; it comes only from code, never from a log.
package struct CanonicalForm {
  private(set) var bytes: [UInt8]

  init() {
    bytes = []
    bytes.reserveCapacity(192)  // a usual identity, in one piece
  }

  mutating func append(_ value: ActivityValue) {
    switch value {
    case .null: bytes.append(UInt8(ascii: "0"))
    case .boolean(let flag): bytes.append(UInt8(ascii: flag ? "T" : "F"))
    case .integer(let number): append(number)
    case .double(let number): append(number)
    case .string(let text): append("s", Self.normalized(text).utf8)
    case .date(let date):
      bytes.append(UInt8(ascii: "t"))
      append((date.timeIntervalSince1970 * 1_000).rounded())
    case .data(let data): append("d", data)
    case .url(let url): append("u", Self.normalized(url.absoluteString).utf8)
    case .array(let values):
      appendLength("a", values.count)
      for value in values { append(value) }
    case .object(let values): append(object: values.map { ($0.key, $0.value) })
    }
  }

  /// Appends members under their keys, in canonical order.
  mutating func append(object members: [(key: String, value: ActivityValue)]) {
    appendLength("o", members.count)
    if members.count == 1 {  // by far the most frequent case, and it needs no sorting
      append("s", Self.normalized(members[0].key).utf8)
      append(members[0].value)
      return
    }
    let sorted = members.map { (key: Array(Self.normalized($0.key).utf8), value: $0.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for member in sorted {
      append("s", member.key)
      append(member.value)
    }
  }

  /// Appends text under a tag, in NFC.
  mutating func append(text: String) {
    append("s", Self.normalized(text).utf8)
  }

  /// Appends a number by its value: 1 and 1.0 are the same.
  mutating func append(_ number: Int64) {
    bytes.append(UInt8(ascii: "i"))
    appendFixed(UInt64(bitPattern: number))
  }

  private mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number) {
      append(whole)
    } else {
      bytes.append(UInt8(ascii: "f"))
      appendFixed(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    }
  }

  private mutating func append(_ tag: Unicode.Scalar, _ content: some Collection<UInt8>) {
    appendLength(tag, content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func appendLength(_ tag: Unicode.Scalar, _ count: Int) {
    bytes.append(UInt8(ascii: tag))
    appendFixed(UInt64(count))
  }

  private mutating func appendFixed(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// The text in NFC.
  ///
  /// Text that is all ASCII is its own NFC, which is the usual case and costs no Foundation call.
  package static func normalized(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  /// The first 128 bits of the SHA-256 of the bytes, most significant byte first.
  var digest: UInt128 {
    SHA256Digest(of: bytes).leading
  }
}
