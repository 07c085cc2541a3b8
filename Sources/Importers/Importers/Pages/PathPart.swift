internal import Foundation

/// A part of a path, as spelled in the address and as people read it.
struct PathPart: Sendable, Hashable {
  /// The bytes of the address, with `%xx`.
  let spelling: String
  /// The decoded text, composed (NFC); the spelling itself if it is not UTF-8, or contains a
  /// forbidden or invisible character.
  let text: String
  /// A Boolean value that indicates whether the spelling could not be decoded, so that `text` is
  /// not natural text.
  let isOpaque: Bool

  init(_ spelling: String) {
    self.spelling = spelling
    guard spelling.utf8.contains(.percent) else {
      (text, isOpaque) = (spelling, false)
      return
    }
    let read = spelling.removingPercentEncoding.flatMap {
      // Blanks and joiners alone are not enough.
      $0.unicodeScalars.allSatisfy(Self.isText)
        && $0.contains(where: { !$0.isWhitespace && !Self.joiners.contains($0) }) ? $0 : nil
    }
    text = read?.precomposedStringWithCanonicalMapping ?? spelling
    isOpaque = read == nil
  }

  /// Returns whether a character may be in a readable part: not a separator, code quote or
  /// invisible character.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    if "/?#%\\{}<>|^`\"".unicodeScalars.contains(scalar) { return false }
    return isVisible(scalar)
  }

  private static let joiners: Set<Character> = ["\u{200C}", "\u{200D}"]

  /// Returns whether a character is visible, or changes its neighbours visibly: the joiners of
  /// Persian and Indian scripts.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x200C || scalar.value == 0x200D { return true }
    let category = scalar.properties.generalCategory
    return category != .control && category != .format && scalar.value != 0xFFFD
  }

  /// A Boolean value that indicates whether it differs from page to page.
  var varies: Bool { isOpaque || PathTemplate.varies(text) }

  /// A Boolean value that indicates whether it varied by the first rule for histories, which did
  /// not decode `%xx`.
  ///
  /// It determines the names of visits in stores, so it never changes.
  var variedBefore: Bool { spelling.utf8.contains(.percent) || PathTemplate.varies(spelling) }
}
