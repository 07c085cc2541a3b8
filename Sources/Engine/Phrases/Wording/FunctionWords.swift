/// Words that name nothing: articles, prepositions, conjunctions, and words of politeness, in the
/// languages of ``PhraseLanguage``.
enum FunctionWords {
  private static let words: Set<[UInt32]> = {
    let text = """
      a an the to of for with at in on by from into and or my your our please
      der die das den dem des ein eine einen einem einer zu zum zur mit von vom fur an am im auf bei und oder mein meine bitte
      le la les un une des du de avec pour dans et ou mon ma mes sur
      el los las una unos unas con para por en y o mi mis del al favor
      """
    return Set(text.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map(\.value) })
  }()

  /// Returns whether a folded word is one of them.
  static func contains(_ word: ArraySlice<UInt32>) -> Bool { words.contains(Array(word)) }

  /// Returns whether a word, before folding, is one of them.
  static func contains(_ word: String) -> Bool {
    let folded = FoldedPhrase(word)
    return folded.count == 1 && contains(folded.word(0))
  }
}
