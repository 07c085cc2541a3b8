import Foundation

/// The measurements of one round.
struct Sample {
  /// Seconds since the start.
  var elapsed = 0.0
  var process = ProcessState()
  /// Bytes of the store's file.
  var store = 0
  /// Bytes of its journal.
  var journal = 0
  /// Donations of all users.
  var donations = 0
  /// Checkpoints of all users.
  var checkpoints = 0
  /// The number of times that a store was busy, or could not overwrite bytes yet.
  var delays = 0
  /// The number of broken promises, in all rounds so far.
  var problems = 0
  /// The durations of operations, reduced to a few numbers each: samples are kept, and must not
  /// look like a leak.
  var times: [Operation: Timing] = [:]

  /// The durations of one kind of calls.
  struct Timing: Equatable {
    /// The number of calls.
    let count: Int
    /// The time within which half of the calls were done, in microseconds.
    let median: Double
    /// The time within which 99 of 100 calls were done, in microseconds.
    let slow: Double
  }

  /// The number of our own operations, without those of the machine.
  var operations: Int {
    Operation.allCases.filter { $0.reference != nil }.reduce(0) { $0 + (times[$1]?.count ?? 0) }
  }

  /// Returns the time of an operation relative to its reference; `nil` with fewer than `least`
  /// calls.
  func ratio(_ operation: Operation, _ time: KeyPath<Timing, Double>, least: Int) -> Double? {
    guard let reference = operation.reference, let own = times[operation], own.count >= least,
      let unit = times[reference]?.median, unit > 0
    else { return nil }
    return own[keyPath: time] / unit
  }
}

extension Sample.Timing {
  /// Creates the quantiles of durations; `nil` if there are none.
  init?(_ durations: Durations) {
    guard let median = durations.microseconds(0.5), let slow = durations.microseconds(0.99) else {
      return nil
    }
    (count, self.median, self.slow) = (durations.count, median, slow)
  }
}

extension Sample {
  /// The number of columns before the times in a row.
  private static let counts = 14

  /// The head of the table.
  static var header: String {
    let columns = Operation.allCases.flatMap { operation in
      ["count", "p50 us", "p99 us"].map { "\(operation.rawValue) \($0)" }
    }
    return
      ([
        "seconds", "operations", "heap", "kept", "resident", "trimmed", "files", "threads", "store",
        "journal", "donations",
        "checkpoints", "delays", "problems",
      ] + columns).joined(separator: ",")
  }

  /// Its row of the table.
  var row: String {
    let counts = [
      Int(elapsed), operations, process.heap, process.kept, process.resident, process.trimmed, process.files,
      process.threads, store, journal, donations, checkpoints, delays, problems,
    ].map(String.init)
    let times = Operation.allCases.flatMap { operation -> [String] in
      guard let timing = self.times[operation] else { return ["0", "", ""] }
      return [timing.count, Int(timing.median.rounded()), Int(timing.slow.rounded())].map(String.init)
    }
    return (counts + times).joined(separator: ",")
  }
}

extension Sample {
  /// Reads a row of the table; `nil` if it is not one.
  init?(row: Substring) {
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    let operations = Operation.allCases
    guard cells.count == Self.counts + 3 * operations.count else { return nil }
    let counts = cells.prefix(Self.counts).compactMap { Int($0) }
    guard counts.count == Self.counts else { return nil }
    elapsed = Double(counts[0])
    (process.heap, process.kept, process.resident, process.trimmed) = (
      counts[2], counts[3], counts[4], counts[5]
    )
    (process.files, process.threads) = (counts[6], counts[7])
    (store, journal, donations, checkpoints) = (counts[8], counts[9], counts[10], counts[11])
    (delays, problems) = (counts[12], counts[13])
    for (index, operation) in operations.enumerated() {
      let own = cells[(Self.counts + 3 * index)...].prefix(3).compactMap { Double($0) }
      if own.count == 3 { times[operation] = Timing(count: Int(own[0]), median: own[1], slow: own[2]) }
    }
  }
}
