import Activities
import Features
import Kernels
import Ranking
import Storage

@testable import Suggestions

/// Donations, contexts and small models for tests.
enum World {
  /// Monday, 2024-01-01, 00:00 in UTC.
  static let monday: Int64 = 1_704_067_200_000

  static func instant(_ minutes: Int64) throws -> Instant {
    try Instant(milliseconds: monday + minutes * 60_000)
  }

  static func activity(_ name: String, type: String = "org.example.notes.open") throws -> UserActivity {
    try UserActivity(activityType: type, title: "Open \(name)", userInfo: ["document": .string(name)])
  }

  static func donation(
    _ name: String, at minutes: Int64, by user: UserIdentifier = .me, type: String = "org.example.notes.open",
    change: (inout UserActivity) -> Void = { _ in }
  ) throws -> Donation {
    var activity = try activity(name, type: type)
    change(&activity)
    return try Donation(of: activity, by: user, in: Context(at: instant(minutes)))
  }

  /// Returns donations of a few documents at irregular times; some follow one another.
  static func history(_ count: Int, seed: UInt64, by user: UserIdentifier = .me) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var minutes: Int64 = 0
    var last = 0
    return try (0..<count).map { _ in
      minutes += 1 + Int64(random.integer(below: 300))
      last = random.integer(below: 3) == 0 ? random.integer(below: 7) : (last * 2 + 1) % 7
      return try donation("d\(last)", at: minutes, by: user)
    }
  }

  /// Returns a linear model that relies on the experts' agreement and little else.
  static func model() throws -> SuggestionModel {
    let skip: [Float] = FeatureSchema.current.columns.map { $0.name == "agreement/share" ? 1 : 0.01 }
    return try model(Network(hidden: [], output: [], skip: skip, bias: 0))
  }

  /// Returns a model that scores all candidates equally.
  static func constantModel() throws -> SuggestionModel {
    let skip = [Float](repeating: 0, count: FeatureSchema.current.width)
    return try model(Network(hidden: [], output: [], skip: skip, bias: 1), adaptation: .none)
  }

  /// Returns a model with a hidden layer of random weights.
  static func curvedModel(seed: UInt64) throws -> SuggestionModel {
    var random = SeededRandom(seed: seed)
    let width = FeatureSchema.current.width
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in 0.2 * random.normal() } }
    let layer = try DenseLayer(
      weights: Matrix(rows: width, columns: 8, elements: numbers(width * 8)), bias: numbers(8))
    return try model(Network(hidden: [layer], output: numbers(8), skip: numbers(width), bias: 0.1))
  }

  /// Returns ``model()`` with a horizon network of random weights, or without one.
  static func horizonModel(seed: UInt64?) throws -> SuggestionModel {
    guard let seed else { return try model() }
    var random = SeededRandom(seed: seed)
    let width = HorizonSchema.columns.count
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in 0.1 * random.normal() } }
    let layer = try DenseLayer(
      weights: Matrix(rows: width, columns: 6, elements: numbers(width * 6)), bias: numbers(6))
    let horizon = try HorizonModel(
      network: Network(hidden: [layer], output: numbers(6), skip: numbers(width), bias: -1),
      standardizer: Standardizer(identity: width))
    return try SuggestionModel(
      model().ranking, horizon: horizon, fittedFor: FeatureSchema.current.fingerprint)
  }

  private static func model(
    _ network: Network, adaptation: PersonalModel.Rates = PersonalModel.Rates()
  ) throws -> SuggestionModel {
    let novelties = FeatureSchema.current.noveltyNames.count
    let novelty = try Network(
      hidden: [], output: [], skip: [Float](repeating: 0, count: novelties), bias: -3)
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: network, candidateStandardizer: Standardizer(identity: network.inputs),
        noveltyNetwork: novelty, noveltyStandardizer: Standardizer(identity: novelties)),
      fittedFor: FeatureSchema.current.fingerprint, adaptation: adaptation)
  }

  /// Returns an engine on a log with donations.
  static func engine(_ donations: [Donation], model: SuggestionModel? = nil) async throws -> SuggestionEngine
  {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: donations)
    return try SuggestionEngine(log: log, model: model ?? World.model())
  }
}

extension SuggestionEngine {
  /// Returns the suggestions at a time; by default, practically all of them.
  func ask(
    at minutes: Int64, by user: UserIdentifier = .me, limit: Int = 100, minimumProbability: Double = 0,
    explains: Bool = false
  ) async throws -> SuggestionList {
    try await suggestions(
      SuggestionRequest(
        for: user, in: Context(at: World.instant(minutes)), limit: limit,
        minimumProbability: minimumProbability, explains: explains))
  }
}

extension SuggestionList {
  var titles: [String] { suggestions.map { $0.activity.title ?? "" } }
}
