internal import Activities
public import Ranking

/// The examples that a model would be fitted to, as plain numbers for other programs: rankers of
/// other kinds can be fitted to the very same examples.
///
/// The part `fit` is what `ModelFitting` fits to. The other parts hold every query with all of its
/// candidates.
public struct ExampleExport: Sendable {
  /// Split, limits and seed.
  public let plan: FittingPlan

  /// Exports by a plan.
  public init(_ plan: FittingPlan = FittingPlan()) {
    self.plan = plan
  }

  /// Replays a log, users in parallel.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - number: Its place among the logs that a model would be fitted to, from 0: it decides which
  ///     candidates are drawn.
  ///   - progress: Told how many of the log's donations have been replayed.
  /// - Throws: ``FittingError``, `TrainingError`, or `CancellationError`.
  /// - Complexity: O(donations x activities) time, and space: the part `report` holds all
  ///   candidates.
  public func examples(
    of log: FittingLog, number: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ExportedLog {
    try plan.check([log])
    let weight = plan.weight(of: log)
    let users = try await withThrowingTaskGroup(of: (Int, ExportedUser).self) { group in
      for (index, donations) in log.users.enumerated() {
        group.addTask {
          let seed = plan.seed(log: number, user: index)
          return (index, try await ExportedUser(donations, plan: plan, weight: weight, seed: seed))
        }
      }
      var users = [ExportedUser?](repeating: nil, count: log.users.count)
      for try await (index, user) in group {
        users[index] = user
        progress(log.users[index].count)
      }
      return users.compactMap(\.self)
    }
    return ExportedLog(users: users, sequence: ExportedSequence(of: log))
  }
}

/// The examples of a log.
public struct ExportedLog: Sendable {
  /// The examples of each user, in the order of the log.
  public let users: [ExportedUser]
  /// The sequence of what the users did.
  public let sequence: ExportedSequence
}

/// The examples of one user.
public struct ExportedUser: Sendable {
  /// Features, targets and weights.
  public let sets: [ExamplePart: TrainingSet]
  /// The place of each row, from 0, among the rows of its query in the order of identity, by which
  /// ties are broken.
  public let ranks: [ExamplePart: [Int32]]

  init(_ donations: [Donation], plan: FittingPlan, weight: Float, seed: UInt64) async throws {
    let collected = try await ExampleCollector.exporting(donations, by: plan, weight: weight, seed: seed)
    sets = collected.sets
    ranks = collected.ranks
  }
}

/// The donations of a log's users, one user after the other, each in the order of time: a column a
/// number, a place a donation.
public struct ExportedSequence: Sendable, Equatable {
  /// The number of the user in the log, from 0.
  public private(set) var users: [Int32] = []
  /// The activity of the user: activities are numbered from 0 in the order in which they were first
  /// donated.
  public private(set) var activities: [Int32] = []
  /// Milliseconds since 1970 in UTC.
  public private(set) var milliseconds: [Int64] = []
  /// Seconds to add to UTC to get local wall time.
  public private(set) var offsetSeconds: [Int32] = []

  /// The sequences of a log.
  public init(of log: FittingLog) {
    for (user, donations) in log.users.enumerated() {
      var rows: [ActivityIdentity: Int32] = [:]
      for donation in donations {
        let row = rows[donation.identity] ?? Int32(rows.count)
        rows[donation.identity] = row
        users.append(Int32(user))
        activities.append(row)
        milliseconds.append(donation.context.instant.milliseconds)
        offsetSeconds.append(Int32(donation.context.instant.offsetMinutes * 60))
      }
    }
  }
}
