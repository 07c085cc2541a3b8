import Activities
import Features
import Foundation
import Hunch
import LogFormat
import Suggestions
import Testing

/// What people of real logs are answered by the fused loops and through BLAS.
@Suite("Scoring paths on real logs")
struct ScoringPathLogTests {
  private static let logs = ProcessInfo.processInfo.environment["HUNCH_LOGS"].map { URL(filePath: $0) }
  /// The donations that are read, those of them that the model follows, and how many lie between two moments at which is asked.
  private static let (read, followed, step) = (3_000, 60, 10)

  @Test(
    "probabilities are equal within 1e-6, and the order but for those that differ by less",
    .enabled(if: Self.logs != nil, "HUNCH_LOGS names no folder"),
    arguments: ["desktop", "phone-cells", "phone-solo", "places-nyc", "shell"])
  func equal(log: String) throws {
    let donations = try Self.donations(of: log)
    let file = try ModelFile.open()
    let (fused, throughBLAS) = try (file.suggestionModel(), file.suggestionModel(scoring: .blas))
    var (user, scratch, asked) = (UserModel(fused), UserModelScratch(), 0)
    for (number, donation) in donations.enumerated() {
      let left = donations.count - number
      guard left <= Self.followed else {
        user.observeEvidence(donation)
        continue
      }
      if left.isMultiple(of: Self.step) {
        // The same state on the other path: only the arithmetic of scores differs.
        let other = try UserModel(state: user.state, of: throughBLAS)
        let context = try Context(at: donation.context.instant, attributes: donation.context.attributes)
        for horizon in [nil, 3_600] as [Double?] {
          let (one, two) = try (
            user.score(context, within: horizon, scratch: &scratch),
            other.score(context, within: horizon, scratch: &scratch)
          )
          Self.expectEqual(one, two, "\(log), donation \(number)")
          asked += 1
        }
      }
      try user.observe(donation, scratch: &scratch)
    }
    #expect(asked == 2 * Self.followed / Self.step)
  }

  private static func expectEqual(_ one: ScoredCandidates, _ two: ScoredCandidates, _ words: Comment) {
    for (some, others) in [
      (one.probabilities + [one.noveltyProbability], two.probabilities + [two.noveltyProbability]),
      (one.horizonProbabilities, two.horizonProbabilities),
    ] {
      #expect(some.count == others.count, words)
      let differences = zip(some, others).map { abs($0 - $1) }
      #expect(differences.max() ?? 0 <= 1e-6, words)
      let order = some.indices.sorted { some[$0] > some[$1] }
      let swapped = zip(order, order.dropFirst()).filter { others[$0] < others[$1] }
      #expect(swapped.allSatisfy { some[$0] - some[$1] <= 1e-6 }, words)
    }
  }

  /// The donations of whoever has the most among the first lines of a log.
  private static func donations(of log: String) throws -> [Donation] {
    let path = try #require(logs).appending(path: "\(log).jsonl").path
    var reader = try LogReader(path: path)
    let batch = try #require(try reader.nextBatch(limit: read))
    let donations = batch.records.compactMap { record -> Donation? in
      if case .donation(let donation) = record.record { donation } else { nil }
    }
    let users = Dictionary(grouping: donations, by: \.user)
    let most = try #require(users.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }).value
    #expect(most.count > 2 * followed)
    return most.sorted { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
  }
}
