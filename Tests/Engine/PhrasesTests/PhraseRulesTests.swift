import Phrases
import Testing

@Suite("Rules for phrases")
struct PhraseRulesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let phrase: String
    let problems: [PhraseProblem]
  }

  @Test(arguments: [
    Case(testDescription: "two words are ideal", phrase: "Good night", problems: []),
    Case(testDescription: "one word will do", phrase: "Coffee", problems: []),
    Case(
      testDescription: "four words are longer than ideal", phrase: "Share minutes with Mina",
      problems: [.longerThanIdeal]),
    Case(
      testDescription: "six words are allowed", phrase: "one two three four five six",
      problems: [.longerThanIdeal]),
    Case(
      testDescription: "seven are not", phrase: "one two three four five six seven", problems: [.tooManyWords]
    ),
    Case(
      testDescription: "nor are 55 characters", phrase: String(repeating: "a", count: 55),
      problems: [.tooManyCharacters]),
    Case(testDescription: "blank", phrase: "  \n ", problems: [.empty, .controlCharacters]),
    Case(testDescription: "signs alone cannot be said", phrase: "--- !", problems: [.empty]),
    Case(testDescription: "an emoji can be chosen", phrase: "🎸", problems: []),
    Case(testDescription: "a control character", phrase: "Play\u{1B}[31m", problems: [.controlCharacters]),
    Case(
      testDescription: "an invisible character", phrase: "Play\u{202E}now", problems: [.controlCharacters]),
    Case(testDescription: "a wake word", phrase: "Hey Siri, play", problems: [.wakeWord]),
    Case(testDescription: "a wake word within", phrase: "Ask Alexa", problems: [.wakeWord]),
    Case(testDescription: "a call of two words", phrase: "OK, Google!", problems: [.wakeWord]),
    Case(testDescription: "computer, at the beginning", phrase: "Computer, lights", problems: [.wakeWord]),
    Case(testDescription: "a computer as a thing", phrase: "Start the computer", problems: []),
    Case(testDescription: "echo as a command", phrase: "Run echo", problems: []),
    Case(
      testDescription: "a UUID", phrase: "Open 123E4567-e89b-12d3-a456-426614174000", problems: [.identifier]),
    Case(testDescription: "a hash", phrase: "Show 9f86d081884c", problems: [.identifier]),
    Case(testDescription: "a long number", phrase: "Call 4930123456", problems: [.identifier]),
    Case(testDescription: "a year is no long number", phrase: "Budget 2026", problems: []),
    Case(testDescription: "a path", phrase: "Edit /home/ada/notes.txt", problems: [.identifier]),
    Case(testDescription: "a Windows path", phrase: #"Edit C:\notes.txt"#, problems: [.identifier]),
    Case(testDescription: "an address", phrase: "Open https://example.org", problems: [.identifier]),
    Case(testDescription: "either word is no path", phrase: "Tea and/or coffee", problems: []),
    Case(testDescription: "reverse DNS", phrase: "Open org.example.player", problems: [.identifier]),
    Case(testDescription: "a file is no reverse DNS", phrase: "Open budget-2026.ods", problems: []),
    Case(testDescription: "a word of hexadecimal letters", phrase: "Open facade", problems: []),
  ])
  func problems(_ test: Case) {
    #expect(PhraseRules.problems(of: test.phrase) == test.problems)
  }

  @Test("every problem says how to fix it, and does not reveal the phrase")
  func descriptions() {
    #expect(Set(PhraseProblem.allCases.map(\.description)).count == PhraseProblem.allCases.count)
    #expect(PhraseProblem.allCases.filter(\.isAdvice) == [.longerThanIdeal])
  }
}
