import TestSupport

/// Errors between a phrase and the received text, generated from a seed.
///
/// It shares nothing with the measured code: the keyboard, the homophones and the respellings are
/// defined again here.
struct UtteranceErrors {
  /// One kind of error.
  enum Kind: String, CaseIterable {
    case none = "no error"
    case oneEdit = "one edit"
    case twoEdits = "two edits"
    case droppedWord = "dropped word"
    case swappedWords = "swapped words"
    case homophone = "homophone"
  }

  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int(numbers.next() % UInt64(max(1, limit))) }

  /// Returns the received text of a phrase; `nil` if this error cannot happen to it.
  mutating func apply(_ kind: Kind, to phrase: String) -> String? {
    var words = phrase.split(separator: " ").map(String.init)
    switch kind {
    case .none: return below(2) == 0 ? phrase.uppercased() : phrase.lowercased() + "!"
    case .oneEdit: return edited(phrase)
    case .twoEdits: return edited(phrase).flatMap { edited($0) }
    case .droppedWord:
      guard words.count > 1 else { return nil }
      words.remove(at: below(words.count))
    case .swappedWords:
      guard words.count > 1 else { return nil }
      let place = below(words.count - 1)
      words.swapAt(place, place + 1)
    case .homophone:
      let places = words.indices.filter {
        words[$0].allSatisfy { $0.isLetter && $0.isASCII } && words[$0].count > 2
      }
      guard !places.isEmpty else { return nil }
      let place = places[below(places.count)]
      guard let heard = heard(words[place].lowercased()) else { return nil }
      words[place] = heard
    }
    let result = words.joined(separator: " ")
    return result == phrase ? nil : result
  }

  /// Returns one to three words of a list, half of the time after a verb.
  mutating func randomWords(after verb: String?) -> String {
    let words = (0...below(3)).map { _ in Self.vocabulary[below(Self.vocabulary.count)] }
    return ((below(2) == 0 ? verb.map { [$0] } ?? [] : []) + words).joined(separator: " ")
  }

  private static let vocabulary =
    """
    apple river table garden window summer yellow mountain teacher bottle circle market paper silver doctor forest winter dinner \
    coffee engine orange planet bridge kitchen camera pencil island letter monkey school ticket tunnel valley wagon zebra anchor \
    button candle dragon feather hammer jacket ladder magnet needle pocket rabbit saddle turtle violin
    """.split(separator: " ").map(String.init)

  /// Returns a phrase with a letter or a space added, omitted, mistaken or swapped with its
  /// neighbour; numbers stay.
  private mutating func edited(_ phrase: String) -> String? {
    var letters = Array(phrase.lowercased())
    let places = letters.indices.filter { letters[$0].isLetter }
    guard places.count > 2 else { return nil }
    let place = places[below(places.count)]
    switch below(20) {
    case 0:  // a space too few, or too many
      let spaces = letters.indices.filter { letters[$0] == " " }
      if spaces.isEmpty || below(2) == 0 {
        letters.insert(" ", at: place)
      } else {
        letters.remove(at: spaces[below(spaces.count)])
      }
    case 1...5: letters.remove(at: place)
    case 6...10: letters.insert(below(4) == 0 ? letters[place] : near(letters[place]), at: place)
    case 11...15: letters[place] = near(letters[place])
    default:
      guard place + 1 < letters.count, letters[place + 1].isLetter, letters[place] != letters[place + 1]
      else {
        letters[place] = near(letters[place])
        break
      }
      letters.swapAt(place, place + 1)
    }
    let result = String(letters)
    return result == phrase.lowercased() ? nil : result
  }

  /// Returns a key next to the correct one, in three of four cases; otherwise any letter.
  private mutating func near(_ letter: Character) -> Character {
    let all = Array("abcdefghijklmnopqrstuvwxyz")
    guard below(4) > 0, let neighbours = Self.keyboard[letter] else { return all[below(26)] }
    let keys = Array(neighbours)
    return keys[below(keys.count)]
  }

  private static let keyboard: [Character: String] = [
    "q": "wa", "w": "qeas", "e": "wrsd", "r": "etdf", "t": "ryfg", "y": "tugh", "u": "yihj", "i": "uojk",
    "o": "ipkl", "p": "ol",
    "a": "qwsz", "s": "awedxz", "d": "serfcx", "f": "drtgvc", "g": "ftyhbv", "h": "gyujnb", "j": "huikmn",
    "k": "jiolm", "l": "kop",
    "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
  ]

  /// Returns another word that sounds the same, or a spelling by ear of the same word.
  private mutating func heard(_ word: String) -> String? {
    if let others = Self.homophones[word] { return others[below(others.count)] }
    let possible = Self.respellings.filter { word.contains($0.0) && !($0.2 && word.hasPrefix($0.0)) }
    guard !possible.isEmpty else { return nil }
    let (from, to, _) = possible[below(possible.count)]
    guard let range = word.range(ofText: from) else { return nil }
    return word.replacingCharacters(in: range, with: to)
  }

  /// Sounds with several spellings; `true`: not at the beginning of a word.
  private static let respellings: [(String, String, Bool)] = [
    ("ph", "f", false), ("ck", "k", false), ("ee", "ea", false), ("ea", "ee", false), ("oo", "u", true),
    ("ll", "l", true),
    ("tt", "t", true), ("ss", "s", true), ("pp", "p", true), ("nn", "n", true), ("mm", "m", true),
    ("ca", "ka", false),
    ("co", "ko", false), ("cu", "ku", false), ("ci", "si", false), ("ce", "se", false), ("qu", "kw", false),
    ("x", "ks", true),
    ("y", "i", true), ("ai", "ay", true), ("ight", "ite", true), ("ou", "ow", true), ("wr", "r", false),
    ("kn", "n", false),
    ("wh", "w", false), ("z", "s", true), ("tion", "shun", true), ("ie", "ee", true), ("er", "ur", true),
    ("dge", "je", true),
  ]

  private static let homophones: [String: [String]] = {
    let groups = [
      "mail male", "read reed red", "write right", "check cheque", "new knew", "weather whether", "sea see",
      "meet meat", "for four",
      "buy by bye", "two to too", "one won", "eight ate", "son sun", "flour flower", "hour our", "no know",
      "night knight",
      "road rode", "role roll", "sale sail", "whole hole", "heel heal", "plane plain", "steal steel",
      "there their", "here hear",
      "peace piece", "week weak", "wait weight", "bear bare", "pair pear", "stair stare", "blue blew",
      "through threw", "site sight cite",
      "tea tee", "place plaice", "call caul", "main mane", "rain reign",
      "board bored", "break brake", "cell sell", "cent sent scent", "dear deer", "die dye", "fair fare",
      "find fined", "great grate",
      "in inn", "key quay", "maid made", "missed mist", "pause paws", "plum plumb", "pray prey", "root route",
      "seam seem", "sum some",
      "tail tale", "time thyme", "wood would", "light lite", "mine mined", "base bass", "build billed",
      "guest guessed", "lead led",
    ]
    var homophones: [String: [String]] = [:]
    for group in groups {
      let words = group.split(separator: " ").map(String.init)
      for word in words { homophones[word] = words.filter { $0 != word } }
    }
    return homophones
  }()
}

extension String {
  fileprivate func range(ofText text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }

  fileprivate func contains(_ text: String) -> Bool { range(ofText: text) != nil }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
