internal import Activities
internal import Features
public import Ranking

/// What a model would be fitted to, as plain numbers for other programs: rankers of other kinds can be fitted to the very
/// same examples.
///
/// The part `fit` is what `ModelFitting` fits to. The other parts hold every query with all of its candidates.
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
  ///   - number: Its place among the logs that a model would be fitted to, from 0: it decides which candidates are drawn.
  ///   - progress: Told how many of the log's donations have been replayed.
  /// - Throws: ``FittingError``, `TrainingError`, or `CancellationError`.
  /// - Complexity: O(donations x activities) time, and space: the part `report` holds all candidates.
  public func examples(
    of log: FittingLog, number: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ExportedLog {
    try plan.check([log])
    let weight = plan.weight(of: log)
    let users = try await withThrowingTaskGroup(of: (Int, ExportedUser).self) { group in
      for (index, donations) in log.users.enumerated() {
        group.addTask {
          let seed = plan.seed(log: number, user: index)
          return (index, try ExportedUser(donations, plan: plan, weight: weight, seed: seed))
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
  /// What the users did, as it happened.
  public let sequence: ExportedSequence
}

/// The examples of one user.
public struct ExportedUser: Sendable {
  /// Features, targets and weights.
  public private(set) var sets: [ExamplePart: TrainingSet]
  /// For each row its place, from 0, among the rows of its query in the order of identity, by which ties are broken.
  public private(set) var ranks: [ExamplePart: [Int32]]

  init(_ donations: [Donation], plan: FittingPlan, weight: Float, seed: UInt64) throws {
    var sets = Dictionary(ExamplePart.allCases.map { ($0, ExampleCollector.emptySet) }) { first, _ in first }
    var ranks: [ExamplePart: [Int32]] = [:]
    var order = IdentityOrder()
    let replay = ExampleReplay(
      plan: plan, candidateLimits: [.fit: plan.candidateLimit], parts: ExamplePart.allCases)
    try replay.run(donations, seed: seed) { example, evidence in
      order.update(evidence.identities)
      try sets[example.part]?.append(example, weight: weight)
      ranks[example.part, default: []].append(contentsOf: order.ranks(of: example.rows))
    }
    self.sets = sets
    self.ranks = ranks
  }
}

/// The place of each of a user's activities in the order of identity.
private struct IdentityOrder {
  private var places: [Int] = []

  /// Sorts again if there are new ones.
  mutating func update(_ identities: [ActivityIdentity]) {
    guard identities.count != places.count else { return }
    places = [Int](repeating: 0, count: identities.count)
    for (place, row) in identities.indices.sorted(by: { identities[$0] < identities[$1] }).enumerated() {
      places[row] = place
    }
  }

  /// The place of each of some rows among them.
  func ranks(of rows: [Int]) -> [Int32] {
    guard rows.count < places.count else { return places.map { Int32($0) } }
    var ranks = [Int32](repeating: 0, count: rows.count)
    for (rank, index) in rows.indices.sorted(by: { places[rows[$0]] < places[rows[$1]] }).enumerated() {
      ranks[index] = Int32(rank)
    }
    return ranks
  }
}
