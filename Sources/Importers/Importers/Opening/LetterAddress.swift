/// The address of a letter (`mailto:`), with only the fields that its reader sees.
///
/// Mail programs attach a file that a field of the address names, but disagree on where a field
/// begins. It may be after `&`, after a `?` that appears only when the address is decoded, or after
/// a comma or a quote when the desktop passes it on. So the address is decoded first, and every
/// possible beginning counts.
struct LetterAddress {
  /// The address with its known fields; other fields are dropped.
  let text: String
  /// A Boolean value that indicates whether a part of it may be read as another field, such as a
  /// file to attach.
  let mayHideFields: Bool

  /// The fields of RFC 6068 that the reader of a letter sees.
  private static let fields: Set<String> = ["to", "cc", "subject", "body", "in-reply-to"]
  /// The characters after which some program begins a field, and line ends, after which a header
  /// begins.
  private static let separators = Set("?&,;'\"".utf8)
  /// No honest address has more layers of percent-encoding.
  private static let mostLayers = 4

  /// Reads an address that begins with `mailto:`.
  ///
  /// - Complexity: O(length).
  init(_ address: String) {
    let recipients = address.utf8.prefix { $0 != .question }
    var kept: [Substring] = []
    var isHiding = Self.mayHideFields(recipients.drop { $0 != .colon }.dropFirst(), in: "to")
    for field in address.utf8[recipients.endIndex...].dropFirst().split(separator: .ampersand) {
      let name = field.prefix { $0 != .equals }
      guard let own = Self.decoded(name).map({ String(decoding: $0, as: UTF8.self).lowercased() }),
        Self.fields.contains(own)
      else { continue }
      kept.append(Substring(field))
      if Self.mayHideFields(field[name.endIndex...].dropFirst(), in: own) { isHiding = true }
    }
    text = String(Substring(recipients)) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    mayHideFields = isHiding
  }

  /// Returns whether a value may contain the beginning of another field.
  private static func mayHideFields(_ value: Substring.UTF8View, in field: String) -> Bool {
    guard let bytes = decoded(value) else { return true }
    if field != "body", bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return true }
    // The recipients are a value without a name, which may be taken for a name.
    var isBeginning = field == "to"
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if separators.contains(byte) || byte < 0x20 {
        isBeginning = true
        place += 1
      } else if byte.isBlank {
        place += 1
      } else if isBeginning {
        let end = bytes[place...].firstIndex { !$0.isNameByte } ?? bytes.count
        let sign = bytes[end...].first { !$0.isBlank }
        let name = String(decoding: bytes[place..<end], as: UTF8.self).lowercased()
        if sign == .equals, !fields.contains(name) { return true }
        isBeginning = false
        place = max(end, place + 1)
      } else {
        place += 1
      }
    }
    return false
  }

  /// Returns the bytes of a text, or nil if it is encoded too many times.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes = Array(text)
    for _ in 0...mostLayers {
      let before = bytes
      bytes = []
      var place = 0
      while place < before.count {
        let digits = before[place...].prefix(3).dropFirst()
        if before[place] == .percent, digits.count == 2, digits.allSatisfy(\.isHexadecimal),
          let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
          bytes.append(byte)
          place += 3
        } else {
          bytes.append(before[place])
          place += 1
        }
      }
      if bytes == before { return bytes }
    }
    return nil
  }
}
