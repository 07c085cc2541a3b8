import Foundation
import Hunch
import LogFormat
import TestSupport
import Testing

/// The number of random logs; `make nightly PART=forgetting` tries 1,000.
private let logs = Campaign.count("HUNCH_FORGETTING_LOGS", usually: 20)

@Suite("Forgetting is exact")
struct ForgettingPropertyTests {
  /// All queries, answered by one engine on one log.
  struct Answers: Equatable {
    var suggestions: [SuggestionList] = []
    var recent: [[RecentActivity]] = []
    var hits: [[SearchHit]] = []
    var recentlyFound: [Donation] = []
    var donations: [Donation] = []
    var feedback: [Feedback] = []
    var users: [String: Int] = [:]

    init(of engine: SuggestionEngine, on log: any DonationStore, asked moments: [Int64])
      async throws
    {
      for moment in moments {
        let instant = try RandomHistory.instant(moment)
        suggestions.append(
          try await engine.suggestions(
            SuggestionRequest(in: Context(at: instant), limit: 100, explains: true)))
        recent.append(try await engine.recentActivities(at: instant, limit: 100))
      }
      let last = try RandomHistory.instant(moments.max() ?? 0)
      for text in ["", "open", "paper"] + RandomHistory.words {
        hits.append(try await log.search(SearchQuery(text, at: last, limit: 100)).hits)
      }
      recentlyFound = try await log.recentActivities(of: .me, at: last, limit: 100)
      donations = try await log.allDonations(of: .me).map(\.donation)
      feedback = try await log.feedback(of: .me)
      users = Dictionary(uniqueKeysWithValues: try await log.users().map { ($0.user.name, $0.donations) })
    }

    /// Returns the kinds of answers that differ.
    func differences(from other: Answers) -> [String] {
      let same = [
        "suggestions": suggestions == other.suggestions, "recent": recent == other.recent,
        "hits": hits == other.hits, "recently found": recentlyFound == other.recentlyFound,
        "donations": donations == other.donations, "feedback": feedback == other.feedback,
        "users": users == other.users,
      ]
      return same.filter { !$0.value }.keys.sorted()
    }
  }

  /// Returns the log that never held the deleted records.
  private func reference(
    _ history: RandomHistory, _ deletions: [Deletion]
  ) async throws -> InMemoryDonationStore {
    let log = InMemoryDonationStore()
    var (batches, feedback) = (history.batches, history.feedback)
    var items = history.items
    for deletion in deletions {
      let before = Set(batches.flatMap(\.self).map(\.identity))
      let forgotten = Set(batches.flatMap(\.self).filter(deletion.matches).map(\.identity))
      batches = batches.map { $0.filter { !deletion.matches($0) } }
      let left = Set(batches.flatMap(\.self).map(\.identity))
      feedback = feedback.compactMap {
        $0.remainder(
          after: deletion, without: before.subtracting(left), lessening: forgotten.intersection(left))
      }
      items = items.filter { !Self.forgets(deletion, $0) }
    }
    for batch in batches { _ = try await log.ingest(verbatim: batch) }
    _ = try await log.ingest(verbatim: feedback)
    try await log.index(items, of: RandomHistory.program, by: .me, at: RandomHistory.instant(0))
    return log
  }

  /// Returns whether a deletion covers an item, implemented independently: an item has a program, a
  /// name and texts, and was indexed at the start.
  private static func forgets(_ deletion: Deletion, _ item: SearchableItem) -> Bool {
    let criteria = deletion.criteria
    guard criteria.persistentIdentifier == nil, criteria.externalIdentifier == nil, criteria.donation == nil,
      criteria.activityType == nil, criteria.identity == nil, criteria.userInfoKey == nil,
      criteria.area == nil
    else { return false }
    let start = RandomHistory.start
    let month: Int64 = 30 * 86_400_000  // the default expiry of items
    let text = ([item.title] + item.keywords).joined(separator: " ").folding(
      options: [.caseInsensitive, .diacriticInsensitive], locale: nil
    ).replacingOccurrences(of: "ß", with: "ss")
    let wanted = criteria.text?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return start < deletion.instant.milliseconds && start >= criteria.since?.milliseconds ?? .min
      && start < criteria.until?.milliseconds ?? .max
      && criteria.program ?? RandomHistory.program == RandomHistory.program
      && criteria.relatedUniqueIdentifier ?? item.uniqueIdentifier == item.uniqueIdentifier
      && criteria.expiredBy?.milliseconds ?? .max >= start + month
      && (wanted.map(text.contains) ?? true)
  }

  @Test("after forgetting, every engine with the store open answers as if it had never happened")
  func exact() async throws {
    let model = try ModelFile.open().suggestionModel()
    var (forgotten, emptied, untouched) = (0, 0, 0)
    for (round, seed) in Campaign.seeds(logs).enumerated() {
      let history = try RandomHistory(seed: seed)
      var numbers = SeededNumbers(seed: seed &* 7_919)
      let deletions = try history.deletions(&numbers)
      let moments = [history.end + 30, Int64(numbers.below(Int(history.end) + 1))]
      let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-forget-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "donations.sqlite").path
      let (one, other) = (try SQLiteDonationStore(path: path), try SQLiteDonationStore(path: path))
      let memory = InMemoryDonationStore()
      let engines = [one, other].map { SuggestionEngine(log: $0, model: model) }
      for (index, batch) in history.batches.enumerated() {
        _ = try await one.ingest(verbatim: batch)
        _ = try await memory.ingest(verbatim: batch)
        guard index % 3 == 1 else { continue }
        let now = Context(at: try RandomHistory.instant(history.end))
        _ = try await engines[0].suggestions(SuggestionRequest(in: now))
      }
      for log in [one, memory] as [any DonationStore] {
        _ = try await log.ingest(history.feedback)
        try await log.index(
          history.items, of: RandomHistory.program, by: .me, at: RandomHistory.instant(0))
      }
      for (engine, log) in zip(engines, [one, other]) {
        _ = try await Answers(of: engine, on: log, asked: moments)
      }

      let rehearsed = try await other.forget(deletions, rehearsing: true)
      var receipt = rehearsed
      if round % 10 == 0 {
        try await OtherProcess.forget(deletions, in: path)
      } else {
        receipt = try await one.forget(deletions, rehearsing: false)
      }
      #expect(rehearsed == receipt, "log \(round), \(Campaign.again("make nightly PART=forgetting"))")
      var inMemory = await memory.forget(deletions, rehearsing: false)
      #expect(inMemory.checkpoints == 0)
      inMemory.checkpoints = receipt.checkpoints  // only a log on disk has some
      #expect(inMemory == receipt, "log \(round), \(Campaign.again("make nightly PART=forgetting"))")

      let expected = try await reference(history, deletions)
      let wanted = try await Answers(
        of: SuggestionEngine(log: expected, model: model), on: expected, asked: moments)
      let reopened = try SQLiteDonationStore(path: path)
      let asked: [(SuggestionEngine, any DonationStore, String)] = [
        (engines[0], one, "the engine that had it"), (engines[1], other, "the other engine"),
        (SuggestionEngine(log: reopened, model: model), reopened, "a new engine"),
        (SuggestionEngine(log: memory, model: model), memory, "in memory"),
      ]
      for (engine, log, name) in asked {
        let answers = try await Answers(of: engine, on: log, asked: moments)
        let differences = answers.differences(from: wanted)
        #expect(
          differences == [],
          "log \(round), \(Campaign.again("make nightly PART=forgetting")), \(name), \(deletions.map(\.criteria))"
        )
      }
      #expect(
        try await one.integrityProblems() == [],
        "log \(round), \(Campaign.again("make nightly PART=forgetting"))")
      forgotten += receipt.donations
      if wanted.donations.isEmpty { emptied += 1 }
      if receipt.donations == 0 { untouched += 1 }
    }
    print(
      "forgetting: seed \(Campaign.seed), \(logs) random logs, \(forgotten) donations forgotten, \(emptied) logs emptied, \(untouched) untouched"
    )
    #expect(forgotten > logs * 3 && untouched < logs * 2 / 3)
  }
}

/// The built program, which opens the same store.
private enum OtherProcess {
  /// Has the program import the deletions as lines of a log.
  static func forget(_ deletions: [Deletion], in store: String) async throws {
    let process = Process()
    process.executableURL = try BuiltProgram.file("hunch")
    process.arguments = ["import", "-q", "--deletions", "--store", store, "-"]
    let lines = try deletions.flatMap { try RecordEncoder().encode(.deletion($0)) + [UInt8(ascii: "\n")] }
    #expect(try await process.runToEnd(input: Data(lines)).code == 0)
  }
}
