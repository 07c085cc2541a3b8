import Activities
import Evaluation
import Features
import Kernels
import Ranking

@testable import Training

/// Logs made up for tests.
enum World {
  /// Monday, 2024-01-01, 00:00 in UTC.
  static let monday: Int64 = 1_704_067_200_000

  static func donation(
    _ name: String, minute: Int64, by user: UserIdentifier = .me, ordinal: Int = 0
  ) throws -> Donation {
    try Donation(
      of: UserActivity(activityType: "org.example.notes.open", userInfo: ["document": .string(name)]),
      by: user,
      in: Context(at: Instant(milliseconds: monday + minute * 60_000)), ordinal: ordinal)
  }

  /// Some documents in a loop with some noise, at irregular times.
  static func history(_ count: Int, activities: Int = 6, by name: String = "ada", seed: UInt64 = 1) throws
    -> [Donation]
  {
    var random = SeededRandom(seed: seed)
    let user = try UserIdentifier(name)
    var (minute, last) = (Int64(0), 0)
    return try (0..<count).map { _ in
      minute += 1 + Int64(random.integer(below: 200))
      last = random.integer(below: 4) == 0 ? random.integer(below: activities) : (last + 1) % activities
      return try donation("d\(last)", minute: minute, by: user)
    }
  }

  static func log(_ count: Int, name: String = "log", seed: UInt64 = 1) throws -> FittingLog {
    FittingLog(name: name, donations: try history(count, seed: seed))
  }

  /// The same with places and attributes: each activity at each of three places, and some donations
  /// tell neither.
  static func told(_ donations: [Donation], seed: UInt64 = 1) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    return try donations.map { donation in
      let number = random.integer(below: 4)
      let place = number == 3 ? nil : try Place(latitude: 50 + Double(number), longitude: 8)
      let attributes: [String: ActivityValue] =
        random.integer(below: 4) == 0 ? [:] : ["wifi": .integer(Int64(number))]
      return try Donation(
        of: donation.activity, by: donation.user,
        in: Context(at: donation.context.instant, place: place, attributes: attributes),
        details: donation.details)
    }
  }

  /// A query that a model learns from.
  struct Query {
    /// The number of donations before it.
    let number: Int
    /// The number of the donation that it asks for.
    let donation: Int
    let moment: AskedMoment
    let isUsual: Bool
  }

  /// The queries that a model learns from, of one user: before each donation the usual one, and at
  /// times another one.
  ///
  /// If a lead was drawn, that is about the first donation of its part that is so far ahead, if
  /// there is one.
  static func queries(_ donations: [Donation], by plan: FittingPlan, seed: UInt64) throws -> [Query] {
    let ends = [plan.until, plan.until + plan.validationShare].map { Replay.first($0, of: donations.count) }
    var modes = QuestionModes(of: donations, seed: seed)
    return try donations.indices.flatMap { number -> [Query] in
      let usual = Query(
        number: number, donation: number, moment: try QuestionModes.usual(donations[number]), isUsual: true)
      guard let end = ends.first(where: { number < $0 }), let lead = modes.drawLead() else { return [usual] }
      func ahead(_ index: Int) -> Double {
        donations[index].context.instant.seconds(since: donations[number].context.instant)
      }
      let index = lead == 0 ? number : (number..<end).first { ahead($0) >= lead } ?? number
      let context = donations[index].context
      let tells = context.place != nil || !context.attributes.isEmpty
      guard tells || index > number else { return [usual] }
      var moment = try tells ? modes.draw(donations[index]) : QuestionModes.usual(donations[index])
      moment.lead = ahead(index)
      return [usual, Query(number: number, donation: index, moment: moment, isUsual: false)]
    }
  }

  /// A plan that is quick.
  static func plan(_ change: (inout FittingPlan) -> Void = { _ in }) -> FittingPlan {
    var plan = FittingPlan()
    plan.until = 0.6
    plan.optimisation.hiddenSizes = [8]
    plan.optimisation.noveltyHiddenSizes = [4]
    plan.optimisation.epochs = 2
    plan.optimisation.batchSize = 32
    plan.moments = 300
    plan.horizonOptimisation.hiddenSizes = [4]
    plan.horizonOptimisation.epochs = 2
    plan.horizonOptimisation.batchSize = 64
    change(&plan)
    return plan
  }
}
