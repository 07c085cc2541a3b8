/// The path of an address up to the first part that varies.
struct PathTemplate: Sendable {
  /// Whether a part varies.
  let varies: Bool
  /// The parts before the first one that varies, without those that only announce it.
  let parent: [String]

  /// How many parts are looked at.
  private static let depth = 4

  init(_ segments: [String]) {
    let first = segments.prefix(Self.depth).firstIndex(where: Self.varies)
    varies = first != nil || segments.count > Self.depth
    parent = varies ? Self.announced(segments[..<(first ?? Self.depth)]) : segments
  }

  /// Returns the path in which another one stands: before its last part, or before the first one that varies.
  static func parent(of segments: [String]) -> [String] {
    let first = segments.firstIndex(where: varies) ?? segments.endIndex
    return announced(segments[..<min(first, max(0, segments.endIndex - 1))])
  }

  /// Returns a path without the parts at its end that only announce what comes after them.
  private static func announced(_ segments: ArraySlice<String>) -> [String] {
    Array(
      segments[
        ..<(segments.lastIndex { !PageTable.announcing.contains($0.lowercased()) }.map { $0 + 1 } ?? 0)])
  }

  /// Returns whether a part of a path is another one from page to page.
  static func varies(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    guard let first = bytes.first else { return false }
    // Kept as it is: a version, and a name with one or two digits.
    if isVersion(bytes) { return false }
    if bytes.contains(.percent) || bytes.count > 32 { return true }
    let digits = bytes.count(where: \.isDigit)
    if digits == bytes.count { return true }
    let hasLetters = bytes.contains { $0.isLetter }
    if digits > 0, !hasLetters, bytes.allSatisfy({ $0 < 0x80 }) { return true }  // 2024-05-01
    if digits * 2 > bytes.count || digits >= 4 { return true }
    let words = bytes.split { $0 == .dash || $0 == .underscore || $0 == 0x2B || $0 == .dot }
    if words.count >= 4 { return true }
    if bytes.count >= 7, digits > 0, bytes.allSatisfy(\.isHexadecimal) { return true }
    // KEY-123, and identifiers such as dQw4w9WgXcQ.
    if words.count == 2, words[1].allSatisfy(\.isDigit), words[0].allSatisfy(\.isUppercase), first.isUppercase
    {
      return true
    }
    let measures = RandomStrings.measures(of: bytes[...])
    return bytes.count >= 8 && digits > 0 && measures.kinds == 3 && measures.changes >= 0.3
  }

  /// Returns whether a part of a path mixes letters and digits as identifiers do that let in whoever has them.
  static func isIdentifier(_ segment: [UInt8]) -> Bool {
    guard segment.count >= 8, segment.contains(where: \.isLetter), !isVersion(segment) else { return false }
    let digits = segment.count(where: \.isDigit)
    let words = segment.split { $0 == .dash || $0 == .underscore || $0 == 0x2B || $0 == .dot }
    if words.count(where: { $0.count > 2 && $0.allSatisfy(\.isLetter) }) >= 2, segment.count < 32 {
      return false
    }
    return digits >= 3 && RandomStrings.measures(of: segment[...]).changes >= 0.2
      || segment.count >= 16 && segment.contains(where: \.isUppercase) && digits > 0
  }

  private static func isVersion(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 12 else { return false }
    let number = bytes[0] == UInt8(ascii: "v") ? bytes.dropFirst() : bytes[...]
    let hasMark = number.count < bytes.count || number.contains(.dot)
    return hasMark && !number.isEmpty && number.first?.isDigit == true && number.last?.isDigit == true
      && number.allSatisfy { $0.isDigit || $0 == .dot }
      && number.split(separator: .dot).allSatisfy { $0.count <= 3 }
  }
}
