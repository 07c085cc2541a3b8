/// Whole numbers beyond 64-bit integers.
enum WideIntegers {
  /// Returns the JSON text with whole numbers of 19 digits and more written as floating-point
  /// numbers.
  ///
  /// Use it only for text that a parser refused because of a number. A number of 19 digits may
  /// still fit in Int64 and would lose its last digits here, so those that fit are left alone.
  static func asDoubles(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 16)
    var index = 0
    var inString = false
    while index < text.count {
      let byte = text[index]
      if !inString, isPartOfNumber(byte) {
        let start = index
        while index < text.count, isPartOfNumber(text[index]) { index += 1 }
        for position in start..<index { result.append(text[position]) }
        if needsExponent(text.extracting(start..<index)) { result += [UInt8(ascii: "e"), UInt8(ascii: "0")] }
        continue
      }
      result.append(byte)
      index += 1
      if byte == UInt8(ascii: "\"") { inString.toggle() }
      if inString, byte == UInt8(ascii: "\\"), index < text.count {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func needsExponent(_ number: Span<UInt8>) -> Bool {
    guard number.count >= 19 else { return false }
    var digits: [UInt8] = []
    for index in number.indices {
      guard isDigit(number[index]) || index == 0 && number[0] == UInt8(ascii: "-") else { return false }
      digits.append(number[index])
    }
    return Int64(String(decoding: digits, as: UTF8.self)) == nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: isDigit(byte)
    }
  }
}
