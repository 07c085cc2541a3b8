/// The stem of a word: the word without the inflections of English and German.
///
/// It only removes letters from the end, as a light stemmer does (D. Harman: How effective is
/// suffixing?, 1991): two forms of a word have the same stem, and few other words share it.
enum WordStem {
  /// The minimum number of letters of a stem.
  private static let shortest = 3
  /// Words whose last letter is not an ending.
  private static let whole: Set<[UInt32]> = Set(
    ["news", "maps", "this"].map { $0.unicodeScalars.map(\.value) })

  /// Removes endings that are hardly ever part of the stem: `reads`, `reading` and `read` are the
  /// same.
  static func of(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    guard isLatin(word), !whole.contains(Array(word)) else { return word }
    return tidied(without(["ing", "ed", "e"], withoutPlural(word)))
  }

  /// Also removes endings that are often part of the stem: `spielen` and `spielt` become the same,
  /// but so do `listen` and `list`.
  static func loose(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    guard isLatin(word), !whole.contains(Array(word)) else { return word }
    return tidied(without(["ing", "ed", "en", "er", "em", "et", "e", "t", "n"], withoutPlural(word)))
  }

  private static func isLatin(_ word: ArraySlice<UInt32>) -> Bool {
    word.allSatisfy { (0x61...0x7A).contains($0) }
  }

  private static func withoutPlural(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    guard word.count > shortest, word.last == 0x73, word.dropLast().last != 0x73 else { return word }
    return word.dropLast()
  }

  private static func without(_ endings: [String], _ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    for ending in endings where word.count >= shortest + ending.utf8.count {
      if word.suffix(ending.utf8.count).elementsEqual(ending.unicodeScalars.map(\.value)) {
        return word.dropLast(ending.utf8.count)
      }
    }
    return word
  }

  /// Makes stems equal that inflection changes, such as `stori` and `story`, or `runn` and `run`.
  private static func tidied(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    guard word.count > shortest, let last = word.last else { return word }
    return last == 0x69 || last == 0x79 || last == word.dropLast().last ? word.dropLast() : word
  }
}
