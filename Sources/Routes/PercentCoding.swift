/// Bytes of text as they stand in a URL (RFC 3986, section 2).
enum PercentCoding {
  /// What needs no escape anywhere: letters, digits, `-`, `.`, `_` and `~`.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// What may stand in a component of a path as it is: the unreserved bytes, `!$&'()*+,;=`, `:` and `@`.
  static func isPlainInPath(_ byte: UInt8) -> Bool {
    if isUnreserved(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
      return true
    default: return false
    }
  }

  /// Writes bytes, each that is not plain as `%` and two upper-case hexadecimal digits.
  static func append(
    _ bytes: some Sequence<UInt8>, to text: inout [UInt8], plain: (UInt8) -> Bool = isUnreserved
  ) {
    for byte in bytes {
      if plain(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
  }

  /// The byte that an escape at a position stands for; `nil` if there is no `%` with two digits.
  static func escaped(_ text: some RandomAccessCollection<UInt8>, at index: Int) -> UInt8? {
    let position = text.index(text.startIndex, offsetBy: index)
    guard text[position] == UInt8(ascii: "%"), index + 2 < text.count,
      let high = value(text[text.index(position, offsetBy: 1)]),
      let low = value(text[text.index(position, offsetBy: 2)])
    else { return nil }
    return high << 4 | low
  }

  /// Reads text; a `%` without two digits stands for itself.
  ///
  /// - Returns: `nil` if the bytes are not UTF-8.
  static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(validating: text, as: UTF8.self) }
    let component = PathComponent(text)
    return String(validating: component.bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
