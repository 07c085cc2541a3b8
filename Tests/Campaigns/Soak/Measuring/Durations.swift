import Foundation
import Synchronization

/// The durations of calls by quantile, in a table of fixed size: a measurement of growth must not
/// grow itself.
struct Durations: Equatable {
  /// The buckets per octave: a quantile is exact within 1.1 %.
  private static let resolution = 32.0
  private static let octaves = 40
  private var counts = [Int32](repeating: 0, count: Int(resolution) * octaves)
  /// The number of calls.
  private(set) var count = 0

  mutating func add(nanoseconds: Double) {
    let bucket = Int(log2(max(1, nanoseconds)) * Self.resolution)
    counts[min(max(0, bucket), counts.count - 1)] += 1
    count += 1
  }

  /// Returns the time within which a share of the calls was done, in microseconds; `nil` if there
  /// were none.
  func microseconds(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    var left = share * Double(count)
    for (bucket, calls) in counts.enumerated() where calls > 0 {
      if left <= Double(calls) {
        return exp2((Double(bucket) + max(0, left) / Double(calls)) / Self.resolution) / 1_000
      }
      left -= Double(calls)
    }
    return nil
  }

  mutating func removeAll() {
    for bucket in counts.indices { counts[bucket] = 0 }
    count = 0
  }
}

/// Measures the operations of all tasks.
final class Stopwatch: Sendable {
  private let durations = Mutex(
    [Operation: Durations](uniqueKeysWithValues: Operation.allCases.map { ($0, Durations()) }))
  private let leaked = Mutex<[[UInt8]]>([])
  private let leak: Int

  /// - Parameter leak: Bytes that every call leaks on purpose.
  init(leak: Int) { self.leak = leak }

  /// Runs an operation and records its duration, even if it fails.
  func time<Value: Sendable>(
    _ operation: Operation, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    let start = ContinuousClock.now
    defer { note(operation, since: start) }
    return try await body()
  }

  private func note(_ operation: Operation, since start: ContinuousClock.Instant) {
    let passed = (ContinuousClock.now - start) / .nanoseconds(1)
    durations.withLock { $0[operation]?.add(nanoseconds: passed) }
    if leak > 0 { leaked.withLock { $0.append([UInt8](repeating: 1, count: leak)) } }
  }

  /// Returns the measurements since the last call.
  func take() -> [Operation: Durations] {
    durations.withLock { durations in
      let taken = durations
      for operation in Operation.allCases { durations[operation]?.removeAll() }
      return taken
    }
  }
}
