import Activities
import Storage
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("The source of the texts")
struct WordingTests {
  static let after: Int64 = 200_000

  @Test("an activity takes at most 64 bytes of the table")
  func catalogueSize() {
    #expect(MemoryLayout<CandidateTable.Entry>.stride <= 64)
    #expect(
      MemoryLayout<CandidateTable.Entry>.size == MemoryLayout<CandidateTable.Entry>.stride, "without gaps")
  }

  @Test("an answer reads its texts once; the same query again reads nothing")
  func warm() async throws {
    let log = CountingLog()
    _ = try await log.inner.ingest(verbatim: try World.history(60, seed: 2))
    let engine = try SuggestionEngine(log: log, model: World.model())
    let first = try await engine.ask(at: Self.after, limit: 5, explains: true)
    let reads = await log.reads
    #expect(reads > 0)
    for _ in 0..<5 {
      #expect(try await engine.ask(at: Self.after, limit: 5, explains: true) == first)
      _ = try await engine.recentActivities(at: World.instant(Self.after), limit: 5)
    }
    #expect(await log.reads <= reads + 1, "what was done last may be others")
  }

  @Test("an answer shows the newest donation's title, also for a moment in the past")
  func newest() async throws {
    let engine = try await World.engine([
      World.donation("a", at: 1) { $0.subtitle = "first" },
      World.donation("b", at: 2),
      World.donation("a", at: 3) { $0.subtitle = "second" },
    ])
    func subtitles(at minutes: Int64) async throws -> [String?] {
      try await engine.ask(at: minutes).suggestions.filter { $0.activity.title == "Open a" }
        .map(\.activity.subtitle)
    }
    #expect(try await subtitles(at: 4) == ["second"])
    #expect(try await subtitles(at: 2) == ["first"])
    try await engine.donate([World.donation("a", at: 5) { $0.subtitle = "third" }], now: World.instant(5))
    #expect(try await subtitles(at: 6) == ["third"])
    #expect(
      try await engine.recentActivities(at: World.instant(6)).map(\.activity.subtitle) == ["third", nil])
  }

  @Test("donations forgotten while an answer is worded are not in it")
  func forgottenMeanwhile() async throws {
    let log = CountingLog()
    let history = try World.history(40, seed: 3)
    _ = try await log.inner.ingest(verbatim: history)
    let engine = try SuggestionEngine(log: log, model: World.model())
    var criteria = Deletion.Criteria()
    criteria.until = history[39].context.instant
    await log.forgetBeforeNextLookUp(try Deletion(at: World.instant(Self.after), matching: criteria))
    let answer = try await engine.ask(at: Self.after, explains: true)
    #expect(try await answer == World.engine([history[39]]).ask(at: Self.after, explains: true))
  }

  @Test("texts shown long ago are dropped, recent ones are kept")
  func shownLately() throws {
    var shown = ShownActivities()
    func place(_ number: Int) -> LogCursor { LogCursor(milliseconds: 0, sequence: Int64(number)) }
    for number in 0..<ShownActivities.limit + 3 {
      let text = ShownActivities.Text(try World.donation("\(number)", at: 0))
      shown.insert(text, at: place(number))
      #expect(shown.text(at: place(0))?.activity.title == "Open 0")
    }
    #expect(shown.text(at: place(1)) == nil)
    #expect(shown.text(at: place(3)) == nil)
    #expect(shown.text(at: place(4)) != nil)
    shown.removeAll()
    #expect(shown.text(at: place(0)) == nil)
  }
}
