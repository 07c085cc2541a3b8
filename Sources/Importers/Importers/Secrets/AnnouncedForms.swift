/// Secrets in short texts that are recognised by their form alone: dialled codes, eSIM profiles,
/// Wi-Fi networks.
enum AnnouncedForms {
  /// Returns the rule hit by the form of a text.
  static func firstMatch(in text: String, work: inout Int) -> SecretRules.Name? {
    let bytes = Array(text.utf8)
    work += 4 * bytes.count
    var digits = 0
    var hasWide = false
    for place in bytes.indices {
      let byte = bytes[place]
      digits = byte.isDigit ? digits + 1 : digits
      if byte >= 0xE3 { hasWide = true }
      // +49 69 1234567,,84719305612#,,,,*995204#
      if byte == UInt8(ascii: "*"), place > 1, bytes[place - 1] == UInt8(ascii: ","),
        bytes[place - 2] == UInt8(ascii: ",") || bytes[place - 2] == .hash,
        bytes[(place + 1)...].prefix(9).prefix(while: \.isDigit).count >= 4
      {
        return .oneTimeCode
      }
      if byte == UInt8(ascii: "L"), bytes[...].has("LPA:1$", at: place), bytes.count - place > 16 {
        return .secretKey
      }
      if byte == UInt8(ascii: "W"), bytes[...].has("WIFI:", at: place) {
        let rest = bytes[place...].prefix(200)
        if rest.indices.contains(where: {
          rest[$0] == .semicolon && rest.has(";P:", at: $0) && $0 + 4 < rest.endIndex
            && rest[$0 + 3] != .semicolon
        }) {
          return .assignment
        }
      }
    }
    guard hasWide, digits >= 4 else { return nil }
    // 验证码是503928
    for noun in AnnouncedVocabulary.unspaced {
      guard let range = Self.range(of: noun, in: bytes, work: &work) else { continue }
      let rest = bytes[range...].prefix(16).drop { !$0.isDigit }.prefix(while: \.isDigit)
      if (4...8).contains(rest.count) { return .oneTimeCode }
    }
    return nil
  }

  private static func range(of part: String, in bytes: [UInt8], work: inout Int) -> Int? {
    let part = Array(part.utf8)
    work += bytes.count
    guard bytes.count >= part.count else { return nil }
    for place in 0...(bytes.count - part.count)
    where bytes[place] == part[0] && bytes[place..<(place + part.count)].elementsEqual(part) {
      return place + part.count
    }
    return nil
  }
}
