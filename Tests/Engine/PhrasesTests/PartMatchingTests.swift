import Activities
import Testing

@testable import Phrases

@Suite("Matching parts of names")
struct PartMatchingTests {
  private static let titles: [(String, type: String, [String: ActivityValue])] = [
    ("Open the inbox", "org.example.mail.inbox", ["account": "private"]),
    ("Open the inbox", "org.example.mail.inbox", ["account": "work"]),
    ("Order soup with pepper", "org.example.lunch.order", ["dish": "soup with pepper"]),
    ("Order soup with croutons", "org.example.lunch.order", ["dish": "soup with croutons"]),
    ("Read the front page", "org.example.news.read", ["section": "front"]),
    ("Read the science page", "org.example.news.read", ["section": "science"]),
    ("Join the stand-up", "org.example.calls.join", [:]),
    ("Run git status", "org.example.shell.run", ["command": "git status"]),
    ("Run git stash", "org.example.shell.run", ["command": "git stash"]),
    ("Visit www.goodreads.com", "org.example.web.visit", ["page": "www.goodreads.com"]),
    ("Edit quarterly-report.odt", "org.example.writer.edit", ["file": "quarterly-report.odt"]),
    ("Schulstundenplan ansehen", "org.example.school.view", ["d": "plan"]),
    ("Open Camera", "org.example.launcher.open", ["app": "Camera"]),
    ("Open Camera Test", "org.example.launcher.open", ["app": "Camera Test"]),
  ]

  private static let book: PhraseBook? = try? PhraseBook(
    of: titles.map { try Shelf.source($0.0, type: $0.type, $0.2) })

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String { said }
    let said: String
    let kind: PhraseMatch.Kind
    /// The entries that may be meant, in any order; an accepted one comes first.
    let found: Set<String>

    init(_ said: String, _ kind: PhraseMatch.Kind, _ found: Set<String>) {
      (self.said, self.kind, self.found) = (said, kind, found)
    }
  }

  @Test(
    "parts of names match by beginning, in other forms and orders, written together or apart",
    arguments: [
      Case("soup", .ambiguous, ["Order soup with pepper", "Order soup with croutons"]),
      Case("inbox", .ambiguous, ["Open the inbox · private", "Open the inbox · work"]),
      Case("inbox work", .fuzzy, ["Open the inbox · work"]),
      Case("private inbox", .fuzzy, ["Open the inbox · private"]),
      Case("read the news", .ambiguous, ["Read the front page", "Read the science page"]),
      Case("reading front pages", .fuzzy, ["Read the front page"]),
      Case("standup", .fuzzy, ["Join the stand-up"]), Case("stand up", .fuzzy, ["Join the stand-up"]),
      Case("joining standup", .fuzzy, ["Join the stand-up"]),
      Case("git st", .ambiguous, ["Run git status", "Run git stash"]),
      Case("git sta", .ambiguous, ["Run git status", "Run git stash"]),
      Case("git stat", .ambiguous, ["Run git status"]), Case("status git", .fuzzy, ["Run git status"]),
      Case("goodreads", .ambiguous, ["Visit www.goodreads.com"]),
      Case("report", .ambiguous, ["Edit quarterly-report.odt"]),
      Case("qrtly report", .ambiguous, ["Edit quarterly-report.odt"]),
      Case("stundenplan", .ambiguous, ["Schulstundenplan ansehen"]),
      Case("camera", .fuzzy, ["Open Camera"]),
    ])
  func parts(_ test: Case) throws {
    let match = try #require(Self.book).match(test.said)
    #expect(match.kind == test.kind)
    #expect(Set(match.candidates.map { "\($0.entry.displayTitle)" }) == test.found)
    #expect(match.candidates.allSatisfy { (0...0.95).contains($0.similarity) || match.kind == .fuzzy })
    #expect(match.nearest.isEmpty)
  }

  @Test(
    "an activity with another word does not match",
    arguments: ["edit camera", "open status", "order the inbox"])
  func otherVerb(said: String) throws {
    #expect(try #require(Self.book).match(said).best == nil)
  }

  @Test(
    "if nothing matches, at most three near activities are named",
    arguments: ["invoice inbox", "camrra zzzz", "opne inbax zz"])
  func nearest(said: String) throws {
    let match = try #require(Self.book).match(said)
    #expect(match.best == nil)
    if match.kind == .none {
      #expect((1...3).contains(match.nearest.count) && match.candidates.isEmpty)
      #expect(zip(match.nearest, match.nearest.dropFirst()).allSatisfy { $0.similarity >= $1.similarity })
    }
  }

  @Test("nothing is near to an unrelated text")
  func nothing() throws {
    let match = try #require(Self.book).match("zzz qqq")
    #expect(match.kind == .none && match.nearest.isEmpty)
  }

  @Test("the most likely one was accepted or is clearly ahead, and is never one of two similar ones")
  func likeliest() throws {
    let book = try #require(Self.book)
    #expect(book.match("camera").likeliest?.title == "Open Camera")
    #expect(book.match("report").likeliest?.title == "Edit quarterly-report.odt", "it alone fits")
    #expect(book.match("soup").likeliest == nil)
    #expect(book.match("inbox").likeliest == nil)
    #expect(book.match("zzz").likeliest == nil)
  }

  @Test(
    "forms of a word have the same stem",
    arguments: [
      ("read", "reading", true), ("reads", "read", true), ("running", "run", true),
      ("story", "stories", true),
      ("note", "notes", true), ("make", "making", true), ("news", "new", false), ("list", "listen", false),
      ("page", "pager", false),
    ])
  func stems(one: String, other: String, isSame: Bool) {
    #expect((WordStem.of(FoldedPhrase(one).word(0)) == WordStem.of(FoldedPhrase(other).word(0))) == isSame)
  }

  @Test(
    "German endings have stems, too, but do not make a match certain",
    arguments: [("spielen", "spielt"), ("öffne", "öffnen")])
  func looseStems(one: String, other: String) {
    #expect(WordStem.loose(FoldedPhrase(one).word(0)) == WordStem.loose(FoldedPhrase(other).word(0)))
  }
}
