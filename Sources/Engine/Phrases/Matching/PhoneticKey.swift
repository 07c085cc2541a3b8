/// The approximate sound of a word in English: words that sound the same have the same key.
///
/// Consonants that sound alike become one (`ph` and `f`, `c` and `k`, `z` and `s`), doubled and
/// silent ones are dropped (`kn`, `wr`, `gh`, a final `e`), and a run of vowels becomes one of
/// three: `a`, `e` for front vowels, `o` for back vowels. Words with other than Latin letters are
/// unchanged.
struct PhoneticKey {
  private let word: [UInt8]
  private var position = 0
  private(set) var sounds: [UInt32] = []

  /// The sounds of a word.
  ///
  /// - Complexity: O(length).
  static func of(_ word: ArraySlice<UInt32>) -> [UInt32] {
    guard word.allSatisfy({ (0x61...0x7A).contains($0) }) else { return Array(word) }
    var key = PhoneticKey(word: word.map(UInt8.init(truncatingIfNeeded:)))
    key.listen()
    return key.sounds
  }

  private init(word: [UInt8]) {
    self.word = word
    sounds.reserveCapacity(word.count)
  }

  private mutating func listen() {
    skipSilentStart()
    while position < word.count {
      if isVowel(at: position) { hearVowels() } else { hearConsonant() }
    }
    if sounds.isEmpty { sounds = word.map(UInt32.init) }
  }

  private func letter(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return word.indices.contains(index) ? word[index] : 0
  }

  private func follows(_ text: String) -> Bool {
    var index = position
    for byte in text.utf8 {
      guard index < word.count, word[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private func isVowel(at index: Int) -> Bool {
    guard word.indices.contains(index) else { return false }
    switch word[index] {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"):
      return true
    case UInt8(ascii: "y"): return index > 0 || !isVowelLetter(at: 1)
    default: return false
    }
  }

  private func isVowelLetter(at index: Int) -> Bool {
    word.indices.contains(index) && "aeiou".utf8.contains(word[index])
  }

  private mutating func hear(_ sound: Unicode.Scalar, passing count: Int = 1) {
    if sounds.last != sound.value { sounds.append(sound.value) }
    position += count
  }

  private mutating func skipSilentStart() {
    guard word.count > 2 else { return }
    if follows("kn") || follows("gn") || follows("pn") || follows("wr") || follows("ps") || follows("who") {
      position = 1
    }
  }

  /// Reads a run of vowels, with a `w` or `gh` that only modifies it.
  private mutating func hearVowels() {
    let start = position
    while isVowel(at: position) { position += 1 }
    let isSilentEnd =
      position == word.count && position - start == 1 && word[start] == UInt8(ascii: "e") && !sounds.isEmpty
    if isSilentEnd { return }
    let second = word.indices.contains(start + 1) ? word[start + 1] : 0
    let isRound = second == UInt8(ascii: "u") || second == UInt8(ascii: "w")
    let sound: Unicode.Scalar =
      switch word[start] {
      case UInt8(ascii: "a"): isRound ? "O" : "A"
      case UInt8(ascii: "e"): isRound ? "O" : "E"
      case UInt8(ascii: "i"), UInt8(ascii: "y"): "E"
      default: "O"
      }
    hear(sound, passing: 0)
    if follows("gh") {
      position += 2
    } else if letter() == UInt8(ascii: "w"), !isVowel(at: position + 1) {
      position += 1
    }
  }

  private mutating func hearConsonant() {
    let softens = [UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "y")].contains(letter(1))
    switch letter() {
    case UInt8(ascii: "c"):
      if follows("ch") { hear("C", passing: 2) } else { hear(softens ? "s" : "k") }
    case UInt8(ascii: "d"): if follows("dge") || follows("dgi") { hear("j", passing: 2) } else { hear("d") }
    case UInt8(ascii: "g"):
      if follows("gh") || follows("gn") && position + 2 == word.count {
        position += follows("gh") ? 2 : 1
      } else {
        hear(follows("ge") && position + 2 == word.count ? "j" : "g")
      }
    case UInt8(ascii: "h"):
      if position == 0 || follows("ho") && sounds.isEmpty { hear("h") } else { position += 1 }
    case UInt8(ascii: "m"): hear("m", passing: follows("mb") && position + 2 == word.count ? 2 : 1)
    case UInt8(ascii: "p"): if follows("ph") { hear("f", passing: 2) } else { hear("p") }
    case UInt8(ascii: "q"): hear("k", passing: follows("que") && position + 3 == word.count ? 3 : 1)
    case UInt8(ascii: "s"): hearS()
    case UInt8(ascii: "t"): hearT()
    case UInt8(ascii: "w"): if follows("wh") { hear("w", passing: 2) } else { hear("w") }
    case UInt8(ascii: "x"):
      if position > 0 { hear("k", passing: 0) }
      hear("s")
    case UInt8(ascii: "z"): hear("s")
    case let other: hear(Unicode.Scalar(other))
    }
  }

  private mutating func hearS() {
    if follows("sch") {
      hear("S", passing: 3)
    } else if follows("sh") {
      hear("S", passing: 2)
    } else {
      hear("s")
    }
  }

  private mutating func hearT() {
    if follows("tch") {
      hear("C", passing: 3)
    } else if follows("th") {
      hear("T", passing: 2)
    } else if follows("tion") {
      hear("S", passing: 2)
    } else {
      hear("t")
    }
  }
}
