import Phrases

/// Says phrases of one person's book with errors, and things that are not in it, and counts the
/// answers of the book.
struct PhraseTrial {
  /// The results for the utterances of one kind.
  struct Count {
    /// The number of utterances.
    var said = 0
    /// The number of utterances for which the right entry came first.
    var first = 0
    /// The number of utterances for which the right entry was offered.
    var offered = 0
    /// The number of utterances for which a wrong entry was accepted without asking.
    var wrong = 0

    static func + (one: Count, other: Count) -> Count {
      Count(
        said: one.said + other.said, first: one.first + other.first, offered: one.offered + other.offered,
        wrong: one.wrong + other.wrong)
    }
  }

  /// Utterances that name nothing in the book.
  enum Foreign: String, CaseIterable {
    /// The phrase of an activity that is not in the book.
    case leftOut = "left out"
    /// Words from a list, half of the time after a verb of the book.
    case randomWords = "random words"
  }

  /// The counts by kind of error: utterances that can be distinguished, and those that cannot.
  private(set) var clear: [UtteranceErrors.Kind: Count] = [:]
  private(set) var ambiguous: [UtteranceErrors.Kind: Count] = [:]
  /// The counts by the typed part of a title: accepted or offered.
  private(set) var typed: [TypedPart: Count] = [:]
  /// Utterances that name nothing: their number, how many got an answer, and how many got one
  /// without being asked.
  private(set) var foreign: [Foreign: (said: Int, answered: Int, taken: Int)] = [:]

  /// Says each phrase of a book, up to a maximum, with each kind of error.
  mutating func say(_ book: PhraseBook, most: Int, errors: inout UtteranceErrors) {
    let matcher = PhraseMatcher(book)
    let plain = PlainListener(book.entries.map(\.phrase))
    var places = Array(book.entries.indices)
    while places.count > most { places.remove(at: errors.below(places.count)) }
    for place in places {
      let entry = book.entries[place]
      for kind in UtteranceErrors.Kind.allCases {
        guard let utterance = errors.apply(kind, to: entry.phrase) else { continue }
        let match = matcher.match(utterance)
        var count = Count(said: 1)
        if match.candidates.first?.entry == entry { count.first = 1 }
        if match.candidates.contains(where: { $0.entry == entry }) { count.offered = 1 }
        if let best = match.best, best != entry { count.wrong = 1 }
        if plain.isAmbiguous(utterance, meaning: place) {
          ambiguous[kind, default: Count()] = ambiguous[kind, default: Count()] + count
        } else {
          clear[kind, default: Count()] = clear[kind, default: Count()] + count
        }
      }
    }
  }

  /// Types a part of each title of a book, up to a maximum.
  mutating func type(_ book: PhraseBook, most: Int, errors: inout UtteranceErrors) {
    let matcher = PhraseMatcher(book)
    var places = Array(book.entries.indices)
    while places.count > most { places.remove(at: errors.below(places.count)) }
    for place in places {
      let entry = book.entries[place]
      for part in TypedPart.allCases {
        guard let text = part.text(of: entry.displayTitle.title, &errors) else { continue }
        let match = matcher.match(text)
        var count = Count(said: 1)
        if match.candidates.first?.entry == entry { count.first = 1 }
        if match.candidates.contains(where: { $0.entry == entry }) { count.offered = 1 }
        // Accepting another entry with the same name is not an error.
        if let best = match.best, !Self.isSame(best.displayTitle.title, entry.displayTitle.title) {
          count.wrong = 1
        }
        typed[part, default: Count()] = typed[part, default: Count()] + count
      }
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    return letters(one) == letters(other)
  }

  /// Says something that is not in the matcher's book.
  mutating func sayForeign(_ utterance: String, as kind: Foreign, to matcher: PhraseMatcher) {
    let match = matcher.match(utterance)
    guard match.candidates.first?.similarity != 1 else { return }  // it is in the book after all
    let count = foreign[kind] ?? (0, 0, 0)
    foreign[kind] = (
      count.said + 1, count.answered + (match.kind == .none ? 0 : 1),
      count.taken + (match.best == nil ? 0 : 1)
    )
  }

  /// Adds the counts of another trial.
  mutating func add(_ other: PhraseTrial) {
    clear.merge(other.clear, uniquingKeysWith: +)
    ambiguous.merge(other.ambiguous, uniquingKeysWith: +)
    typed.merge(other.typed, uniquingKeysWith: +)
    foreign.merge(other.foreign) { ($0.said + $1.said, $0.answered + $1.answered, $0.taken + $1.taken) }
  }

  private static func sum(_ counts: [UtteranceErrors.Kind: Count]) -> Count {
    counts.filter { $0.key != .none }.values.reduce(Count(), +)
  }

  /// The share of distinguishable utterances with an error whose phrase came first.
  var recall: Double {
    let sum = Self.sum(clear)
    return Double(sum.first) / Double(max(1, sum.said))
  }

  /// The share of utterances that name nothing for which an entry was accepted without asking.
  var falseAccepts: Double {
    let sum = foreign.values.reduce((said: 0, taken: 0)) { ($0.said + $1.said, $0.taken + $1.taken) }
    return Double(sum.taken) / Double(max(1, sum.said))
  }

  /// The counts as text.
  var text: String {
    func share(_ part: Int, _ all: Int) -> String {
      guard all > 0 else { return "-" }
      let thousandths = (part * 1_000 + all / 2) / all
      let digits = String(thousandths % 1_000)
      return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits) / \(all)"
    }
    let kinds = UtteranceErrors.Kind.allCases.map { kind in
      "\(kind.rawValue) \(share(clear[kind]?.first ?? 0, clear[kind]?.said ?? 0))"
    }
    let (told, untold) = (Self.sum(clear), Self.sum(ambiguous))
    let others = Foreign.allCases.map { kind in
      let count = foreign[kind] ?? (0, 0, 0)
      return
        "\(kind.rawValue) \(share(count.taken, count.said)), or offered \(share(count.answered, count.said))"
    }
    let parts = TypedPart.allCases.map { part in
      let count = typed[part] ?? Count()
      return
        "\(part.rawValue) \(share(count.first, count.said)), offered \(share(count.offered, count.said)), "
        + "another one taken \(share(count.wrong, count.said))"
    }
    return """
        \(kinds.joined(separator: ", "))
        with an error: first \(share(told.first, told.said)), another one taken \(share(told.wrong, told.said))
        nobody could tell: first \(share(untold.first, untold.said)), offered \(share(untold.offered, untold.said)), \
      another one taken \(share(untold.wrong, untold.said))
        typed: \(parts.joined(separator: "; "))
        false accepts: \(others.joined(separator: "; "))
      """
  }
}

/// Detects utterances that nobody could distinguish, by the plain distance of Damerau and
/// Levenshtein between texts, without words and weights.
struct PlainListener {
  private let phrases: [[UInt8]]
  private let words: [Set<Substring>]

  init(_ phrases: [String]) {
    self.phrases = phrases.map { Array(Self.plain($0).utf8) }
    words = phrases.map { Set(Self.plain($0).split(separator: " ")) }
  }

  /// Lower case letters and digits, with a space for everything else.
  private static func plain(_ text: String) -> String {
    String(text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }).split(separator: " ").joined(
      separator: " ")
  }

  /// Returns whether another phrase is as near to an utterance as the right one, or also has all of
  /// its words.
  func isAmbiguous(_ utterance: String, meaning place: Int) -> Bool {
    let said = Self.plain(utterance)
    let saidWords = said.split(separator: " ")
    if saidWords.sorted() == String(decoding: phrases[place], as: UTF8.self).split(separator: " ").sorted() {
      return false
    }
    if phrases.indices.contains(where: { $0 != place && saidWords.allSatisfy(words[$0].contains) }) {
      return true
    }
    let bytes = Array(said.utf8)
    let own = Self.distance(phrases[place], bytes, atMost: .max)
    return phrases.indices.contains { other in
      other != place && abs(phrases[other].count - bytes.count) <= own
        && Self.distance(phrases[other], bytes, atMost: own) <= own
    }
  }

  private static func distance(_ one: [UInt8], _ other: [UInt8], atMost limit: Int) -> Int {
    var (before, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var next = [row + 1] + [Int](repeating: 0, count: other.count)
      for column in other.indices {
        var best = min(last[column + 1], next[column]) + 1
        best = min(best, last[column] + (one[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, before[column - 1] + 1)
        }
        next[column + 1] = best
      }
      if (next.min() ?? 0) > limit { return limit + 1 }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
