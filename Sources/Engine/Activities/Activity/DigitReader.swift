/// Reads the bytes of a time from left to right.
struct DigitReader {
  var position = 0

  private func next(of bytes: Span<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  mutating func number(
    of bytes: Span<UInt8>, digits: Int, in range: ClosedRange<Int>? = nil
  ) throws(ActivityError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let byte = next(of: bytes), let digit = Self.digit(byte) else { throw .malformedTime }
      value = value * 10 + digit
      position += 1
    }
    guard range?.contains(value) ?? true else { throw .malformedTime }
    return value
  }

  mutating func skip(_ accepted: UInt8, of bytes: Span<UInt8>) throws(ActivityError) {
    guard next(of: bytes) == accepted else { throw .malformedTime }
    position += 1
  }

  /// Skips the separator of date and time: RFC 3339 allows `T`, `t` and, for legibility, a space.
  mutating func skipSeparator(of bytes: Span<UInt8>) throws(ActivityError) {
    switch next(of: bytes) {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "): position += 1
    default: throw .malformedTime
    }
  }

  /// The optional fraction of a second, in whole milliseconds.
  mutating func fraction(of bytes: Span<UInt8>) throws(ActivityError) -> Int {
    guard next(of: bytes) == UInt8(ascii: ".") else { return 0 }
    position += 1
    var (value, weight, count) = (0, 100, 0)
    while let byte = next(of: bytes), let digit = Self.digit(byte) {
      value += digit * weight
      weight /= 10
      count += 1
      position += 1
    }
    guard count > 0 else { throw .malformedTime }
    return value
  }

  /// The offset in minutes, which must be the end of the text.
  mutating func offset(of bytes: Span<UInt8>) throws(ActivityError) -> Int {
    guard let sign = next(of: bytes) else { throw .timeWithoutOffset }
    position += 1
    var minutes = 0
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): break
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let hours = try number(of: bytes, digits: 2, in: 0...23)
      try skip(UInt8(ascii: ":"), of: bytes)
      minutes = try hours * 60 + number(of: bytes, digits: 2, in: 0...59)
    default: throw .malformedTime
    }
    guard position == bytes.count else { throw .malformedTime }
    return sign == UInt8(ascii: "-") ? -minutes : minutes
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = Int(byte) - 48
    return (0...9).contains(value) ? value : nil
  }
}
