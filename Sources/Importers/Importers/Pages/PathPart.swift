internal import Foundation

/// A part of the path of an address: as it is spelled there, and as people read it.
struct PathPart: Sendable, Hashable {
  /// The bytes of the address, with `%xx`.
  let spelling: String
  /// The text that the spelling stands for, composed (NFC); the spelling itself where it is not
  /// UTF-8, or where the text has a character that may not be in a part or that nobody sees.
  let text: String
  /// A Boolean value that indicates whether the spelling could not be read: `text` is no text of
  /// any language then.
  let isOpaque: Bool

  init(_ spelling: String) {
    self.spelling = spelling
    guard spelling.utf8.contains(.percent) else {
      (text, isOpaque) = (spelling, false)
      return
    }
    let read = spelling.removingPercentEncoding.flatMap {
      // There has to be something besides blanks and joiners.
      $0.unicodeScalars.allSatisfy(Self.isText)
        && $0.contains(where: { !$0.isWhitespace && !Self.joiners.contains($0) }) ? $0 : nil
    }
    text = read?.precomposedStringWithCanonicalMapping ?? spelling
    isOpaque = read == nil
  }

  /// Returns whether a character may be in a part as people read it: none that separates parts,
  /// quotes code, or is invisible.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    if "/?#%\\{}<>|^`\"".unicodeScalars.contains(scalar) { return false }
    return isVisible(scalar)
  }

  private static let joiners: Set<Character> = ["\u{200C}", "\u{200D}"]

  /// Returns whether people see a character, or see what it does to its neighbours: the joiners of
  /// Persian and Indian scripts.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x200C || scalar.value == 0x200D { return true }
    let category = scalar.properties.generalCategory
    return category != .control && category != .format && scalar.value != 0xFFFD
  }

  /// A Boolean value that indicates whether it is another one from page to page.
  var varies: Bool { isOpaque || PathTemplate.varies(text) }

  /// A Boolean value that indicates whether it varied by the rule under which histories were first
  /// imported, which read no `%xx`.
  ///
  /// The names of visits in stores follow from it, so it never changes.
  var variedBefore: Bool { spelling.utf8.contains(.percent) || PathTemplate.varies(spelling) }
}
