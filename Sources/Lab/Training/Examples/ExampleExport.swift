internal import Activities
public import Ranking

/// The examples to fit a model to, as plain numbers: other programs can fit their rankers to the
/// same examples.
///
/// The part `fit` is what `ModelFitting` fits to. The other parts hold every query with all of its
/// candidates.
public struct ExampleExport: Sendable {
  /// Split, limits and seed.
  public let plan: FittingPlan

  /// Creates an export by a plan.
  public init(_ plan: FittingPlan = FittingPlan()) {
    self.plan = plan
  }

  /// Replays a log, users in parallel.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - number: Its index among the logs to fit to, from 0, which decides the drawn candidates.
  ///   - progress: Called with the number of the log's replayed donations.
  /// - Throws: ``FittingError``, `TrainingError`, or `CancellationError`.
  /// - Complexity: O(donations · activities) in time and space, because every part but `fit` holds
  ///   all candidates.
  public func examples(
    of log: FittingLog, number: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ExportedLog {
    try plan.check([log])
    let weight = plan.weight(ofDonations: log.donationCount)
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
  /// The sequence of the users' activities.
  public let sequence: ExportedSequence
}

/// The examples of one user.
public struct ExportedUser: Sendable {
  /// Features, targets and weights.
  public let sets: [ExamplePart: TrainingSet]
  /// The rank of each row, from 0, among the rows of its query in the order of identity, which
  /// breaks ties.
  public let ranks: [ExamplePart: [Int32]]

  init(_ donations: [Donation], plan: FittingPlan, weight: Float, seed: UInt64) async throws {
    let collected = try await ExampleCollector.exporting(donations, by: plan, weight: weight, seed: seed)
    sets = collected.sets
    ranks = collected.ranks
  }
}

/// The donations of a log's users, user by user, each in the order of time, as columns of numbers.
public struct ExportedSequence: Sendable, Equatable {
  /// The number of the user in the log, from 0.
  public private(set) var users: [Int32] = []
  /// The user's activity, numbered from 0 in the order of first donations.
  public private(set) var activities: [Int32] = []
  /// The time in milliseconds since 1970 in UTC.
  public private(set) var milliseconds: [Int64] = []
  /// The seconds to add to UTC to get local wall time.
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
