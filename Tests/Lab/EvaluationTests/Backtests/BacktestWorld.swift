import Activities
import Features
import Kernels
import Ranking
import Storage
import Suggestions

@testable import Evaluation

/// Donations and small models, made up for tests.
enum BacktestWorld {
  /// Monday, 2026-03-02, 00:00 in UTC.
  static let monday: Int64 = 1_772_409_600_000

  static func instant(_ minutes: Int) throws -> Instant {
    try Instant(milliseconds: monday + Int64(minutes) * 60_000)
  }

  static func donation(_ name: String, at minutes: Int, by user: UserIdentifier = .me) throws -> Donation {
    try Donation(
      of: UserActivity(
        activityType: "org.example.notes.open", title: "Open \(name)", userInfo: ["document": .string(name)]),
      by: user, in: Context(at: instant(minutes), attributes: ["desk": .string(name)]))
  }

  /// Some documents at irregular times, some of them several at one moment.
  static func history(_ count: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var minutes = 0
    return try (0..<count).map { _ in
      minutes += random.integer(below: 200)
      return try donation("d\(random.integer(below: 5))", at: minutes)
    }
  }

  static func log(_ donations: [Donation], _ feedback: [Feedback] = []) async throws -> InMemoryDonationStore
  {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: donations)
    _ = try await log.ingest(verbatim: feedback)
    return log
  }

  /// A linear model that believes one column.
  static func model(_ column: String = "agreement/share") throws -> SuggestionModel {
    let schema = FeatureSchema.current
    let skip: [Float] = schema.columns.map { $0.name.hasSuffix(column) ? 1 : 0.01 }
    let novelty = [Float](repeating: 0, count: schema.noveltyNames.count)
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: Network(hidden: [], output: [], skip: skip, bias: 0),
        candidateStandardizer: Standardizer(identity: schema.width),
        noveltyNetwork: Network(hidden: [], output: [], skip: novelty, bias: -3),
        noveltyStandardizer: Standardizer(identity: novelty.count)),
      fittedFor: schema.fingerprint)
  }
}
