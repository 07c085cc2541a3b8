/// The visibility of characters: whether a reader sees them for what they are.
///
/// One table serves two checks. Printed text must not control a terminal, and emoji must stay whole
/// (``isUnprintable(_:)``). Text that users agree to, such as a command, must not contain anything
/// that they cannot see (``hidesSomething(_:)``).
package enum VisibleText {
  /// Returns whether a scalar must not be printed.
  ///
  /// Such a scalar moves a cursor, breaks a line, changes the direction of writing, is invisible,
  /// or has no agreed meaning. Joiners and variation selectors may be printed, as emoji need them.
  package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    return isInvisible(scalar) && scalar != joiner && !scalar.properties.isVariationSelector
  }

  /// Returns whether a text has a character that a reader does not see; line ends and tabs are
  /// allowed, as in commands.
  ///
  /// Of the blanks, only a space is recognizable: any other looks like a space or like nothing, and
  /// a shell or a file system treats it as a letter. A mark is visible only after a letter or sign
  /// on which it is drawn. A variation selector or a joiner is visible only in an emoji or an
  /// ideograph.
  ///
  /// - Complexity: O(length).
  package static func hidesSomething(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else {
      return false
    }
    return judged(text).contains(where: \.isHidden)
  }

  /// Returns the text with `\u{…}` for each character that a reader does not see; line ends and
  /// tabs stay.
  ///
  /// - Complexity: O(length).
  package static func escaped(_ text: String) -> String {
    judged(text).reduce(into: "") { escaped, judged in
      if judged.isHidden {
        escaped += "\\u{\(String(judged.scalar.value, radix: 16))}"
      } else {
        escaped.unicodeScalars.append(judged.scalar)
      }
    }
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"
  private static let emojiSelectors: ClosedRange<Unicode.Scalar> = "\u{FE0E}"..."\u{FE0F}"
  private static let ideographSelectors: ClosedRange<Unicode.Scalar> = "\u{E0100}"..."\u{E01EF}"
  /// Blanks without a property that marks them as such: the empty Braille pattern, the notehead
  /// that is not drawn, the Khitan filler, and the object replacement character.
  private static let blanks: Set<Unicode.Scalar> = ["\u{2800}", "\u{1D159}", "\u{16FE4}", "\u{FFFC}"]

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: scalar.properties.isDefaultIgnorableCodePoint || blanks.contains(scalar)
    }
  }

  /// The scalars of a text, each with whether it is invisible to a reader.
  private static func judged(_ text: String) -> [(scalar: Unicode.Scalar, isHidden: Bool)] {
    let scalars = Array(text.unicodeScalars)
    var hasBase = false
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let isMark = isMark(scalar)
      let isHidden = isHidden(at: index, in: scalars) || isMark && !hasBase
      if !isMark { hasBase = !isHidden && !scalar.properties.isWhitespace }
      return (scalar, isHidden)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isHidden(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    guard scalar != "\n", scalar != "\t", scalar.value < 0x20 || scalar.value >= 0x7F else { return false }
    guard isInvisible(scalar) else { return scalar.properties.generalCategory == .spaceSeparator }
    guard index > 0 else { return true }
    let (before, after) = (scalars[index - 1], index + 1 < scalars.count ? scalars[index + 1] : nil)
    switch scalar {
    case joiner: return !isPartOfEmoji(before) || !(after.map(isEmoji) ?? false)
    case emojiSelectors: return !isEmoji(before) && !(before.properties.isEmoji && after == keycap)
    case ideographSelectors: return !before.properties.isIdeographic
    default: return true
    }
  }

  /// Returns whether a scalar is drawn as an emoji by itself, or can be; digits are emoji in
  /// keycaps only.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && scalar.value > 0x7F
  }

  private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    isEmoji(scalar) || emojiSelectors.contains(scalar)
  }
}
