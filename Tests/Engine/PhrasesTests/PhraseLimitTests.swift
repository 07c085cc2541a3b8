import Activities
import Foundation
import Testing

@testable import Phrases

@Suite("Limits of phrases")
struct PhraseLimitTests {
  private static func source(_ title: String, _ number: Int64) throws -> PhraseSource {
    PhraseSource(try UserActivity(activityType: "a.b", title: title, userInfo: ["n": .integer(number)]))
  }

  /// A word of a hundred thousand letters, compared with a title of the same length, took 10^10
  /// steps.
  @Test("texts too long to be spoken are not compared letter by letter")
  func long() throws {
    let word = String(repeating: "ab", count: 50_000)
    let book = PhraseBook(of: [try Self.source(word + "c", 1), try Self.source("Morning mail", 2)])
    let matcher = PhraseMatcher(book)
    #expect(matcher.match(word).kind == .none)
    #expect(matcher.match("mornin mail").kind == .fuzzy)
  }

  /// A log may contain an own phrase of any length: each letter used to be a key of the index.
  @Test("an own phrase of any length is kept, and found by its words")
  func own() throws {
    let phrase = String(repeating: "lang ", count: 40_000)
    let activity = try UserActivity(activityType: "a.b", title: "T")
    let own = try OwnPhrase(for: activity, at: Instant(milliseconds: 0), phrase: phrase)
    let book = PhraseBook(of: [PhraseSource(activity)], own: [own])
    #expect(book.match(phrase).kind == .exact)
  }

  /// The search for calls used to split all words again at each word that begins like a call:
  /// minutes for a title of a megabyte.
  ///
  /// Twice the text takes twice the time, with room for a busy machine. Quadratic time would be
  /// four times as long for twice the text, and 64 times for eight times the text.
  @Test(
    "the time to word, check and match long titles and phrases is linear",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer takes time of its own"),
    arguments: ["abcdefg ", "a1", "siri ", "hey", "ä siri "])
  func longTexts(part: String) throws {
    let (short, long) = try Self.fastest(1 << 14, 1 << 17, within: 24) { bytes in
      let text = String(repeating: part, count: bytes / part.utf8.count)
      return try ContinuousClock().measure { try Self.wordCheckAndHear(text) }
    }
    #expect(long < short * 24, "\(short), \(long)")
  }

  /// Each letter removed from a title of one word used to rebuild the whole text.
  ///
  /// A million letters took 91 s. Folding U+FDFA, which becomes 18 letters, and marks took seconds,
  /// for each activity and at each answer. 256 times the text now takes about as long, with room
  /// for a busy machine: only its first words are ever read.
  @Test(
    "the time to word and match a text does not depend on its length",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer takes time of its own"),
    arguments: [
      "a", "\u{FDFA}", "e" + String(repeating: "\u{301}", count: 30), "\u{2066}x\u{2069}", "👩\u{200D}",
      "hey siri", "a-1.b/", "é",
    ])
  func lengths(part: String) throws {
    let (short, long) = try Self.fastest(1 << 12, 1 << 20, within: 32) { bytes in
      let text = String(repeating: part, count: bytes / part.utf8.count)
      var named = try UserActivity(
        activityType: "org.example.a.show", title: "Show", userInfo: [text: .boolean(true)])
      named.suggestedInvocationPhrase = text
      let activities = [
        named, try UserActivity(activityType: "org.example.a.open", title: text),
        try UserActivity(activityType: "org.example.b.open", title: text, userInfo: ["n": 1]),
        try UserActivity(activityType: "org.example.c.show", userInfo: ["what": .string(text)]),
      ]
      // The identity is a digest of the whole activity, and is computed once.
      let identities = activities.map(\.identity)
      let own = try OwnPhrase(for: activities[0], at: Instant(milliseconds: 0), phrase: text)
      return ContinuousClock().measure {
        let sources = zip(activities, identities).map { PhraseSource($0, identity: $1) }
        let book = PhraseBook(of: sources, own: [own])
        #expect(book.entries.filter { $0.origin != .own }.allSatisfy { $0.phrase.count <= 54 })
        _ = PhraseMatcher(book).match(text)
      }
    }
    #expect(long < short * 32, "\(short), \(long)")
  }

  /// Cutting a text must not change its meaning.
  @Test("a title beyond the limit is displayed whole, gives no phrase, and is not chosen by its beginning")
  func beginnings() throws {
    let long = String(repeating: "b", count: TextBeginning.mostScalars + 1)
    let book = PhraseBook(of: [try Self.source("Call " + long, 1), try Self.source(long + " c", 2)])
    #expect(book.entries.map(\.origin) == [.composed, .composed])
    #expect(book.entries.contains { $0.title == long + " c" })
    #expect(
      [.none, .ambiguous].contains(book.match(String(long.dropLast())).kind), "nothing is chosen by it")
    #expect(!FoldedPhrase(String(long.dropLast())).isCut)
    #expect(FoldedPhrase(long).isCut)
    // A cut path does not end with the name of its file.
    let path = "/" + String(repeating: "folder/", count: 100) + "file"
    let named = try UserActivity(activityType: "a.b.open", userInfo: ["path": .string(path)])
    #expect(PhraseBook(of: [PhraseSource(named)]).entries.map(\.phrase) == ["Open b"])
  }

  /// Two activities with twenty thousand values each used to be compared value by value.
  @Test("only the first of very many values distinguish activities")
  func values() throws {
    let sources = try (0..<2).map { number in
      let values = (0..<20_000).map { ("key\($0)", ActivityValue.integer(Int64($0 + number))) }
      return PhraseSource(
        try UserActivity(
          activityType: "a.b", title: "T", userInfo: Dictionary(uniqueKeysWithValues: values)))
    }
    #expect(sources.allSatisfy { $0.values.count <= 64 })
    #expect(Set(PhraseBook(of: sources).entries.map(\.phrase)).count == 2)
  }

  /// Returns the fastest times for texts of two lengths.
  ///
  /// A busy machine makes single times useless: it measures until the longer text takes less than
  /// `factor` times as long as the shorter one, at most ten times.
  private static func fastest(
    _ short: Int, _ long: Int, within factor: Int, measure: (Int) throws -> Duration
  ) rethrows -> (Duration, Duration) {
    var fastest = (try measure(short), try measure(long))
    for _ in 1..<10 where fastest.1 >= fastest.0 * factor {
      fastest = (min(fastest.0, try measure(short)), min(fastest.1, try measure(long)))
    }
    return fastest
  }

  private static func wordCheckAndHear(_ text: String) throws {
    var proposing = try UserActivity(activityType: "org.example.b.play", title: "Play the radio")
    proposing.suggestedInvocationPhrase = text
    let titled = try UserActivity(activityType: "org.example.a.open", title: text)
    let valued = try UserActivity(activityType: "org.example.c.show", userInfo: ["what": .string(text)])
    let book = PhraseBook(of: [proposing, titled, valued].map { PhraseSource($0) })
    #expect(book.phrase(of: proposing.identity) == "Play the radio")
    let problems = book.entries.flatMap { PhraseRules.problems(of: $0.phrase) }.filter { !$0.isAdvice }
    #expect(problems.isEmpty)
    #expect(PhraseRules.problems(of: text).contains(.tooManyCharacters))
    #expect(book.match("play the radio").kind == .exact)
    #expect(book.match(text).kind == .none)

    let own = try OwnPhrase(for: proposing, at: Instant(milliseconds: 0), phrase: text)
    #expect(PhraseBook(of: [PhraseSource(titled)], own: [own]).match(text).kind == .exact)
  }

  /// Spaces are not letters, however many there are.
  @Test("a title with long gaps is still worded by its words")
  func gaps() throws {
    let gap = String(repeating: " ", count: 100_000)
    let source = try Self.source("Open" + gap + "the" + gap + "door" + gap, 1)
    #expect(PhraseBook(of: [source]).entries.map(\.phrase) == ["Open the door"])
  }

  /// Found by the fuzzer: `hey.mail`, distinguished by its program, was "Mail hey", and
  /// `alexa.open` was "Open alexa".
  @Test(
    "no composed phrase wakes an assistant",
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
