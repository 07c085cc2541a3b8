import Activities
import Testing

@testable import Phrases

@Suite("Matching spoken phrases")
struct MatchingTests {
  static let titles = [
    "Play Blue in Green", "Play Blue Train", "Check in at place 1610", "Check in at place 1611",
    "Open Khan Academy", "Join the stand-up",
    "Café Ölbaum", "What's new", "Open Google Play Store", "Write to Mina", "Call Mina", "Call Jonas",
    "日記を書く",
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let said: String
    let kind: PhraseMatch.Kind
    var first: String?
  }

  @Test(arguments: [
    Case(testDescription: "word for word", said: "Call Mina", kind: .exact, first: "Call Mina"),
    Case(
      testDescription: "P22: case, accents and punctuation", said: "cafe OLBAUM!", kind: .exact,
      first: "Café Ölbaum"),
    Case(
      testDescription: "an apostrophe makes no word", said: "whats new?", kind: .exact, first: "What's new"),
    Case(testDescription: "a script without spaces", said: "日記を書く", kind: .exact, first: "日記を書く"),
    Case(
      testDescription: "a letter wrong", said: "open khan acadeny", kind: .fuzzy, first: "Open Khan Academy"),
    Case(
      testDescription: "two letters wrong", said: "opne khan acadeny", kind: .fuzzy,
      first: "Open Khan Academy"),
    Case(testDescription: "put together", said: "join the standup", kind: .fuzzy, first: "Join the stand-up"),
    Case(
      testDescription: "taken apart", said: "open kh an academy", kind: .fuzzy, first: "Open Khan Academy"),
    Case(testDescription: "swapped", said: "khan academy open", kind: .fuzzy, first: "Open Khan Academy"),
    Case(testDescription: "a word less", said: "khan academy", kind: .fuzzy, first: "Open Khan Academy"),
    Case(testDescription: "politely", said: "Please call Mina", kind: .fuzzy, first: "Call Mina"),
    Case(testDescription: "it sounds the same", said: "right to Mina", kind: .fuzzy, first: "Write to Mina"),
    Case(
      testDescription: "a number is right", said: "chek in at place 1611", kind: .fuzzy,
      first: "Check in at place 1611"),
    Case(testDescription: "or wrong", said: "check in at place 1612", kind: .none),
    Case(
      testDescription: "another word of the book is another phrase: it is only offered",
      said: "call the store",
      kind: .ambiguous, first: "Open Google Play Store"),
    Case(testDescription: "an unknown word is another phrase", said: "call Berta", kind: .none),
    Case(testDescription: "nothing like it", said: "water the plants", kind: .none),
    Case(
      testDescription: "a speech", said: String(repeating: "call Mina ", count: 50_000), kind: .none),
    Case(testDescription: "nothing said", said: " !? ", kind: .none),
  ])
  func match(_ test: Case) throws {
    let book = try PhraseBook(
      of: Self.titles.enumerated().map { try Shelf.source($1, ["n": .integer(Int64($0))]) })
    let match = book.match(test.said)
    #expect(match.kind == test.kind)
    #expect(match.candidates.first?.entry.title == test.first)
    #expect((match.best == nil) == (test.kind == .none || test.kind == .ambiguous))
    for candidate in match.candidates where match.best != nil {
      #expect((PhraseMatcher.threshold...1).contains(candidate.similarity))
    }
  }

  @Test("P22: a phrase that two activities have is ambiguous, never decided silently")
  func ambiguous() throws {
    let own = [try Shelf.own("Zahlen", ["d": "plan"]), try Shelf.own("zahlen", ["d": "budget"])]
    let book = try PhraseBook(
      of: [Shelf.source("Plan", ["d": "plan"]), Shelf.source("Budget", ["d": "budget"])], own: own)
    let match = book.match("ZAHLEN")
    #expect(match.kind == .ambiguous)
    #expect(match.best == nil)
    #expect(match.candidates.map(\.similarity) == [1, 1])
    #expect(book.collisions.map(\.kind) == [.equal])
  }

  @Test(
    "a shared short form means its first activity; shared titles and parts are ambiguous"
  )
  func shortForms() throws {
    let sources = try ["front", "science", "sport"].map {
      try Shelf.source("Read", ["section": .string($0)], donated: "What is new")
    }
    let book = PhraseBook(of: sources)
    #expect(book.match("what is new").best?.identity == sources[0].identity)
    #expect(book.match("What is new science").best?.identity == sources[1].identity)
    #expect(book.match("read · sport").best?.identity == sources[2].identity, "as it is shown")
    #expect(book.match("read").kind == .ambiguous && book.match("read").candidates.count == 3)
    let parts = try PhraseBook(
      of: ["Open the blue garden gate", "Open the blue garden door"].map { try Shelf.source($0) })
    #expect(parts.entries.count == 1)
    let two = try PhraseBook(
      of: ["Open the blue garden gate", "Open the blue garden door", "Ring"].enumerated().map {
        try Shelf.source($1, ["n": .integer(Int64($0))])
      })
    #expect(two.match("open the blue garden").best == nil)
  }

  @Test(
    "words that sound the same have the same key, others do not",
    arguments: [
      ("mail", "male", true), ("write", "right", true), ("sea", "see", true), ("knight", "night", true),
      ("phone", "fone", true),
      ("check", "cheque", true), ("weather", "whether", true), ("piece", "peace", true),
      ("cat", "cut", false), ("place", "plane", false),
      ("read", "lead", false), ("open", "pen", false),
    ])
  func sounds(one: String, other: String, isSame: Bool) {
    #expect(
      (PhoneticKey.of(FoldedPhrase(one).word(0)) == PhoneticKey.of(FoldedPhrase(other).word(0))) == isSame)
  }

  @Test(
    "frequent typing errors cost less",
    arguments: [
      ("train", "train", Float(0)), ("train", "trainn", 0.5), ("letter", "leter", 0.5),
      ("train", "trian", 0.75), ("train", "traim", 0.75),
      ("train", "trainx", 1), ("train", "rain", 1), ("train", "pxxxx", 6.25), ("", "ab", 2),
    ])
  func costs(meant: String, said: String, cost: Float) {
    #expect(LetterDistance.cost(FoldedPhrase(meant).letters[...], FoldedPhrase(said).letters[...]) <= cost)
    if cost < 5 {
      #expect(LetterDistance.cost(FoldedPhrase(meant).letters[...], FoldedPhrase(said).letters[...]) == cost)
    }
  }
}
