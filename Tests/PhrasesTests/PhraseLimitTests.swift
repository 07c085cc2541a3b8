import Activities
import Testing

@testable import Phrases

@Suite("Limits of phrases")
struct PhraseLimitTests {
  private static func source(_ title: String, _ number: Int64) throws -> PhraseSource {
    PhraseSource(try UserActivity(activityType: "a.b", title: title, userInfo: ["n": .integer(number)]))
  }

  /// A word of a hundred thousand letters said about a title of as many took 10^10 steps.
  @Test("what is longer than anybody says is not compared letter by letter")
  func long() throws {
    let word = String(repeating: "ab", count: 50_000)
    let book = PhraseBook(of: [try Self.source(word + "c", 1), try Self.source("Morning mail", 2)])
    let listener = PhraseListener(book)
    #expect(listener.match(word).kind == .none)
    #expect(listener.match("mornin mail").kind == .fuzzy)
  }

  /// A log may give the user's own phrase of any length: each letter was a key of the index.
  @Test("an own phrase of any length is kept, and found by its words")
  func own() throws {
    let phrase = String(repeating: "lang ", count: 40_000)
    let activity = try UserActivity(activityType: "a.b", title: "T")
    let own = try OwnPhrase(for: activity, at: Instant(milliseconds: 0), phrase: phrase)
    let book = PhraseBook(of: [PhraseSource(activity)], own: [own])
    #expect(book.match(phrase).kind == .exact)
  }

  /// Found by the fuzzer: `hey.mail`, told apart by its program, was "Mail hey"; and `alexa.open` "Open alexa".
  @Test(
    "no phrase that is composed wakes an assistant",
    arguments: ["hey", "computer", "org.example.alexa", "org.alexa.open", "com.google.ok", "org.siri.hey"])
  func wakeWords(type: String) throws {
    let sources = try (0..<3).map { number in
      PhraseSource(try UserActivity(activityType: type, userInfo: ["n": .integer(Int64(number))]))
    }
    let alone = PhraseSource(try UserActivity(activityType: type))
    for book in [PhraseBook(of: sources), PhraseBook(of: [alone])] {
      for entry in book.entries {
        let problems = PhraseRules.problems(of: entry.phrase).filter { !$0.isAdvice }
        #expect(problems.isEmpty, "\(entry.phrase)")
      }
    }
  }
}
