import Activities
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
