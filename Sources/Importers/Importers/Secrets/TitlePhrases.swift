/// Phrases of wallets in titles: after a word for one, or as the rest of the title.
enum TitlePhrases {
  /// Returns whether a title has a phrase.
  static func isPhrase(_ bytes: [UInt8], work: inout Int) -> Bool {
    // The last 256 bytes are all that a phrase can have.
    let text = bytes.suffix(320).map(\.lowercased)[...]
    work += text.count * 4
    if let colon = text.lastIndex(of: .colon),
      MnemonicPhrase.isWhole(text[(colon + 1)...].drop(while: \.isBlank))
    {
      return true
    }
    for place in text.indices {
      for phrase in TitleVocabulary.phrases
      where text[place] == phrase.bytes[0] && text.has(phrase, at: place) {
        let rest = text[(place + phrase.bytes.count)...].drop {
          $0.isBlank || $0 == .colon || $0 == .dash || $0 == 0xE2 || $0 == 0x80 || $0 == 0x93 || $0 == 0x94
            || $0 == 0xEF || $0 == 0xBC
            || $0 == 0x9A
        }
        work += 40
        if MnemonicPhrase.isRest(rest, atLeast: 4) { return true }
      }
    }
    if let seed = text.indices.last(where: { text.has("seed ", at: $0) }) {
      return MnemonicPhrase.isRest(text[(seed + 5)...], atLeast: 12)
    }
    return false
  }
}
