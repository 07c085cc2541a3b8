import Activities
import Testing

@testable import Phrases

@Suite("Composing phrases")
struct CompositionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var type = "org.example.player.play-track"
    var donated: String?
    var title: String?
    var userInfo: [String: ActivityValue] = [:]
    var required: Set<String>?
    var language = PhraseLanguage.english
    let phrase: String
    let origin: PhraseOrigin
  }

  @Test(arguments: [
    Case(
      testDescription: "the donated one wins", donated: "Music please", title: "Play", phrase: "Music please",
      origin: .donated),
    Case(
      testDescription: "spaces are tidied", donated: "  Music   please ", phrase: "Music please",
      origin: .donated),
    Case(
      testDescription: "an empty one does not count", donated: "  ", title: "Play Blue", phrase: "Play Blue",
      origin: .title),
    Case(
      testDescription: "one with a wake word does not count", donated: "Hey Siri music", title: "Play Blue",
      phrase: "Play Blue", origin: .title),
    Case(
      testDescription: "a long title gives way to what is composed", title: "a b c d e f g h",
      userInfo: ["name": "Blue"],
      phrase: "Play track Blue", origin: .composed),
    Case(
      testDescription: "nothing to compose: a title's first six words", title: "a b c d e f g h",
      phrase: "A b c d e f",
      origin: .composed),
    Case(testDescription: "else the type's last part", phrase: "Play track", origin: .composed),
    Case(
      testDescription: "camel case is words", type: "org.example.openNote", phrase: "Open note",
      origin: .composed),
    Case(
      testDescription: "a bare verb takes the program", type: "org.example.mail.open", phrase: "Open mail",
      origin: .composed),
    Case(
      testDescription: "the first text names it, not a number", userInfo: ["b": "Blue", "a": 3, "c": true],
      phrase: "Play track Blue", origin: .composed),
    Case(
      testDescription: "required values only", userInfo: ["a": "Loud", "name": "Blue"], required: ["name"],
      phrase: "Play track Blue", origin: .composed),
    Case(
      testDescription: "identifiers are left out",
      userInfo: ["id": "9f86d081884c7d65", "name": "Blue 123e4567-e89b-12d3-a456-426614174000"],
      phrase: "Play track Blue",
      origin: .composed),
    Case(
      testDescription: "of a path the last part is said", type: "org.example.edit",
      userInfo: ["file": "/home/ada/notes.txt"],
      phrase: "Edit notes.txt", origin: .composed),
    Case(
      testDescription: "of a name with a hash the words are said",
      userInfo: ["app": "CodeSetup-stable-5554b12acf27056905806867f251c859323ff7e9.tmp"],
      phrase: "Play track CodeSetup-stable", origin: .composed),
    Case(
      testDescription: "a title with an identifier is none",
      title: "Play 123e4567-e89b-12d3-a456-426614174000",
      userInfo: ["name": "Blue"], phrase: "Play track Blue", origin: .composed),
    Case(
      testDescription: "a wake word is not said", userInfo: ["name": "Alexa"], phrase: "Play track",
      origin: .composed),
    Case(testDescription: "never empty", type: "org.example.---", phrase: "Example", origin: .composed),
    Case(testDescription: "not even with nothing to say", type: "---", phrase: "Activity", origin: .composed),
    Case(
      testDescription: "German puts the verb last", type: "org.example.writer.open",
      userInfo: ["document": "Brief"],
      language: .german, phrase: "Brief öffnen", origin: .composed),
    Case(
      testDescription: "French", type: "org.example.writer.open", userInfo: ["document": "la lettre"],
      language: .french,
      phrase: "Ouvrir la lettre", origin: .composed),
    Case(
      testDescription: "Spanish", type: "org.example.writer.open", userInfo: ["document": "la carta"],
      language: .spanish,
      phrase: "Abrir la carta", origin: .composed),
    Case(
      testDescription: "an unknown verb stays as it is", type: "org.example.frob", userInfo: ["a": "Blue"],
      language: .german,
      phrase: "Frob Blue", origin: .composed),
  ])
  func composed(_ test: Case) throws {
    var activity = try UserActivity(
      activityType: test.type, title: test.title, userInfo: test.userInfo, requiredUserInfoKeys: test.required
    )
    activity.suggestedInvocationPhrase = test.donated
    let book = PhraseBook(of: [PhraseSource(activity)], language: test.language)
    #expect(book.entries.map(\.phrase) == [test.phrase])
    #expect(book.entries.map(\.origin) == [test.origin])
  }

  @Test(
    "a language is told by its locale",
    arguments: [
      ("de_AT.UTF-8", PhraseLanguage.german), ("fr", .french), ("es-MX", .spanish), ("en_US", .english),
      ("C", .english),
      ("", .english), ("ja_JP", .english), ("DE", .german),
    ])
  func locales(locale: String, language: PhraseLanguage) {
    #expect(PhraseLanguage(locale: locale) == language)
  }

  @Test("every verb is there in every language")
  func lexicon() {
    #expect(VerbLexicon.count >= 60)
    for language in PhraseLanguage.allCases {
      for verb in [
        "open", "play", "call", "edit", "show", "order", "read", "write", "start", "stop", "send", "share",
      ] {
        #expect(VerbLexicon.verb(verb, in: language) != nil, "\(verb) in \(language)")
      }
    }
  }
}
