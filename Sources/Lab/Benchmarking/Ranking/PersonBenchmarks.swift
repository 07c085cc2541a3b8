internal import Activities
internal import Features
internal import Kernels
internal import Ranking
internal import Suggestions

extension Benchmarks {
  /// Measures features alone, a whole query, and learning a donation, for one generated person.
  static func person(_ size: PersonSize, _ recorder: inout BenchmarkRecorder) async throws {
    let (activities, donations) = (size.activities, size.donations)
    let seed = recorder.plan.seed
    let person = try PersonCase(activities: activities, donations: donations, seed: seed)
    let words = "\(amount(activities)) activities, \(amount(donations)) donations"
    recorder.quantities += [
      Quantity(name: "memory of a person, \(words)", value: Double(person.bytes), unit: "bytes"),
      Quantity(
        name: "checkpoint of a person, \(words)", value: Double(person.checkpointBytes), unit: "bytes"),
    ]
    let asking = Shared(person)
    let learning = Shared(person)
    let observing = Shared(person)
    let scoring = Shared(try RankingCase(candidates: activities, features: shippedFeatures, seed: seed))
    let query = Workload.sync("a query", asking) { try $0.suggest() }
    try await recorder.measure(
      .sync("features, \(words)", asking) { $0.describe() }, work: person.describing,
      in: size.series("features"), against: [.sync("a query", asking) { try $0.suggest() }])
    try await recorder.measure(
      .sync("query, \(words)", asking) { try $0.suggest() }, work: person.work, in: size.series("query"),
      against: [.sync("scoring alone", scoring) { try $0.rank(limit: limit) }])
    try await recorder.measure(
      .sync("donation, evidence alone, \(words)", observing) { $0.observe() }, work: Work(1, "donations"),
      in: size.series("donation, evidence alone"), against: [query])
    try await recorder.measure(
      .sync("donation, evidence and adaptation, \(words)", learning) { try $0.learn() },
      work: Work(1, "donations"), in: size.series("donation, evidence and adaptation"), against: [query])
    try await recorder.measure(
      .sync("load a checkpoint, \(words)", asking) { try $0.load() }, work: Work(1, "people"),
      in: size.series("load a checkpoint"), against: [query])
  }
}

/// The size of a generated person, and the series that it belongs to.
struct PersonSize {
  /// A quantity that grows in a series.
  enum Parameter: String {
    case donations, activities
  }

  let activities: Int
  let donations: Int
  var grows: [Parameter]

  /// The series of a case.
  func series(_ name: String) -> [BenchmarkResult.Series] {
    grows.map {
      .init(
        name: "\(name), by \($0.rawValue)", parameter: $0.rawValue,
        size: $0 == .donations ? donations : activities)
    }
  }
}

/// A generated person with a history, whose candidates are described, scored and suggested in one
/// context after another, and who then does the next activity.
///
/// The evidence of the whole history is observed; the model follows its last part only, because
/// following all of it would take minutes for the longest histories, and the work of a query does
/// not depend on it.
public struct PersonCase: Sendable {
  /// The maximum number of donations that the model follows.
  public static let mostFollowed = 1_000
  /// The number of donations that are ready to be learned.
  private static let readyDonations = 4_096
  private static let readyContexts = 16

  private var profile: UserModel
  /// The earlier user model, to return to when the ready donations are used up.
  private let start: UserModel
  private let contexts: [Context]
  private let donations: [Donation]
  private var donation = 0
  private var query = 0
  private var scratch = UserModelScratch()
  private let activities: Int
  private let operations: Int

  /// The person as the bytes of a checkpoint.
  private let saved: [UInt8]
  private let model: SuggestionModel

  /// The bytes of the person's learned state, without the shared model.
  public let bytes: Int

  /// The bytes of the tables alone, without the heap's overhead: the same on every machine.
  public var tableBytes: Int { start.memoryFootprint }

  /// Generates a person who did each of a number of activities at least once.
  ///
  /// - Parameters:
  ///   - activities: The number of activities.
  ///   - donations: The number of donations, at least that of activities.
  ///   - followed: The maximum number of last donations that the model follows; `nil` for as many
  ///     as take about a second.
  /// - Throws: Nothing for positive numbers.
  public init(activities: Int, donations count: Int, followed: Int? = nil, seed: UInt64) throws {
    let model = try SuggestionModel.random(seed: seed)
    var history = try SyntheticHistory(activities: activities, seed: seed)
    let followed = followed ?? min(Self.mostFollowed, max(16, 500_000 / max(1, activities)))
    let (profile, bytes) = try HeapUse.bytes {
      try UserModel.madeUp(of: &history, donations: count, followed: followed, model: model)
    }
    (self.profile, start, self.activities, self.bytes) = (profile, profile, activities, max(0, bytes))
    (self.model, saved) = (model, profile.state)
    contexts = try (0..<Self.readyContexts).map { _ in try history.nextQuery() }
    donations = try (0..<Self.readyDonations).map { _ in try history.next() }
    let network = try RankingModel.random(features: FeatureSchema.current.width, seed: seed).candidateNetwork
    operations = 2 * activities * network.productWeights
  }

  /// The minimum work of a query: the products of the network on all candidates; their features are
  /// written and read.
  public var work: Work {
    Work(1, "queries", operations: operations, floats: 2 * activities * FeatureSchema.current.width)
  }

  /// The minimum work of describing: all features are written.
  public var describing: Work {
    Work(activities, "candidates", operations: 0, floats: activities * FeatureSchema.current.width)
  }

  private var context: Context { contexts[query % contexts.count] }

  /// Describes all candidates in the next context; answers a number.
  public mutating func describe() -> Float {
    query += 1
    return profile.describe(context, scratch: &scratch)
  }

  /// Describes and scores all candidates in the next context; answers the probability of something
  /// new.
  public mutating func assess() throws -> Float {
    query += 1
    return try profile.score(AskedMoment(context), scratch: &scratch).noveltyProbability
  }

  /// Makes a whole query, from context to suggestions, and returns the best one's probability.
  ///
  /// It describes, scores and selects. It does not read the texts, which are in the log.
  public mutating func suggest() throws -> Float {
    query += 1
    return try profile.likeliest(SuggestionRequest(in: context, limit: Benchmarks.limit), scratch: &scratch)
      ?? 0
  }

  /// Makes the same query with a horizon of an hour.
  public mutating func suggestWithinHour() throws -> Float {
    query += 1
    let request = SuggestionRequest(in: context, limit: Benchmarks.limit, horizon: 3_600)
    return try profile.likeliest(request, scratch: &scratch) ?? 0
  }

  /// Reads the person from the bytes of their checkpoint; answers how many rows they have.
  public func load() throws -> Float { Float(try UserModel(state: saved, of: model).candidateCount) }

  /// The number of bytes of a checkpoint of the person.
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

extension UserModel {
  /// The model of a generated person, without the buffers that building it took.
  static func madeUp(
    of history: inout SyntheticHistory, donations: Int, followed: Int, model: SuggestionModel
  ) throws -> UserModel {
    var scratch = UserModelScratch()
    var profile = UserModel(model)
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

/// Donations of documents, the frequent ones more often than others, with places and attributes,
/// some ten minutes apart.
///
/// Each activity occurs once before any repeats.
struct SyntheticHistory {
  private var activities: [(activity: UserActivity, identity: ActivityIdentity)] = []
  private var random: SeededRandom
  private var count = 0
  private var time: Int64 = 1_704_067_200_000

  /// - Throws: Nothing for at least one activity.
  init(activities count: Int, seed: UInt64, isEligibleForSearch: Bool = false) throws {
    random = SeededRandom(seed: seed)
    for number in 0..<count {
      var activity = try UserActivity(
        activityType: "org.example.program\(number % 9).open", title: "Open \(number)",
        userInfo: ["document": .integer(Int64(number)), "folder": .integer(Int64(number % 40))])
      activity.isEligibleForSearch = isEligibleForSearch
      activities.append((activity, activity.identity))
    }
  }

  /// Returns the circumstances of the next query or donation.
  mutating func nextContext(of number: Int) throws -> Context {
    time += 30_000 + Int64(random.integer(below: 1_170_000))
    let place = number % 12
    return try Context(
      at: Instant(milliseconds: time, offsetMinutes: 60),
      place: Place(latitude: 52 + 0.013 * Double(place), longitude: 13 + 0.021 * Double(place)),
      attributes: ["wifi": .integer(Int64(number % 3)), "headphones": .boolean(number % 2 == 0)])
  }

  /// The circumstances in which something of the person's is done next.
  mutating func nextQuery() throws -> Context { try nextContext(of: pick()) }

  mutating func next() throws -> Donation {
    let number = count < activities.count ? count : pick()
    count += 1
    let context = try nextContext(of: number)
    let (activity, identity) = activities[number]
    return try Donation(
      identifier: DonationIdentifier(user: .me, at: context.instant, of: identity), identity: identity,
      of: activity, by: .me, in: context, details: Donation.Details())
  }

  private mutating func pick() -> Int {
    min(random.integer(below: activities.count), random.integer(below: activities.count))
  }
}
