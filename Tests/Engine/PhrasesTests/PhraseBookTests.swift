import Activities
import Testing

@testable import Phrases

/// Activities for books, and random ones from a seed.
enum Shelf {
  static func source(
    _ title: String?, type: String = "org.example.notes.open", _ userInfo: [String: ActivityValue] = [:],
    donated: String? = nil
  ) throws -> PhraseSource {
    var activity = try UserActivity(activityType: type, title: title, userInfo: userInfo)
    activity.suggestedInvocationPhrase = donated
    return PhraseSource(activity)
  }

  static func own(_ phrase: String?, _ userInfo: [String: ActivityValue], at second: Int64 = 0) throws
    -> OwnPhrase
  {
    try OwnPhrase(
      at: Instant(milliseconds: second * 1_000), activityType: "org.example.notes.open", userInfo: userInfo,
      title: "Something", phrase: phrase)
  }

  /// Few words, so that there are many collisions.
  static func random(_ count: Int, seed: UInt64) throws -> [PhraseSource] {
    var state = seed
    func below(_ limit: Int) -> Int {
      state = StableHash.mix(state, 0x9E37)
      return Int(state % UInt64(limit))
    }
    let words = [
      "note", "Note", "knote", "list", "lists", "mail", "male", "Ärger", "arger", "7", "8", "日記",
      "a b c d e f g", "",
    ]
    let types = ["org.example.notes.open", "org.example.notes.edit", "org.example.mail.open", "x"]
    return try (0..<count).map { number in
      var userInfo: [String: ActivityValue] = [:]
      for key in ["a", "b", "c"] where below(3) > 0 { userInfo[key] = .string(words[below(words.count)]) }
      if below(2) == 0 {
        userInfo["id"] = .string("9f86d081-\(number)00000000")
      } else {
        userInfo["n"] = .integer(Int64(number))
      }
      let title = below(4) > 0 ? "Open \(words[below(words.count)])" : nil
      return try source(
        title, type: types[below(types.count)], userInfo, donated: below(5) == 0 ? "What is new" : nil)
    }
  }
}

@Suite("The phrase book")
struct PhraseBookTests {
  private func phrases(_ book: PhraseBook) -> Set<String> { Set(book.entries.map(\.phrase)) }

  @Test(
    "activities with the same proposed phrase are distinguished by titles, not by values that begin alike")
  func titles() throws {
    let pizzerias = try [
      ("Luigi's", "+1 415 555 0101"), ("Da Mario", "+1 415 555 0199"), ("Roma", "+1 415 555 0177"),
    ]
    .map { name, number in
      try Shelf.source(name, ["phoneNumber": .string(number)], donated: "Show my favorite pizzeria")
    }
    let favorite = "Show my favorite pizzeria"
    #expect(
      phrases(PhraseBook(of: pizzerias)) == [favorite, "\(favorite) (Da Mario)", "\(favorite) (Roma)"])
    let untitled = try ["+1 415 555 0101", "+1 415 555 0199"].map { number in
      try Shelf.source(nil, ["phone": .string(number)], donated: favorite)
    }
    #expect(phrases(PhraseBook(of: untitled)) == [favorite, "\(favorite) (2)"])
    let reports = try ["odt", "pdf"].map { ending in
      try Shelf.source("Open report.\(ending)", ["path": .string("/home/ada/report.\(ending)")])
    }
    let said = PhraseBook(of: reports)
    #expect(phrases(said) == ["Open report", "Open report (report.pdf)"])
    #expect(Set(said.entries.map { "\($0.displayTitle)" }) == ["Open report.odt", "Open report.pdf"])
  }

  @Test(
    "the first of several with the same phrase keeps it unchanged; the next says what differs")
  func equals() throws {
    let sources = try [
      Shelf.source("Read", ["section": "front", "page": 1], donated: "What is new"),
      Shelf.source("Read", ["section": "science", "page": 1], donated: "what is NEW!"),
    ]
    let book = PhraseBook(of: sources)
    #expect(phrases(book) == ["What is new", "what is NEW! (science)"])
    #expect(book.entry(of: sources[1].identity)?.shortForm == "what is NEW!")
    #expect(book.collisions.isEmpty)
    #expect(book.match("what is new, science").best?.identity == sources[1].identity, "they are not spoken")
    #expect(phrases(PhraseBook(of: sources.reversed())) == ["what is NEW!", "What is new (front)"])
  }

  /// A new activity used to change a phrase that the user had already seen and learned by heart.
  @Test("a new activity does not change any existing phrase", arguments: 1...40)
  func stays(seed: UInt64) throws {
    var known: Set<ActivityIdentity> = []
    let sources = try Shelf.random(40, seed: seed).filter { known.insert($0.identity).inserted }
    let own = [try Shelf.own("Open note", ["d": "plan"])]
    let book = PhraseBook(of: sources, own: own)
    for count in stride(from: 1, to: sources.count, by: 3) {
      let earlier = PhraseBook(of: Array(sources.prefix(count)), own: own)
      let renamed = earlier.entries.filter { book.phrase(of: $0.identity) != $0.phrase }
      #expect(renamed.isEmpty, "seed \(seed), after \(count)")
    }
  }

  @Test(
    "phrases that sound the same or are spelled nearly the same are distinguished",
    arguments: [
      ("Check the mail", "Check the male"), ("Write notes", "Right notes"), ("Open lists", "Open list"),
      ("Open Teams", "Open Taems"),
    ])
  func alike(one: String, other: String) throws {
    let book = try PhraseBook(of: [Shelf.source(one, ["a": "red"]), Shelf.source(other, ["a": "blue"])])
    #expect(phrases(book) == [one, "\(other) (blue)"])
    #expect(book.collisions.isEmpty)
  }

  @Test("different numbers do not collide", arguments: [("Place 1610", "Place 1611"), ("app-8", "app-3")])
  func numbers(one: String, other: String) throws {
    let book = try PhraseBook(of: [Shelf.source(one, ["a": "red"]), Shelf.source(other, ["a": "blue"])])
    #expect(phrases(book) == [one, other])
  }

  @Test("phrases that words cannot distinguish are numbered, and reported if they only sound alike")
  func numbered() throws {
    let book = try PhraseBook(
      of: (0..<3).map { try Shelf.source("Open", ["id": .string("9f86d08188\($0)")]) })
    #expect(phrases(book) == ["Open", "Open (2)", "Open (3)"])
    let near = try PhraseBook(of: [
      Shelf.source("Run lsof", ["c": "lsof"]), Shelf.source("Run lsdof", ["c": "lsdof"]),
    ])
    #expect(phrases(near) == ["Run lsof", "Run lsdof"])
    #expect(near.collisions.map(\.kind) == [.spelling])
    #expect(near.collisions.first?.identities == near.entries.map(\.identity))
  }

  @Test("the user's own phrase takes precedence, and never changes")
  func own() throws {
    let sources = [try Shelf.source("Open plan", ["d": "plan"]), try Shelf.source("Zahlen", ["d": "budget"])]
    let book = try PhraseBook(of: sources, own: [Shelf.own("Zahlen", ["d": "plan"])])
    #expect(book.phrase(of: sources[0].identity) == "Zahlen")
    #expect(book.entry(of: sources[0].identity)?.origin == .own)
    #expect(book.phrase(of: sources[1].identity) == "Zahlen (budget)")
    #expect(book.entry(of: sources[1].identity)?.shortForm == "Zahlen")
  }

  @Test("the later of two own phrases for one activity counts; an empty one removes it")
  func later() throws {
    let source = try Shelf.source("Open plan", ["d": "plan"])
    let own = [try Shelf.own("Later", ["d": "plan"], at: 2), try Shelf.own("Earlier", ["d": "plan"], at: 1)]
    #expect(PhraseBook(of: [source], own: own).phrase(of: source.identity) == "Later")
    let gone = own + [try Shelf.own(nil, ["d": "plan"], at: 3)]
    #expect(PhraseBook(of: [source], own: gone).phrase(of: source.identity) == "Open plan")
  }

  @Test("P11: an own phrase stays after its activity is gone, and shows that")
  func dangling() throws {
    let book = try PhraseBook(
      of: [Shelf.source("Open plan", ["d": "plan"])], own: [Shelf.own("My budget", ["d": "budget"])])
    let entry = try #require(book.entries.first { $0.phrase == "My budget" })
    #expect(!entry.isAvailable && entry.title == "Something")
    #expect(book.match("my budget").best == entry)
  }

  @Test(
    "no two phrases are the same, all follow the rules, and no two look the same", arguments: 1...60)
  func random(seed: UInt64) throws {
    let sources = try Shelf.random(40, seed: seed)
    var known: Set<ActivityIdentity> = []
    let distinct = sources.filter { known.insert($0.identity).inserted }
    let book = PhraseBook(of: distinct)
    #expect(book.entries.count == distinct.count)
    #expect(Set(book.folded.map(\.letters)).count == distinct.count, "seed \(seed)")
    for entry in book.entries {
      let broken = PhraseRules.problems(of: entry.phrase).filter { !$0.isAdvice }
      #expect(broken.isEmpty, "seed \(seed): \(entry.phrase)")
    }
    #expect(Set(book.entries.map { "\($0.displayTitle)" }).count == distinct.count)
    #expect(PhraseBook(of: sources).entries == book.entries, "each counts once")
    #expect(!book.collisions.contains { $0.kind == .equal })
  }

  @Test("the index finds the same collisions as comparing all pairs", arguments: 1...10)
  func slowTwin(seed: UInt64) throws {
    let texts = try Shelf.random(40, seed: seed).compactMap(\.title)
    let folded = texts.map(FoldedPhrase.init)
    var index = CollisionIndex(items: texts.count)
    for item in texts.indices { index.place(folded[item], of: item) }
    let pairs = Set(
      index.groups(of: texts.indices).flatMap { group in
        group.members.flatMap { one in group.members.filter { $0 > one }.map { [one, $0] } }
      })
    func sound(_ phrase: FoldedPhrase) -> [[UInt32]] { phrase.words.map(PhoneticKey.of) }
    func shortened(_ phrase: FoldedPhrase) -> Set<[UInt32]> {
      guard phrase.letters.count >= 4 else { return [] }
      let places = phrase.letters.indices.filter { !FoldedPhrase.isDigit(phrase.letters[$0]) }
      return Set(places.map { phrase.letters.without($0) } + [phrase.letters])
    }
    for one in texts.indices {
      for other in texts.indices where other > one {
        let isAlike =
          folded[one].letters == folded[other].letters || sound(folded[one]) == sound(folded[other])
          || !shortened(folded[one]).isDisjoint(with: shortened(folded[other]))
        #expect(isAlike == pairs.contains([one, other]), "\(texts[one]) and \(texts[other])")
      }
    }
  }
}

extension [UInt32] {
  fileprivate func without(_ index: Int) -> [UInt32] { Array(self[..<index] + self[(index + 1)...]) }
}
