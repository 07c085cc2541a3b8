public import Activities
internal import Features
internal import Kernels
public import Ranking

/// One log to learn from.
public struct FittingLog: Sendable {
  /// What it is called in messages.
  public let name: String
  /// The donations of each user, in the order of time.
  public let users: [[Donation]]

  /// Makes a log of donations in any order.
  public init(name: String, donations: [Donation]) {
    self.name = name
    let byUser = Dictionary(grouping: donations, by: \.user)
    users = byUser.sorted { $0.key < $1.key }.map { _, own in
      // A stable sort by time alone: donations of the same millisecond stay in the order of the log.
      own.enumerated().sorted {
        ($0.element.context.instant.milliseconds, $0.offset) < (
          $1.element.context.instant.milliseconds, $1.offset
        )
      }.map(\.element)
    }
  }

  /// How many donations it has.
  public var donationCount: Int { users.reduce(0) { $0 + $1.count } }
}

/// What cannot be learned from.
public enum FittingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A log has fewer donations than a model can learn from.
  case tooFewDonations(log: String, found: Int, needed: Int)
  /// There is no log at all.
  case noLogs
  /// The share to learn from is not above 0 and at most 1, or that to judge by not from 0 to 1.
  case shareOutOfRange

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .tooFewDonations(let log, let found, let needed):
      "\(log): \(found) donations are too few to learn from; at least \(needed) are needed"
    case .noLogs: "no log to learn from"
    case .shareOutOfRange:
      "the share to learn from has to be above 0 and at most 1, that to judge by from 0 to 1"
    }
  }
}

/// Which weights predict these people best? Turns logs into a model.
public struct ModelFitting: Sendable {
  /// A log with fewer donations is refused.
  public static let minimumDonations = 100

  /// How it is done.
  public let plan: FittingPlan

  /// Where fitting is.
  public enum Progress: Sendable {
    /// So many of all donations have been replayed.
    case replaying(donations: Int, of: Int)
    /// The optimisation's own progress.
    case optimising(TrainingProgress)
  }

  /// What fitting results in.
  public struct Result: Sendable {
    /// The model, calibrated.
    public let model: RankingModel
    /// How it went.
    public let training: TrainingResult
    /// How many queries it learned from.
    public let queries: Int
    /// How many candidates these had.
    public let rows: Int
  }

  /// Fits by a plan.
  public init(_ plan: FittingPlan = FittingPlan()) {
    self.plan = plan
  }

  /// Replays the logs, fits a model, and calibrates it.
  ///
  /// The same logs, plan and seed give the same bytes on the same machine.
  ///
  /// - Throws: ``FittingError``, `TrainingError`, or `CancellationError`.
  /// - Complexity: O(donations x activities) to replay; O(epochs x rows x weights) to fit.
  public func fit(
    to logs: [FittingLog], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Result {
    guard plan.until > 0, (0...1).contains(plan.until), (0...1).contains(plan.validationShare) else {
      throw FittingError.shareOutOfRange
    }
    guard !logs.isEmpty else { throw FittingError.noLogs }
    for log in logs where log.donationCount < Self.minimumDonations {
      throw FittingError.tooFewDonations(
        log: log.name, found: log.donationCount, needed: Self.minimumDonations)
    }
    let (fit, validation) = try await examples(of: logs, progress: progress)
    let trained = try await Trainer(plan.optimisation).train(
      on: fit, validation: validation.queryCount > 0 ? validation : nil
    ) { progress(.optimising($0)) }
    let model =
      validation.queryCount > 0 ? try trained.model.calibrateTemperature(on: validation) : trained.model
    return Result(model: model, training: trained, queries: fit.queryCount, rows: fit.rowCount)
  }

  /// What there is to learn from, user by user in the order of the logs; users are replayed in parallel.
  private func examples(
    of logs: [FittingLog], progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (fit: TrainingSet, validation: TrainingSet) {
    let total = logs.reduce(0) { $0 + $1.donationCount }
    var replayed = 0
    var (fit, validation) = (ExampleCollector.emptySet, ExampleCollector.emptySet)
    for (number, log) in logs.enumerated() {
      // Heaviest users first would balance better, but order decides the bytes of the result: it stays that of the log.
      let weight = Elementary.exponential(
        Elementary.logarithm(Double(log.donationCount)) * (plan.logWeightExponent - 1))
      let stride = max(
        1, Int(Double(log.donationCount) * plan.validationShare) / max(1, plan.validationQueryLimit))
      let collectors = try await withThrowingTaskGroup(of: (Int, ExampleCollector).self) { group in
        for (index, donations) in log.users.enumerated() {
          group.addTask {
            var collector = ExampleCollector(
              plan: plan, weight: Float(weight * 1_000), validationStride: stride)
            try collector.replay(
              donations, seed: plan.optimisation.seed &+ UInt64(number << 32 | index))
            return (index, collector)
          }
        }
        var collected = [ExampleCollector?](repeating: nil, count: log.users.count)
        for try await (index, collector) in group {
          collected[index] = collector
          replayed += log.users[index].count
          progress(.replaying(donations: replayed, of: total))
        }
        return collected
      }
      for collector in collectors.compactMap(\.self) {
        try fit.append(contentsOf: collector.fit)
        try validation.append(contentsOf: collector.validation)
      }
    }
    return (fit, validation)
  }
}
