import Activities
import Continuation
import Features
import Foundation
import Ranking
import Suggestions
import Synchronization

/// A track and where to start in it; only the name is needed to play it again.
struct Track: ActivityCodable, Hashable {
  var name: String
  var rating: Int?
  var position: Double?

  init(_ name: String, rating: Int? = nil, position: Double? = nil) {
    self.name = name
    self.rating = rating
    self.position = position
  }

  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    name = try userInfo.value(forKey: "name")
    rating = try userInfo.valueIfPresent(forKey: "rating")
    position = try userInfo.valueIfPresent(forKey: "position")
  }

  var requiredUserInfoKeys: Set<String>? { ["name"] }

  var userInfo: [String: ActivityValue] {
    var userInfo: [String: ActivityValue] = ["name": .string(name)]
    userInfo["rating"] = rating?.activityValue
    userInfo["position"] = position?.activityValue
    return userInfo
  }
}

/// What was performed, for tests to look at: each test has its own place in it, named by the track or the user.
final class Stage: Sendable {
  static let shared = Stage()
  private let performed = Mutex<[String: [(track: Track, context: ActionContext)]]>([:])

  func add(_ track: Track, _ context: ActionContext) {
    performed.withLock { $0[track.name, default: []].append((track, context)) }
  }

  func performances(of name: String) -> [(track: Track, context: ActionContext)] {
    performed.withLock { $0[name] ?? [] }
  }
}

enum PlayTrack: Action {
  static let activityType = "org.example.player.play"

  static func title(for input: Track) -> String? { "Play \(input.name)" }
  static func suggestedInvocationPhrase(for input: Track) -> String? { "Put on \(input.name)" }

  static func prepare(_ activity: inout UserActivity, for input: Track) {
    if input.name == "Short-lived" { activity.expirationDate = Date(timeIntervalSince1970: 1_000) }
  }

  static func perform(_ input: Track, context: ActionContext) async throws {
    switch input.name {
    case "Broken": throw Failure()
    case "Called off": throw CancellationError()
    case "Endless": try await Task.sleep(for: .seconds(3_600))
    case "Stubborn": while !Task.isCancelled { await Task.yield() }
    default: Stage.shared.add(input, context)
    }
  }

  struct Failure: Error {}
}

/// Another action for the same activity type.
enum PlayTrackLoudly: Action {
  static let activityType = PlayTrack.activityType
  static func perform(_ input: Track, context: ActionContext) async throws {}
}

enum Stop: Action {
  static let activityType = "org.example.player.stop"
  static func perform(_ input: NoInput, context: ActionContext) async throws {}
}

enum Nameless: Action {
  static let activityType = "not a type"
  static func perform(_ input: NoInput, context: ActionContext) async throws {}
}

/// An input that promises a key which it does not write.
struct Liar: ActivityCodable {
  var requiredUserInfoKeys: Set<String>? { ["b", "a"] }
  var userInfo: [String: ActivityValue] { [:] }
  init() {}
  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {}
}

enum Lie: Action {
  static let activityType = "org.example.player.lie"
  static func perform(_ input: Liar, context: ActionContext) async throws {}
}

/// A program with a log of its own.
struct Player {
  let log: any DonationLog
  let engine: SuggestionEngine
  let dispatcher: ActionDispatcher

  init(log: any DonationLog = InMemoryDonationLog()) throws {
    let skip = FeatureSchema.current.columns.map { $0.name == "agreement/share" ? Float(1) : 0 }
    let novelties = FeatureSchema.current.noveltyNames.count
    let model = try RankingModel(
      candidateNetwork: Network(hidden: [], output: [], skip: skip, bias: 0),
      candidateStandardizer: Standardizer(identity: skip.count),
      noveltyNetwork: Network(
        hidden: [], output: [], skip: [Float](repeating: 0, count: novelties), bias: -3),
      noveltyStandardizer: Standardizer(identity: novelties))
    self.log = log
    engine = try SuggestionEngine(
      log: log, model: SuggestionModel(model, fittedFor: FeatureSchema.current.fingerprint))
    var actions = ActionRegistry()
    try actions.declare(PlayTrack.self)
    try actions.declare(Stop.self)
    try actions.declare(Lie.self)
    dispatcher = ActionDispatcher(actions: actions, engine: engine)
  }

  static func context(_ minutes: Int64) throws -> Context {
    try Context(at: Instant(milliseconds: 1_704_067_200_000 + minutes * 60_000))
  }

  func donations(of user: UserIdentifier = .me) async throws -> [Donation] {
    try await log.allDonations(of: user).map(\.donation)
  }
}
