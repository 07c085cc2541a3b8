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
      phrase: "Edit notes", origin: .composed),
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
    "composed phrases and titles are speakable",
    arguments: [
      ("org.example.SendMessageIntent", nil, ["contact": "Mum"], "Send message Mum"),
      ("com.apple.INSendMessageIntent", nil, ["recipient": "Mum"], "Send message to Mum"),
      ("org.example.OrderSoupAction", nil, ["soup": "Clam chowder"], "Order soup Clam chowder"),
      ("org.example.CreateEventActivity", nil, ["name": "Dentist"], "Create event Dentist"),
      ("org.example.activity", nil, ["name": "Run"], "Activity Run"),
      ("org.example.timer.start", nil, ["minutes": 12], "Start 12 minutes"),
      ("org.example.reader.open", nil, ["page": 4], "Open page 4"),
      ("org.example.bank.transfer", nil, ["amount": 12.5, "to": "Anna"], "Transfer 12.5 to Anna"),
      ("org.example.ride.request", nil, ["from": "home", "to": "work"], "Request from home to work"),
      (
        "org.example.mail.send", nil, ["recipient": "Jonas", "subject": "Quarterly report"],
        "Send Quarterly report to Jonas"
      ),
      ("org.example.light.set", nil, ["room": "kitchen", "on": false], "Set kitchen off"),
      ("org.example.light.set", nil, ["room": "kitchen", "on": true], "Set kitchen on"),
      ("org.example.door.set", nil, ["door": "front", "isLocked": false], "Set front unlocked"),
      ("org.example.alarm.set", nil, ["name": "Early", "recurring": false], "Set Early not recurring"),
      ("org.example.player.play", nil, ["name": "Blue", "shuffle": true], "Play Blue"),
      ("org.example.browser.open", nil, ["page": "https://www.zeit.de/index"], "Open zeit.de"),
      ("org.example.browser.open", nil, ["page": "zeit.de/index"], "Open zeit.de"),
      ("org.example.browser.open", nil, ["page": "https://example.org/board/index.html"], "Open board"),
      ("org.example.open", "Open Messenger.134.0.0.11.118.exe", [:], "Open Messenger"),
      ("org.example.open", "Open budget_2026.ods", [:], "Open budget 2026"),
      ("org.example.open", "Open python-3.12.1-amd64.exe", [:], "Open python"),
      ("org.example.open", "Open Annual Report.pdf", [:], "Open Annual Report"),
      ("org.example.open", "Open main.c", [:], "Open main.c"),
      ("org.example.open", "Python 3.12", [:], "Python 3.12"),
      ("org.example.open", "ssh ada@192.168.0.10", [:], "ssh ada@192.168.0.10"),
      ("org.example.open", "ping host-10.0.0.1", [:], "ping host-10.0.0.1"),
      ("org.example.open", "Edit release-1.7.6.md", [:], "Edit release-1.7.6"),
      ("org.example.open", "Open example.org", [:], "Open example.org"),
      ("org.example.open", ".exe", [:], ".exe"),
      ("org.example.open", "Open backup.tar.gz", [:], "Open backup"),
    ] as [(String, String?, [String: ActivityValue], String)])
  func sayable(_ type: String, _ title: String?, _ userInfo: [String: ActivityValue], _ phrase: String) throws
  {
    let activity = try UserActivity(activityType: type, title: title, userInfo: userInfo)
    #expect(PhraseBook(of: [PhraseSource(activity)]).entries.map(\.phrase) == [phrase])
  }

  @Test("the words for flags exist in every language")
  func flags() throws {
    let activity = try UserActivity(
      activityType: "org.example.light.set", userInfo: ["room": "Küche", "on": false])
    func phrase(_ language: PhraseLanguage) -> String? {
      PhraseBook(of: [PhraseSource(activity)], language: language).entries.first?.phrase
    }
    #expect(phrase(.german) == "Küche aus einstellen" && phrase(.french) == "Régler Küche éteint")
    #expect(phrase(.spanish) == "Ajustar Küche apagado")
  }

  @Test(
    "the language follows from the locale",
    arguments: [
      ("de_AT.UTF-8", PhraseLanguage.german), ("fr", .french), ("es-MX", .spanish), ("en_US", .english),
      ("C", .english),
      ("", .english), ("ja_JP", .english), ("DE", .german),
    ])
  func locales(locale: String, language: PhraseLanguage) {
    #expect(PhraseLanguage(locale: locale) == language)
  }

  @Test("every verb exists in every language")
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
