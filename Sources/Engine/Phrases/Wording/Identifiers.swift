/// Identifiers: texts between spaces that are not words.
enum Identifiers {
  /// The common first parts of names in reverse DNS.
  private static let domains: Set<String> = [
    "com", "org", "net", "io", "de", "fr", "es", "uk", "co", "me", "app", "dev", "edu", "gov", "eu", "ch",
    "at", "ca",
  ]

  /// Returns whether a word is an identifier: a UUID, a hash, a long number, a path or address, or
  /// a name in reverse DNS.
  static func isIdentifier(_ word: some StringProtocol) -> Bool {
    let bytes = Array(word.utf8)
    return isPath(bytes) || isReverseDNS(word) || hasLongNumber(bytes) || isHash(bytes)
  }

  /// Returns the speakable part of a word: the last part of a path or a name, otherwise the parts
  /// between hyphens that are not identifiers; `nil` if there is none.
  static func spoken(_ word: Substring) -> String? {
    guard isIdentifier(word) else { return page(of: word) ?? String(word) }
    let bytes = Array(word.utf8)
    if isPath(bytes), let page = page(of: word) { return page }
    if isPath(bytes) || isReverseDNS(word) {
      let last = word.split { isPath(bytes) ? $0 == "/" || $0 == "\\" : $0 == "." }.last
      return last.flatMap { isIdentifier($0) || FoldedPhrase(String($0)).isEmpty ? nil : String($0) }
    }
    let parts = word.split { $0 == "-" || $0 == "_" }.filter { !isIdentifier($0) }
    let rest = parts.joined(separator: "-")
    // The remainder of a UUID is not a word either.
    return parts.contains { $0.contains(where: \.isLetter) && !$0.contains(where: \.isNumber) }
      && !isIdentifier(rest)
      ? rest : nil
  }

  /// Returns the preceding part of an address or path whose last part is generic, such as the site
  /// for `zeit.de/index`; `nil` for anything else.
  private static func page(of word: Substring) -> String? {
    guard word.contains("/") else { return nil }
    let address = word.prefix { $0 != "?" && $0 != "#" }
    var parts = address.split(separator: "/").map(String.init)
    if parts.first?.hasSuffix(":") == true { parts.removeFirst() }
    let count = parts.count
    while parts.count > 1, let last = parts.last, generic.contains(last.prefix { $0 != "." }.lowercased()) {
      parts.removeLast()
    }
    guard parts.count < count || count == 1 && address.contains("://"), var name = parts.last else {
      return nil
    }
    if parts.count == 1, name.hasPrefix("www.") { name.removeFirst(4) }
    return FoldedPhrase(name).isEmpty || isPath(Array(name.utf8)) ? nil : name
  }

  /// Generic last parts of addresses and paths.
  private static let generic: Set<String> = ["index", "default", "home", "main", "start", "welcome"]

  private static func isPath(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    let slashes = bytes.count { $0 == UInt8(ascii: "/") }
    return bytes.contains(UInt8(ascii: "\\")) || slashes > 1 || slashes == 1 && bytes[0] == UInt8(ascii: "/")
      || bytes.starts(with: Array("~/".utf8))
  }

  private static func isReverseDNS(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.allSatisfy { !$0.isEmpty } && domains.contains(parts[0].lowercased())
  }

  private static func hasLongNumber(_ bytes: [UInt8]) -> Bool {
    var run = 0
    for byte in bytes {
      run = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? run + 1 : 0
      if run >= PhraseRules.longNumber { return true }
    }
    return false
  }

  /// Returns whether it is hexadecimal digits with or without hyphens (a UUID), or a long mix of
  /// letters and digits.
  private static func isHash(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let signs = bytes.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "=") }
    let hexadecimal = bytes.count { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
    let letters = bytes.count { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    let length = bytes.count - signs
    if digits >= 2, hexadecimal >= 1, digits + hexadecimal == length { return length >= 8 }
    return digits >= 4 && digits + letters == length && length >= 16
  }
}
