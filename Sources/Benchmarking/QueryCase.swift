internal import Activities
internal import Features
internal import Kernels
internal import Ranking
internal import Suggestions

/// A whole query: a made-up user with a history, whose candidates are described and scored in one context after another.
public struct QueryCase: Sendable {
  private var profile: Profile
  private let contexts: [Context]
  /// What the user does next.
  private let donations: [Donation]
  private var donation = 0
  private var scratch = ProfileScratch()
  private var assessment = Assessment()
  private var query = 0
  private let rows: Matrix
  private var products: RawProducts

  /// Makes up a user who did each of a number of activities at least once and 2,000 times more of them again.
  ///
  /// - Throws: Nothing for positive numbers.
  public init(candidates: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let width = FeatureSchema.current.width
    let ranking = try RankingModel.random(
      features: width, noveltyFeatures: FeatureSchema.current.noveltyNames.count, random: &random)
    let model = try SuggestionModel(ranking, fittedFor: FeatureSchema.current.fingerprint)
    var history = MadeUpHistory(candidates: candidates, random: random)
    var profile = Profile(model)
    for _ in 0..<candidates + 2_000 { try profile.observe(history.next(), scratch: &scratch) }
    self.profile = profile
    contexts = try (0..<16).map { _ in try history.next().context }
    donations = try (0..<1_024).map { _ in try history.next() }
    products = RawProducts(of: ranking.candidateNetwork)
    rows = try Matrix(
      rows: candidates, columns: width, elements: (0..<candidates * width).map { _ in random.normal() })
  }

  /// Describes and scores all candidates in the next context; answers the probability of something new.
  public mutating func assess() throws -> Float {
    query += 1
    let context = contexts[query % contexts.count]
    try profile.assess(context, scratch: &scratch, into: &assessment)
    return assessment.noveltyProbability
  }

  /// Learns the user's next donation, the model first, then the evidence; answers its number.
  public mutating func learn() throws -> Float {
    try profile.observe(donations[donation % donations.count], scratch: &scratch)
    donation += 1
    return Float(donation)
  }

  /// The bare products of the network on as many rows; answers the first number.
  public mutating func multiply() throws -> Float {
    try products.multiply(rows)
  }
}

/// Donations of documents, half of them spread evenly, with places and attributes, some minutes to some hours apart.
private struct MadeUpHistory {
  let candidates: Int
  var random: SeededRandom
  private var count = 0
  private var time: Int64 = 1_704_067_200_000

  init(candidates: Int, random: SeededRandom) {
    self.candidates = candidates
    self.random = random
  }

  mutating func next() throws -> Donation {
    // Each activity once, then the frequent ones more often than others.
    let number =
      count < candidates
      ? count : min(random.integer(below: candidates), random.integer(below: candidates))
    count += 1
    time += 60_000 + Int64(random.integer(below: 7_200_000))
    let activity = try UserActivity(
      activityType: "org.example.program\(number % 9).open", title: "Open \(number)",
      userInfo: ["document": .integer(Int64(number)), "folder": .integer(Int64(number % 40))])
    let place = number % 12
    return try Donation(
      of: activity,
      in: Context(
        at: Instant(milliseconds: time, offsetMinutes: 60),
        place: Place(latitude: 52 + 0.013 * Double(place), longitude: 13 + 0.021 * Double(place)),
        attributes: ["wifi": .integer(Int64(number % 3)), "headphones": .boolean(number % 2 == 0)]))
  }
}
