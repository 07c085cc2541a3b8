// Benchmarking: How fast is it, against what the machine can do?
//
// Start here: `Benchmarks` measures the cases of ranking (`RankingCase`, `QueryCase`) and continuation (`ContinuationCase`)
// by a clock that the caller gives, and answers a `BenchmarkReport`. The reference is always work of the same run:
// the bare BLAS products of the same shapes, call by call in turn with what is measured.

internal import Features
internal import Kernels

/// Reads a monotonic clock, in nanoseconds; the library itself never reads one.
public typealias BenchmarkClock = @Sendable () -> UInt64

/// How much is measured.
public struct BenchmarkPlan: Hashable, Sendable {
  /// How many times each case is measured.
  public let repetitions: Int
  /// How many candidates the queries have.
  public let candidates: [Int]
  /// For the made-up numbers.
  public let seed: UInt64

  /// A plan; by default enough repetitions for a 99th percentile, and queries from small to very large.
  ///
  /// - Throws: ``BenchmarkError`` for a number that is not positive.
  public init(
    repetitions: Int = 300, candidates: [Int] = [64, 1_000, 10_000], seed: UInt64 = 1
  ) throws(BenchmarkError) {
    guard repetitions > 0 else { throw .repetitionsNotPositive }
    guard candidates.allSatisfy({ $0 > 0 }) else { throw .candidatesNotPositive }
    self.repetitions = repetitions
    self.candidates = candidates
    self.seed = seed
  }
}

/// What is wrong with a plan.
public enum BenchmarkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing would be measured.
  case repetitionsNotPositive
  /// A query without candidates takes no time.
  case candidatesNotPositive
  /// The engine did not suggest the only activity there is.
  case nothingSuggested
  /// What was to be continued led nowhere, or elsewhere.
  case notContinued

  /// The reason.
  public var description: String {
    switch self {
    case .repetitionsNotPositive: "the number of repetitions has to be at least 1"
    case .candidatesNotPositive: "the number of candidates has to be at least 1"
    case .notContinued: "the continuation layer did not lead to the only action there is"
    case .nothingSuggested: "the engine suggested nothing, so there is nothing to continue"
    }
  }
}

/// The measurements that a program can ask for.
public enum Benchmarks {
  /// The network for which other libraries were measured: 40 features, 64 and 32 hidden units.
  public static let comparedFeatures = 40
  /// How many features the shipped model has.
  public static let shippedFeatures = FeatureSchema.current.width
  /// How many of the best are selected.
  public static let limit = 8

  /// Scoring, ranking and whole queries, each against the bare products of the same shapes.
  ///
  /// - Throws: Nothing for a plan that could be made.
  public static func ranking(_ plan: BenchmarkPlan, clock: BenchmarkClock) throws -> BenchmarkReport {
    var results: [BenchmarkResult] = []
    for features in [comparedFeatures, shippedFeatures] {
      for candidates in plan.candidates {
        results += try score(plan, candidates: candidates, features: features, clock: clock)
      }
    }
    for candidates in plan.candidates {
      results += try query(plan, candidates: candidates, clock: clock)
    }
    return BenchmarkReport(machine: BLAS.build, results: results)
  }

  /// An action performed and published, a suggestion taken back to its action, and URLs routed; routing among many
  /// against routing among few.
  ///
  /// - Throws: ``BenchmarkError/nothingSuggested`` or ``BenchmarkError/notContinued``, which no log or model should bring
  ///   about.
  public static func continuation(
    _ plan: BenchmarkPlan, clock: BenchmarkClock
  ) async throws -> BenchmarkReport {
    var results: [BenchmarkResult] = []
    for keepsDonations in [false, true] {
      let kept = keepsDonations ? "donation kept in memory" : "donation dropped"
      let continuation = try await ContinuationCase(keepsDonations: keepsDonations)
      results.append(
        try await measure("perform and publish, \(kept)", plan, clock: clock) {
          try await continuation.perform()
        })
      results.append(
        try await measure("continue a suggestion, \(kept)", plan, clock: clock) {
          try await continuation.continueSuggestion()
        })
    }
    results.append(try route(plan, clock: clock))
    return BenchmarkReport(machine: BLAS.build, results: results)
  }

  private static func measure(
    _ name: String, _ plan: BenchmarkPlan, clock: BenchmarkClock, _ work: () async throws -> Void
  ) async throws -> BenchmarkResult {
    var samples: [UInt64] = []
    for call in 0..<warmUp(plan) + plan.repetitions {
      let start = clock()
      try await work()
      let end = clock()
      if call >= warmUp(plan) { samples.append(end &- start) }
    }
    return BenchmarkResult(name: name, timing: Timing(samples), reference: nil)
  }

  private static func route(_ plan: BenchmarkPlan, clock: BenchmarkClock) throws -> BenchmarkResult {
    var tables = (few: try RoutingCase(routes: 10), many: try RoutingCase(routes: 1_000))
    let timing = try Comparison.measure(plan, clock: clock, with: &tables) {
      try $0.many.route()
    } reference: {
      try $0.few.route()
    }
    return BenchmarkResult(
      name: "route a URL among 1000 routes, against 10", timing: timing.subject, reference: timing.reference)
  }

  private static func score(
    _ plan: BenchmarkPlan, candidates: Int, features: Int, clock: BenchmarkClock
  ) throws -> [BenchmarkResult] {
    var ranking = try RankingCase(candidates: candidates, features: features, seed: plan.seed)
    let name = "\(candidates) candidates, \(features)-64-32-1"
    let scoring = try Comparison.measure(plan, clock: clock, with: &ranking) {
      try $0.score()
    } reference: {
      try $0.multiply()
    }
    let selecting = try Comparison.measure(plan, clock: clock, with: &ranking) {
      try $0.rank(limit: limit)
    } reference: {
      try $0.multiply()
    }
    return [
      BenchmarkResult(name: "score \(name)", timing: scoring.subject, reference: scoring.reference),
      BenchmarkResult(
        name: "score and rank \(name)", timing: selecting.subject, reference: selecting.reference),
    ]
  }

  /// A query against the bare products, and what is learned from a donation against a query.
  private static func query(
    _ plan: BenchmarkPlan, candidates: Int, clock: BenchmarkClock
  ) throws -> [BenchmarkResult] {
    var query = try QueryCase(candidates: candidates, seed: plan.seed)
    let asking = try Comparison.measure(plan, clock: clock, with: &query) {
      try $0.assess()
    } reference: {
      try $0.multiply()
    }
    let learning = try Comparison.measure(plan, clock: clock, with: &query) {
      try $0.learn()
    } reference: {
      try $0.assess()
    }
    return [
      BenchmarkResult(
        name: "describe and score \(candidates) candidates", timing: asking.subject,
        reference: asking.reference),
      BenchmarkResult(
        name: "learn a donation among \(candidates) candidates, against a query", timing: learning.subject,
        reference: learning.reference),
    ]
  }

  static func warmUp(_ plan: BenchmarkPlan) -> Int { 1 + plan.repetitions / 10 }
}
