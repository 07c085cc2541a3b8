/// The beginning of a text, the only part that phrases use.
///
/// A log may contain a title of a mebibyte, which nobody would say. All code that splits, folds or
/// compares a text uses this part of it, so that the time does not depend on the length of a title.
struct TextBeginning: Sendable {
  /// The maximum number of scalars, not counting spaces: many times the maximum length of a phrase.
  static let mostScalars = 512

  /// The kept part; a longer text keeps only the first of several spaces in a row.
  let text: String
  /// A Boolean value that indicates whether more than spaces follows it.
  let isCut: Bool

  /// Creates the beginning of a text.
  ///
  /// - Complexity: O(``mostScalars``), and the spaces in between.
  init(_ text: String) {
    // Every scalar takes at least one byte.
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
