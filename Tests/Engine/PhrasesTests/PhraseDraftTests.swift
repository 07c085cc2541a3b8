import Activities
import Testing

@testable import Phrases

@Suite("Distinguishing words")
struct PhraseDraftTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var type = "org.example.mail.write"
    var title: String?
    /// The values of the first activity, and of the second, whose phrase is checked.
    let first: [String: ActivityValue]
    let second: [String: ActivityValue]
    var language = PhraseLanguage.english
    let phrase: String
  }

  @Test(arguments: [
    Case(
      testDescription: "in parentheses", title: "Open the inbox", first: ["account": "work"],
      second: ["account": "private"], phrase: "Open the inbox (private)"),
    Case(
      testDescription: "a number with the name of its key", title: "Play Blue in Green", first: ["track": 41],
      second: ["track": 42], phrase: "Play Blue in Green (track 42)"),
    Case(
      testDescription: "a person after a preposition", title: "Write a letter", first: ["recipient": "Jonas"],
      second: ["recipient": "Mina"], phrase: "Write a letter to Mina"),
    Case(
      testDescription: "but not after words of another language", title: "Brief schreiben",
      first: ["recipient": "Jonas"], second: ["recipient": "Mina"], phrase: "Brief schreiben (Mina)"),
    Case(
      testDescription: "nor after a title in German, whose verb comes last", title: "Brief schreiben",
      first: ["recipient": "Jonas"], second: ["recipient": "Mina"], language: .german,
      phrase: "Brief schreiben (Mina)"),
    Case(
      testDescription: "German: before the verb of what was composed", type: "org.example.player.play",
      first: ["a": "Blue", "artist": "Coltrane"], second: ["a": "Blue", "artist": "Miles Davis"],
      language: .german, phrase: "Blue von Miles Davis abspielen"),
    Case(
      testDescription: "English: after it", type: "org.example.player.play",
      first: ["a": "Blue", "artist": "Coltrane"], second: ["a": "Blue", "artist": "Miles Davis"],
      phrase: "Play Blue by Miles Davis"),
    Case(
      testDescription: "French", title: "Partager le rapport", first: ["participant": "Jonas"],
      second: ["participant": "Mina"], language: .french, phrase: "Partager le rapport avec Mina"),
    Case(
      testDescription: "no word goes for it", title: "Send map of the old town", first: ["to": "Anna"],
      second: ["to": "printer"], phrase: "Send map of the old town (printer)"),
    Case(
      testDescription: "unless there are too many letters; no preposition is left at the end then",
      title: "Share quarterly consolidated report with Jonathan", first: ["account": "work"],
      second: ["account": "home"], phrase: "Share quarterly consolidated report… (home)"),
    Case(
      testDescription: "what is too long keeps both parentheses",
      title: "Donaudampfschifffahrtsgesellschaft Rechnungen ablegen",
      first: ["folder": "Steuererklärung 2024"],
      second: ["folder": "Steuererklärung 2025"],
      phrase: "Donaudampfschifffahrtsgesellschaft… (Steuererklärung)"),
  ])
  func worded(_ test: Case) throws {
    let sources = try [test.first, test.second].map { try Shelf.source(test.title, type: test.type, $0) }
    let book = PhraseBook(of: sources, language: test.language)
    let phrase = try #require(book.phrase(of: sources[1].identity))
    #expect(phrase == test.phrase && !PhraseRules.isTooLong(phrase))
  }

  @Test(
    "a phrase does not end with a word that needs a following one",
    arguments: [
      (["Share", "it", "with", "the", "team"], 4, "Share it"),
      (["Mit", "Mina", "an", "Jonas"], 3, "Mit Mina"),
      (["Open", "it"], 2, "Open it"), (["the", "of"], 1, "the"),
    ])
  func beginning(words: [String], most: Int, kept: String) {
    #expect(PhraseDraft.beginning(of: words, most: most).joined(separator: " ") == kept)
  }
}
