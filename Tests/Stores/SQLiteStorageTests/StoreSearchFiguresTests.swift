import Activities
import Foundation
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// The results for half a word in a real log.
///
/// `scripts/search.py` measures the command, and other logs.
@Suite("Half a word of a title")
struct StoreSearchFiguresTests {
  private static let logs = ProcessInfo.processInfo.environment["HUNCH_LOGS"].map { URL(filePath: $0) }

  @Test(
    "half a word of a title finds it among the first ten results of a phone's log",
    .enabled(if: Self.logs != nil, "HUNCH_LOGS names no folder"))
  func found() async throws {
    let file = try #require(Self.logs).appending(path: "phone-solo.jsonl")
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await LogImporter(into: store).run(LogReader(path: file.path), now: .afterAll())
    let user = try #require(try await store.users().first?.user)
    let donations = try await store.allDonations(of: user)
    let last = try #require(donations.last?.donation.context.instant)
    let titles = Set(donations.compactMap(\.donation.activity.title)).sorted()
    var numbers = SeededNumbers(seed: 22)
    let asked = titles.compactMap { title in Self.half(of: title).map { (title, $0) } }
      .shuffled(using: &numbers).prefix(100)
    var (found, times): (Int, [Duration]) = (0, [])
    var missed: [String] = []
    for (title, half) in asked {
      let query = SearchQuery(half, of: user, at: last, limit: 10)
      var results: SearchResults?
      times.append(try await ContinuousClock().measure { results = try await store.search(query) })
      if results?.hits.contains(where: { $0.title == title }) == true {
        found += 1
      } else {
        missed.append(half)
      }
    }
    let median = times.sorted()[times.count / 2]
    print("phone-solo: \(found) of \(asked.count) titles by half a word, median \(median)")
    #expect(asked.count == 100)
    #expect(found >= 90)
    // Ten results cannot show all titles that have the same part.
    let folded = titles.map { $0.lowercased() }
    for part in missed {
      #expect(folded.count { $0.contains(part.lowercased()) } > 10, "only a part of many titles is missed")
    }
  }

  /// The middle half of the longest word; `nil` if it is too short for a part.
  private static func half(of title: String) -> String? {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    guard let word = words.max(by: { $0.count < $1.count }), word.count >= 3 else { return nil }
    let length = max(3, (word.count + 1) / 2)
    return String(word.dropFirst((word.count - length) / 2).prefix(length))
  }
}
