internal import Activities
internal import Features
internal import Kernels
internal import Ranking
internal import Suggestions

/// A made-up person with a history, whose candidates are described, scored and suggested in one context after another, and
/// who does the next thing.
///
/// The evidence of the whole history is observed; the model follows its last part only, because following all of it would
/// take minutes for the longest histories, and the work of a query does not depend on it.
public struct PersonCase: Sendable {
  /// How many donations the model follows, at most.
  public static let mostFollowed = 1_000
  /// How many donations are ready to be learned.
  private static let readyDonations = 4_096
  private static let readyContexts = 16

  private var profile: Profile
  /// The profile as it was, for when the ready donations are used up.
  private let start: Profile
  private let contexts: [Context]
  private let donations: [Donation]
  private var donation = 0
  private var query = 0
  private var scratch = ProfileScratch()
  private let activities: Int
  private let operations: Int

  /// The person as the bytes of a checkpoint.
  private let saved: [UInt8]
  private let model: SuggestionModel

  /// Bytes that what is known of the person takes; the model that all share is not counted.
  public let bytes: Int

  /// Bytes of the tables alone: the same on every machine, whatever its heap adds to them.
  public var tableBytes: Int { start.memoryFootprint }

  /// Makes up a person who did each of a number of activities at least once.
  ///
  /// - Parameters:
  ///   - activities: How many the person does.
  ///   - donations: How many were donated; at least as many as activities.
  ///   - followed: How many of the last donations the model followed at most; `nil`: as many as takes about a second.
  /// - Throws: Nothing for positive numbers.
  public init(activities: Int, donations count: Int, followed: Int? = nil, seed: UInt64) throws {
    let model = try SuggestionModel.random(seed: seed)
    var history = try MadeUpHistory(activities: activities, seed: seed)
    let followed = followed ?? min(Self.mostFollowed, max(16, 500_000 / max(1, activities)))
    let (profile, bytes) = try HeapUse.bytes {
      try Profile.madeUp(of: &history, donations: count, followed: followed, model: model)
    }
    (self.profile, start, self.activities, self.bytes) = (profile, profile, activities, max(0, bytes))
    (self.model, saved) = (model, profile.state)
    contexts = try (0..<Self.readyContexts).map { _ in try history.nextQuery() }
    donations = try (0..<Self.readyDonations).map { _ in try history.next() }
    let network = try RankingModel.random(features: FeatureSchema.current.width, seed: seed).candidateNetwork
    operations = 2 * activities * network.productWeights
  }

  /// What a query does at least: the products of the network on all candidates; their features are written and read.
  public var work: Work {
    Work(1, "queries", operations: operations, floats: 2 * activities * FeatureSchema.current.width)
  }

  /// What describing does at least: all features are written.
  public var describing: Work {
    Work(activities, "candidates", operations: 0, floats: activities * FeatureSchema.current.width)
  }

  private var context: Context { contexts[query % contexts.count] }

  /// Describes all candidates in the next context; answers a number.
  public mutating func describe() -> Float {
    query += 1
    return profile.describe(context, scratch: &scratch)
  }

  /// Describes and scores all candidates in the next context; answers the probability of something new.
  public mutating func assess() throws -> Float {
    query += 1
    return try profile.assess(context, scratch: &scratch).noveltyProbability
  }

  /// A whole query, context in, suggestions out: describes, scores, selects; answers the best one's probability.
  ///
  /// Their texts, which lie in the log, are not read.
  public mutating func suggest() throws -> Float {
    query += 1
    return try profile.rank(SuggestionRequest(in: context, limit: Benchmarks.limit), scratch: &scratch) ?? 0
  }

  /// Reads the person from the bytes of their checkpoint; answers how many rows they have.
  public func load() throws -> Float { Float(try Profile(state: saved, of: model).candidateCount) }

  /// How many bytes a checkpoint of the person has.
  public var checkpointBytes: Int { saved.count }

  /// Learns the next donation: the evidence alone; answers its number.
  public mutating func observe() -> Float {
    profile.observeEvidence(nextDonation())
    return Float(donation)
  }

  /// Learns the next donation: first the model, then the evidence; answers its number.
  public mutating func learn() throws -> Float {
    try profile.observe(nextDonation(), scratch: &scratch)
    return Float(donation)
  }

  private mutating func nextDonation() -> Donation {
    if donation == donations.count {
      donation = 0
      profile = start  // time goes forward only
    }
    donation += 1
    return donations[donation - 1]
  }
}

extension Profile {
  /// What is known of a made-up person, the buffers that it took not included.
  static func madeUp(
    of history: inout MadeUpHistory, donations: Int, followed: Int, model: SuggestionModel
  ) throws -> Profile {
    var scratch = ProfileScratch()
    var profile = Profile(model)
    for number in 0..<donations {
      let next = try history.next()
      if number < donations - followed {
        profile.observeEvidence(next)
      } else {
        try profile.observe(next, scratch: &scratch)
      }
    }
    return profile
  }
}

extension SuggestionModel {
  /// A model of the shipped shape with random weights.
  static func random(seed: UInt64) throws -> SuggestionModel {
    try SuggestionModel(
      .random(features: FeatureSchema.current.width, seed: seed),
      fittedFor: FeatureSchema.current.fingerprint)
  }
}

extension RankingModel {
  /// A model with hidden layers of 64 and 32 units, for the novelty features of this version.
  static func random(features: Int, seed: UInt64) throws -> RankingModel {
    var random = SeededRandom(seed: seed)
    return try .random(
      features: features, noveltyFeatures: FeatureSchema.current.noveltyNames.count, random: &random)
  }
}
