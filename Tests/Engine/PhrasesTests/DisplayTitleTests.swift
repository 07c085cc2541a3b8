import Activities
import Testing

@testable import Phrases

@Suite("Displayed titles")
struct DisplayTitleTests {
  private func titles(_ sources: [PhraseSource], _ language: PhraseLanguage = .english) -> [String] {
    let book = PhraseBook(of: sources, language: language)
    return sources.compactMap { book.entry(of: $0.identity).map { "\($0.displayTitle)" } }
  }

  @Test("activities with the same title all get distinguishing words")
  func alike() throws {
    let sources = try [
      Shelf.source("Open the inbox", ["account": "private"], donated: "Mail"),
      Shelf.source("open the inbox", ["account": "work"]),
      Shelf.source("Open the outbox", ["account": "old"]),
    ]
    #expect(titles(sources) == ["Open the inbox · private", "open the inbox · work", "Open the outbox"])
    let entry = try #require(PhraseBook(of: sources).entry(of: sources[0].identity))
    #expect(entry.displayTitle.title == "Open the inbox" && entry.displayTitle.disambiguation == "private")
  }

  @Test("a number follows the name of its key, or the word for number in the requested language")
  func numbers() throws {
    let tracks = try [42, 43].map { try Shelf.source("Play Blue", ["track": .integer($0), "x": "Blue"]) }
    #expect(titles(tracks) == ["Play Blue · track 42", "Play Blue · track 43"])
    let others = try [1, 2].map { try Shelf.source("Play Blue", ["n": .integer($0)]) }
    #expect(titles(others) == ["Play Blue · number 1", "Play Blue · number 2"])
    #expect(titles(others, .german) == ["Play Blue · Nummer 1", "Play Blue · Nummer 2"])
  }

  @Test("titles are distinguished by several values, then by the program, then by a number")
  func several() throws {
    let three = try [["a": "red", "b": "big"], ["a": "red", "b": "small"], ["a": "blue", "b": "big"]].map {
      try Shelf.source("Buy", $0.mapValues(ActivityValue.string))
    }
    #expect(Set(titles(three)).count == 3)
    #expect(titles(three).contains("Buy · red, small"))
    let programs = try ["org.example.viewer.open", "org.example.writer.open"].map {
      try Shelf.source("Budget", type: $0, ["d": "budget"])
    }
    #expect(titles(programs) == ["Budget · viewer", "Budget · writer"])
    let none = try (0..<2).map { try Shelf.source("Open", ["id": .string("9f86d08188\($0)")]) }
    #expect(titles(none) == ["Open", "Open · 2"])
  }

  @Test("without a title, words come from the type and the required values, not the phrase")
  func untitled() throws {
    #expect(
      titles([
        try Shelf.source(nil, type: "org.example.player.play-track", ["name": "Blue"], donated: "Music")
      ])
        == ["Play track Blue"])
    #expect(titles([try Shelf.source("  ", type: "---", donated: "Music")]) == ["Music"])
  }

  @Test("an activity outside the book is distinguished from those in it")
  func unknown() throws {
    let book = PhraseBook(of: [try Shelf.source("Open the inbox", ["account": "private"])])
    let other = try UserActivity(
      activityType: "org.example.notes.open", title: "Open the inbox", userInfo: ["account": "work"])
    #expect("\(book.displayTitle(for: other, other.identity))" == "Open the inbox · work")
    #expect(book.phrase(for: other, other.identity) == "Open the inbox")
  }
}
