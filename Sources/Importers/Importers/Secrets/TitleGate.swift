/// A quick check whether a title has any word that triggers the rules for titles.
///
/// Most titles have none, and need no further analysis. The words are those of ``TitleVocabulary``,
/// compared by their first letters, so some titles pass needlessly, but none with a secret is
/// rejected. Titles with letters beyond Latin-1 always pass.
///
/// - Complexity: O(length), without allocations.
enum TitleGate {
  private static let length = 5

  private static let words: Set<UInt64> = {
    var keys: Set<UInt64> = []
    let vocabulary = [
      TitleVocabulary.codes, TitleVocabulary.sure, TitleVocabulary.abbreviations, TitleVocabulary.grouped,
      TitleVocabulary.intents, TitleVocabulary.passwords, TitleVocabulary.passwordMarks,
      TitleVocabulary.networks, TitleVocabulary.accounts, TitleVocabulary.keys, TitleVocabulary.persons,
      TitlePasswords.names,
      ["social", "seed", "tv", "frase", "phrase", "words", "wifi", "lpa", "nir", "dial"],
      AnnouncedVocabulary.passwords, AnnouncedVocabulary.locks, AnnouncedVocabulary.keys,
      AnnouncedVocabulary.serials,
      AnnouncedVocabulary.phrases, AnnouncedVocabulary.cards, AnnouncedVocabulary.questions,
    ]
    for word in vocabulary.joined()
      + TitleVocabulary.phrases.map({ String(decoding: $0.bytes, as: UTF8.self) })
    {
      keys.insert(key(of: Array(word.utf8)[...]).key)
    }
    return keys
  }()

  private static let endings: [[UInt8]] =
    (TitleVocabulary.codeEndings + TitleVocabulary.passwordEndings + [
      "tan", "pin", "key", "schlüssel", "schloss",
    ])
    .map { Array($0.utf8) }

  private static let endingsByFirst: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for ending in endings { table[Int(ending[0])].append(ending) }
    return table
  }()

  /// Returns the first letters of the first word in a text in lower case, and the word's length.
  private static func key(of text: ArraySlice<UInt8>) -> (key: UInt64, count: Int) {
    var key: UInt64 = 0
    var count = 0
    for byte in text {
      guard isWordByte(byte) else { break }
      if count < length { key = key << 8 | UInt64(lowercased(byte)) }
      count += 1
    }
    return (key, count)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte >= 0x80 && byte != 0xC2
  }

  /// Returns a letter's byte in lower case; the second bytes of Latin-1 capitals are 0x80 to 0x9E.
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x80...0x9E).contains(byte) ? byte | 0x20 : byte.lowercased
  }

  /// Returns whether a title may have a secret that a word announces, or one in groups with
  /// hyphens.
  static func passes(_ text: [UInt8], work: inout Int) -> Bool {
    var place = 0
    var hyphens = 0
    work += 3 * text.count
    while place < text.count {
      let byte = text[place]
      if byte >= 0xC4 || byte == .at { return true }
      if byte == .dash { hyphens += 1 }
      // A code for a telephone to dial.
      if byte == UInt8(ascii: "*"), place > 0, text[place - 1] == UInt8(ascii: ",") { return true }
      // A Latin-1 sign, such as a no-break space.
      if byte == 0xC2 {
        place += 2
        continue
      }
      guard isWordByte(byte) else {
        place += 1
        continue
      }
      let word = key(of: text[place...])
      if words.contains(word.key) { return true }
      // 0x4c08…
      if byte == 0x30, place + 1 < text.count, text[place + 1] == UInt8(ascii: "x") { return true }
      for start in place..<(place + word.count) {
        for ending in endingsByFirst[Int(lowercased(text[start]))] where ending.count <= text.count - start {
          var isEqual = true
          for (offset, letter) in ending.enumerated() where lowercased(text[start + offset]) != letter {
            isEqual = false
            break
          }
          if isEqual { return true }
        }
      }
      place += word.count
    }
    return hyphens >= 2 || hyphens == 1 && text.count < 12
  }
}
