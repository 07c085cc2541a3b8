internal import Features

// Benchmarking: How fast is it, against what the machine can do?
//
// Start here: `Benchmarks` measures the cases of ranking (folder `Ranking`), continuation and store
// with the caller's clock, and returns a `BenchmarkReport`. The cases are public, because the
// nested package `Benchmarks/` measures the same ones. `Turns` is the method: compared cases take
// turns in the same run. So do a bare matrix product and a bare reading loop, which give the
// machine's limit (`MachineLimit`).

/// Reads a monotonic clock, in nanoseconds; the library itself never reads one.
public typealias BenchmarkClock = @Sendable () -> UInt64

/// The measurements that a program can request.
public enum Benchmarks {
  /// The shape of the network in comparisons with other libraries: 40 features, 64 and 32 hidden
  /// units.
  public static let comparedFeatures = 40
  /// The number of features of the shipped model.
  public static let shippedFeatures = FeatureSchema.current.width
  /// The number of best candidates to select.
  public static let limit = 8
}

/// The amount of measuring: sizes, repetitions, time.
public struct BenchmarkPlan: Hashable, Sendable {
  /// The maximum number of times that each case is measured.
  public var repetitions: Int
  /// The maximum nanoseconds to measure each case, but at least once per round.
  public var budget: UInt64
  /// The number of rounds; in each round every compared case has a turn.
  public var rounds: Int
  /// The seed of the generated numbers.
  public var seed: UInt64
  /// The numbers of candidates to score.
  public var candidates: [Int]
  /// The numbers of queries to score together.
  public var batches: [Int]
  /// The history lengths of the users who ask; they have ``activities`` of the usual size.
  public var donations: [Int]
  /// The numbers of activities of the users who ask; they have ``usualDonations``, or one donation
  /// per activity if that is more.
  public var activities: [Int]
  /// The numbers of routes to search for one.
  public var routes: [Int]
  /// The sizes of the stores to read, forget in, and open.
  public var stored: [Int]
  /// The numbers of people with states in a store, queried one after the other.
  public var people: [Int]
  /// The number of lines to import at once.
  public var imported: Int
  /// The number of calls after idleness to measure.
  public var coldCalls: Int

  /// The number of activities of a person with a history of varying length.
  public static let usualActivities = 200
  /// The number of donations of a person with a varying number of activities.
  public static let usualDonations = 5_000

  /// The short form: everything but the largest people and stores; some minutes.
  ///
  /// 1,000 calls give a 99th percentile that is not the longest call; a second each keeps the slow
  /// cases in bounds.
  public static let short = BenchmarkPlan(
    repetitions: 1_000, budget: 1_000_000_000, rounds: 20, seed: 1,
    candidates: [10, 100, 1_000, 10_000, 100_000], batches: [1, 8, 64, 1_000],
    donations: [500, 5_000, 50_000],
    activities: [20, 200, 2_000], routes: [10, 1_000], stored: [500, 2_000], people: [100],
    imported: 10_000, coldCalls: 30)

  /// The long form: with 500,000 donations, and 20,000 and 100,000 activities.
  public static let full: BenchmarkPlan = {
    var plan = short
    plan.budget = 3_000_000_000
    plan.donations.append(500_000)
    plan.activities += [20_000, 100_000]
    plan.stored.append(10_000)
    plan.people.append(10_000)
    plan.imported = 50_000
    plan.coldCalls = 100
    return plan
  }()

  /// Shows in seconds that everything works; its figures say little.
  public static let quick = BenchmarkPlan(
    repetitions: 10, budget: 10_000_000, rounds: 5, seed: 1, candidates: [10, 100], batches: [1, 2],
    donations: [50, 100], activities: [5, 10], routes: [10, 20], stored: [20, 40], people: [2, 4],
    imported: 100, coldCalls: 2
  )

  /// Returns about how many seconds the measurements of a subject take with this plan.
  ///
  /// The short form was timed, on one core of a shared AMD EPYC server. Estimates for other plans
  /// are proportional to the time per case and to the square root of the largest size, because
  /// people and stores of that size are generated first.
  public func expectedSeconds(of subject: String) -> Double {
    let short = Self.expectedSeconds[subject] ?? 0
    let share = Double(min(budget, UInt64(clamping: repetitions) * 1_000_000)) / Double(Self.short.budget)
    let largest = Double(max(donations.max() ?? 0, activities.max() ?? 0, people.max() ?? 0))
    let ofShort = Double(max(Self.short.donations.max() ?? 1, Self.short.activities.max() ?? 1))
    return max(1, short * share * max(1, largest / ofShort).squareRoot())
  }

  private static let expectedSeconds: [String: Double] = ["ranking": 210, "continuation": 8, "store": 300]

  /// The plan, if it measures anything.
  ///
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``.
  func checked() throws(BenchmarkError) -> BenchmarkPlan {
    guard repetitions > 0, rounds > 0, coldCalls > 0 else { throw .repetitionsNotPositive }
    return self
  }
}

/// An error for which nothing was measured.
public enum BenchmarkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing would be measured.
  case repetitionsNotPositive
  /// The engine did not suggest the only activity.
  case nothingSuggested
  /// A continuation led nowhere, or elsewhere.
  case notContinued
  /// The store did not do the measured work.
  case notStored
  /// Bare SQLite rejected the measured work, with this code.
  case bareSQLite(code: Int)

  /// The reason.
  public var description: String {
    switch self {
    case .repetitionsNotPositive: "the number of repetitions has to be at least 1"
    case .nothingSuggested: "the engine suggested nothing, so there is nothing to continue"
    case .notContinued: "the continuation layer did not reach the only action"
    case .notStored: "the store did not do the measured work"
    case .bareSQLite(let code): "bare SQLite failed with code \(code); check the disk of the temporary folder"
    }
  }
}
