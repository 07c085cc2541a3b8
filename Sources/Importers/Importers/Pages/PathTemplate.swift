/// The path of an address up to the first part that varies.
struct PathTemplate: Sendable {
  /// Whether a part varies.
  let varies: Bool
  /// The parts before the first one that varies, without those that only announce it.
  let parent: [PathPart]

  /// The maximum number of parts examined.
  private static let depth = 4

  /// Creates the template of a path.
  ///
  /// - Parameter isFirstRule: Whether to use the first rule for histories
  ///   (``PathPart/variedBefore``).
  init(_ parts: [PathPart], byFirstRule isFirstRule: Bool = false) {
    let known = parts.prefix(Self.depth)
    let first = isFirstRule ? known.firstIndex(where: \.variedBefore) : Self.firstVarying(known)
    self.varies = first != nil || parts.count > Self.depth
    parent = self.varies ? Self.announced(parts[..<(first ?? Self.depth)]) : parts
  }

  /// Returns the parent of a path: the parts before its last one, or before the first one that
  /// varies.
  static func parent(of parts: [PathPart]) -> [PathPart] {
    let first = firstVarying(parts[...]) ?? parts.endIndex
    return announced(parts[..<min(first, max(0, parts.endIndex - 1))])
  }

  /// Returns the index of the first part that varies, by itself or because it is a search term.
  private static func firstVarying(_ parts: ArraySlice<PathPart>) -> Int? {
    parts.indices.first { place in
      parts[place].varies
        || place > parts.startIndex && PageTable.searching.contains(parts[place - 1].text.lowercased())
    }
  }

  /// Returns a path without parts at its end that only announce the next one.
  private static func announced(_ parts: ArraySlice<PathPart>) -> [PathPart] {
    Array(
      parts[..<(parts.lastIndex { !PageTable.announcing.contains($0.text.lowercased()) }.map { $0 + 1 } ?? 0)]
    )
  }

  /// Returns whether a part of a path, as people read it, differs from page to page.
  ///
  /// Letters, digits and dashes of all scripts are treated alike. A letter of a script without
  /// blanks between words counts twice, because its words are short.
  static func varies(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return false }
    // Versions, and names with one or two digits, do not vary.
    if isVersion(bytes) { return false }
    let scalars = Array(text.unicodeScalars)
    if scalars.reduce(0, { $0 + width(of: $1) }) > longestName { return true }
    let digits = scalars.count(where: isDigit)
    if digits == scalars.count { return true }
    if digits > 0, !scalars.contains(where: \.properties.isAlphabetic) { return true }  // 2024-05-01
    if digits * 2 > scalars.count || digits >= 4 { return true }
    if scalars.split(whereSeparator: separatesWords).count >= 4 { return true }
    let words = bytes.split { $0 == .dash || $0 == .underscore || $0 == 0x2B || $0 == .dot }
    if bytes.count >= 7, digits > 0, bytes.allSatisfy(\.isHexadecimal) { return true }
    // KEY-123, and identifiers such as dQw4w9WgXcQ.
    if words.count == 2, words[1].allSatisfy(\.isDigit), words[0].allSatisfy(\.isUppercase), first.isUppercase
    {
      return true
    }
    let measures = RandomStrings.measures(of: bytes[...])
    return bytes.count >= 8 && digits > 0 && measures.kinds == 3 && measures.changes >= 0.3
  }

  /// The maximum width of a name in letters; longer parts are slugs of headlines.
  private static let longestName = 32

  /// Returns the number of letters that a character counts for.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: return 0
    // Chinese characters, kana, Thai, Lao, Burmese, Khmer.
    case .otherLetter
    where scalar.properties.isIdeographic || spaceless.contains { $0.contains(scalar.value) }: return 2
    default: return 1
    }
  }

  /// The scripts without blanks between words, apart from ideographs.
  private static let spaceless: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF,
  ]

  /// Returns whether a character is a digit of any script.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("0"..."9").contains(scalar) : scalar.properties.generalCategory == .decimalNumber
  }

  /// Returns whether a character separates words in a path.
  private static func separatesWords(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "-_+. ".unicodeScalars.contains(scalar) }
    return scalar.properties.isWhitespace || scalar.properties.isDash
  }

  /// Returns whether a part of a path mixes letters and digits like an identifier that grants
  /// access.
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
