import Activities
import Kernels
import Phrases
import Storage
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Phrases of suggestions")
struct PhraseTests {
  static let late: Int64 = 500_000

  private static func deletion(
    of name: String? = nil, until instant: Instant? = nil, by origin: Deletion.Origin = .user
  ) throws -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = name
    criteria.until = instant
    return try Deletion(at: World.instant(late), matching: criteria, origin: origin)
  }

  /// Few titles and values, so that many collide; each activity has a name.
  private static func history(_ count: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    return try (0..<count).map { number in
      let section = ["front", "science", "sport"][random.integer(below: 3)]
      return try World.donation("d\(random.integer(below: 9))", at: Int64(number * 7)) {
        $0.title = ["Read", "Reed", "Open mail", "Open male"][random.integer(below: 4)]
        $0.userInfo["section"] = .string(section)
        $0.suggestedInvocationPhrase = random.integer(below: 3) == 0 ? "What is new" : nil
        $0.persistentIdentifier = section
      }
    }
  }

  @Test("each suggestion has its own phrase", arguments: 1...12)
  func unique(seed: UInt64) async throws {
    let engine = try await World.engine(Self.history(80, seed: seed))
    let suggestions = try await engine.ask(at: Self.late).suggestions
    #expect(Set(suggestions.map { $0.phrase.lowercased() }).count == suggestions.count)
    let book = try await engine.phrases()
    #expect(book.entries.count == suggestions.count)
    for suggestion in suggestions { #expect(book.phrase(of: suggestion.identity) == suggestion.phrase) }
  }

  @Test("after forgetting, phrases are as if the donation had never existed", arguments: 1...12)
  func forgetting(seed: UInt64) async throws {
    let history = try Self.history(80, seed: seed)
    let engine = try await World.engine(history)
    let before = try await engine.phrases()
    try await engine.forget(Self.deletion(of: "science"))
    let rest = history.filter { $0.activity.persistentIdentifier != "science" }
    let fresh = try await World.engine(rest)
    #expect(try await engine.phrases().entries == fresh.phrases().entries)
    #expect(try await engine.phrases().entries != before.entries)
    #expect(
      try await engine.ask(at: Self.late).suggestions.map(\.phrase)
        == fresh.ask(at: Self.late).suggestions.map(\.phrase))
    #expect(try await engine.phrases().collisions == fresh.phrases().collisions)
    // After restoring, everything is as before.
    try await engine.donate(
      history.filter { $0.activity.persistentIdentifier == "science" }, now: World.instant(Self.late))
    #expect(try await engine.phrases().entries == before.entries)
  }

  @Test("a new activity changes no phrase; equal titles are told apart")
  func stays() async throws {
    func inbox(_ account: String, at second: Int64) throws -> Donation {
      try World.donation("d", at: second) {
        $0.title = "Open the inbox"
        $0.userInfo["account"] = .string(account)
      }
    }
    let engine = try await World.engine([inbox("private", at: 1)])
    let before = try await engine.ask(at: 2).suggestions
    #expect(before.map(\.phrase) == ["Open the inbox"])
    #expect(before.map { "\($0.displayTitle)" } == ["Open the inbox"])
    try await engine.donate([inbox("work", at: 3)], now: World.instant(3))
    let after = try await engine.ask(at: 4).suggestions
    #expect(Set(after.map(\.phrase)) == ["Open the inbox", "Open the inbox (work)"])
    #expect(Set(after.map { "\($0.displayTitle)" }) == ["Open the inbox · private", "Open the inbox · work"])
    #expect(after.first { $0.identity == before[0].identity }?.phrase == "Open the inbox")
    // An older log that arrives late counts as done first, in every engine.
    try await engine.donate([inbox("old", at: 0)], now: World.instant(5))
    let fresh = try await World.engine([inbox("old", at: 0), inbox("private", at: 1), inbox("work", at: 3)])
    #expect(try await engine.phrases().entries == fresh.phrases().entries)
  }

  @Test("the newest words count, also for a moment in the past")
  func newest() async throws {
    let engine = try await World.engine([
      World.donation("a", at: 1) { $0.title = "First words" },
      World.donation("a", at: 3) { $0.title = "Other words" },
    ])
    #expect(try await engine.ask(at: 4).suggestions.map(\.phrase) == ["Other words"])
    #expect(try await engine.ask(at: 2).suggestions.map(\.phrase) == ["First words"])
    #expect(try await engine.ask(at: 4).suggestions.map(\.phrase) == ["Other words"])
    try await engine.donate([World.donation("a", at: 5) { $0.title = "Last words" }], now: World.instant(5))
    #expect(try await engine.ask(at: 6).suggestions.map(\.phrase) == ["Last words"])
  }

  @Test("the user's own phrase applies at once, distinguishes others, and can be removed")
  func own() async throws {
    let engine = try await World.engine([World.donation("a", at: 1), World.donation("b", at: 2)])
    let identity = try World.activity("a").identity
    let advice = try await engine.setPhrase("Open b", for: identity, at: World.instant(3))
    #expect(advice == [])
    let phrases = try await engine.ask(at: 4).suggestions.map(\.phrase)
    #expect(phrases.contains("Open b") && Set(phrases).count == 2)
    #expect(try await engine.phrases().entry(of: identity)?.origin == .own)
    #expect(
      try await engine.ask(at: 2).suggestions.map(\.phrase).sorted() == ["Open a", "Open b"], "as of then")
    try await engine.setPhrase(nil, for: identity, at: World.instant(5))
    #expect(try await engine.ask(at: 6).suggestions.map(\.phrase).sorted() == ["Open a", "Open b"])
  }

  @Test("an invalid phrase, or one for an unknown activity, is rejected")
  func refused() async throws {
    let engine = try await World.engine([World.donation("a", at: 1)])
    let identity = try World.activity("a").identity
    let now = try World.instant(2)
    await #expect(throws: PhraseError.notAPhrase(.empty)) {
      try await engine.setPhrase("--", for: identity, at: now)
    }
    await #expect(throws: PhraseError.notAPhrase(.controlCharacters)) {
      try await engine.setPhrase("a\u{1B}b", for: identity, at: now)
    }
    await #expect(throws: PhraseError.unknownActivity) {
      try await engine.setPhrase("Mine", for: World.activity("z").identity, at: now)
    }
    #expect(try await engine.setPhrase("Hey Siri a", for: identity, at: now) == [.wakeWord])
  }

  @Test("P11: the own phrase of a deleted activity reports that it is gone; forgetting removes it")
  func gone() async throws {
    let engine = try await World.engine([
      World.donation("a", at: 1) { $0.persistentIdentifier = "a" }, World.donation("b", at: 2),
    ])
    let identity = try World.activity("a").identity
    try await engine.setPhrase("Mine", for: identity, at: World.instant(3))
    try await engine.forget(Self.deletion(of: "a", by: .program))
    #expect(try await engine.ask(at: 9).titles == ["Open b"])
    let answer = try await engine.match("mine", at: World.instant(9))
    #expect(answer.match.best?.identity == identity)
    #expect(answer.match.best?.isAvailable == false)
    try await engine.setPhrase("Ours", for: identity, at: World.instant(10))
    #expect(try await engine.match("ours", at: World.instant(11)).match.best?.isAvailable == false)
    var everything = Deletion.Criteria()
    everything.activityType = "org.example.notes.open"
    try await engine.forget(Deletion(at: World.instant(Self.late), matching: everything))
    #expect(try await engine.phrases().entries.isEmpty)
  }

  @Test("P22: a phrase finds its activity, is ambiguous if two have it, and is otherwise searched for")
  func match() async throws {
    let engine = try await World.engine([
      World.donation("blue", at: 1), World.donation("train", at: 2),
      World.donation("c", at: 3) {
        $0.title = "Quarterly report"
        $0.isEligibleForSearch = true
        $0.keywords = ["ledger"]
      },
    ])
    let now = try World.instant(4)
    #expect(try await engine.match("ópen BLUE!", at: now).match.kind == .exact)
    #expect(try await engine.match("opne trian", at: now).match.best?.title == "Open train")
    let found = try await engine.match("ledger", at: now)
    #expect(found.match.kind == .none && found.found.map(\.title) == ["Quarterly report"])
    let nothing = try await engine.match("nothing of it", at: now)
    #expect(nothing.match.kind == .none && nothing.found.isEmpty)
    for name in ["blue", "train"] {
      try await engine.setPhrase("Same", for: World.activity(name).identity, at: now)
    }
    let same = try await engine.match("same", at: World.instant(5)).match
    #expect(same.kind == .ambiguous && same.candidates.count == 2 && same.best == nil)
  }

  @Test("one user's phrases do not touch another's")
  func users() async throws {
    let other = try UserIdentifier("other")
    let engine = try await World.engine([World.donation("a", at: 1), World.donation("a", at: 1, by: other)])
    let identity = try World.activity("a").identity
    try await engine.setPhrase("Mine", for: identity, at: World.instant(2))
    #expect(try await engine.phrases(of: other).entries.map(\.phrase) == ["Open a"])
    #expect(try await engine.match("mine", of: other, at: World.instant(3)).match.kind == .none)
  }

  @Test("a new donation of a known activity reads one text; the same query again reads nothing")
  func incremental() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: try World.history(60, seed: 2))
    let engine = try SuggestionEngine(log: log, model: World.model())
    let first = try await engine.phrases()
    await log.resetCounts()
    #expect(try await engine.phrases().entries == first.entries)
    #expect(await log.reads == 0)
    _ = try await log.inner.ingest(verbatim: [try World.donation("d1", at: 100_000)])
    #expect(try await engine.phrases().entries == first.entries)
    #expect(await log.reads == 2, "the arrival, and its text")
  }
}
