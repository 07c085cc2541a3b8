/// The beginning of a text, which is all that phrases look at.
///
/// A log may give a title of a mebibyte, and nobody says that much. Whatever words, folds or
/// compares a text does so with this part of it, so that the time a title takes does not depend on
/// its length.
struct TextBeginning: Sendable {
  /// The maximum number of scalars that are kept, spaces not counted: many times as many as a
  /// phrase has characters.
  static let mostScalars = 512

  /// The part that is kept; a longer text keeps only the first space of several in a row.
  let text: String
  /// A Boolean value that indicates whether something other than spaces follows it.
  let isCut: Bool

  /// Creates the beginning of a text.
  ///
  /// - Complexity: O(``mostScalars``), and the spaces in between.
  init(_ text: String) {
    // Every scalar takes at least a byte.
    guard text.utf8.count > Self.mostScalars else {
      (self.text, isCut) = (text, false)
      return
    }
    var kept = String.UnicodeScalarView()
    var (count, wasSpace, isCut) = (0, false, false)
    for scalar in text.unicodeScalars {
      let isSpace = scalar.properties.isWhitespace
      if !isSpace {
        guard count < Self.mostScalars else {
          isCut = true
          break
        }
        count += 1
      }
      if !isSpace || !wasSpace { kept.append(scalar) }
      wasSpace = isSpace
    }
    (self.text, self.isCut) = (String(kept), isCut)
  }
}
