// Benchmarking: How fast is it, against what the machine can do?
//
// Start here: `Benchmarks` measures the cases of ranking (folder `Ranking`), continuation and store by a clock that the caller
// gives, and answers a `BenchmarkReport`. The cases are public, because the nested package `Benchmarks/` measures the same
// ones. `Turns` is how it is measured: what is compared takes turns in the same run, and so do a bare matrix product and a
// bare reading loop, by which the machine's limit is told (`MachineLimit`).

internal import Features

/// Reads a monotonic clock, in nanoseconds; the library itself never reads one.
public typealias BenchmarkClock = @Sendable () -> UInt64

/// The measurements that a program can ask for.
public enum Benchmarks {
  /// The network for which other libraries were measured: 40 features, 64 and 32 hidden units.
  public static let comparedFeatures = 40
  /// How many features the shipped model has.
  public static let shippedFeatures = FeatureSchema.current.width
  /// How many of the best are selected.
  public static let limit = 8
}
