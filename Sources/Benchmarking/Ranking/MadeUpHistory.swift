internal import Activities
internal import Kernels

/// Donations of documents, the frequent ones more often than others, with places and attributes, some ten minutes apart.
///
/// Each activity is there once before any comes again.
struct MadeUpHistory {
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

  /// When the next query or donation comes.
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
