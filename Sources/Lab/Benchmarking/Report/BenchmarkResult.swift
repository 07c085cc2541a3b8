internal import Kernels

/// One case, measured.
public struct BenchmarkResult: Hashable, Sendable, Codable {
  /// The name, which describes the work.
  public let name: String
  /// The series of growing cases that it belongs to.
  public let series: [Series]
  /// The time of a call.
  public let timing: Timing
  /// The work done in a second.
  public let rate: Rate
  /// The machine's limit; `nil` if unknown.
  public let limit: Limit?
  /// The other ways that took turns with it in the same run.
  public let references: [Reference]

  /// A series of cases of growing size.
  public struct Series: Hashable, Sendable, Codable {
    /// The name that they have in common.
    public let name: String
    /// The quantity that grows: candidates, donations.
    public let parameter: String
    /// The size of this case.
    public let size: Int
  }

  /// Work by time, by the median.
  public struct Rate: Hashable, Sendable, Codable {
    /// The number a second.
    public let perSecond: Double
    /// The unit, in the plural.
    public let unit: String
  }

  /// The shortest time in which this machine could do the arithmetic, and read and write the bytes.
  ///
  /// The longer of two: operations at the rate of a bare `sgemm`, bytes at the rate at which a bare
  /// loop reads as many. Both were measured in turn with the case.
  public struct Limit: Hashable, Sendable, Codable {
    /// The limit in nanoseconds.
    public let nanoseconds: Double
    /// The time of the case over the limit.
    public let ratio: Double
    /// The one of the two that sets the limit.
    public let bound: Bound

    /// A bound that sets a limit.
    public enum Bound: String, Sendable, Codable {
      case arithmetic, memory
    }
  }

  /// Another way, measured in turn with the case.
  public struct Reference: Hashable, Sendable, Codable {
    /// The name in reports.
    public let name: String
    /// The time of a call.
    public let timing: Timing
    /// The time of the case over this one, by the medians: below 1 the case is faster.
    public let ratio: Double?

    init(name: String, timing: Timing, caseMedian: Double) {
      (self.name, self.timing) = (name, timing)
      ratio = timing.median > 0 ? caseMedian / timing.median : nil
    }
  }

  init(
    name: String, series: [Series], timing: Timing, work: Work, limit: Limit?, references: [Reference] = []
  ) {
    (self.name, self.series, self.timing, self.limit) = (name, series, timing, limit)
    rate = Rate(perSecond: timing.median > 0 ? work.items * 1e9 / timing.median : 0, unit: work.unit)
    self.references = references
  }
}

/// The times of calls.
public struct Timing: Hashable, Sendable, Codable {
  /// The median of the samples, in nanoseconds per call.
  public let median: Double
  /// The 99th percentile of the samples, in nanoseconds per call.
  public let p99: Double
  /// The number of samples that were taken.
  public let samples: Int
  /// The number of calls that a sample is the mean of: more than one where a call is so short that
  /// the clock would be measured.
  public let callsPerSample: Int

  /// Summarises the nanoseconds of samples by the nearest rank, so that every number was measured.
  ///
  /// No samples give zeros.
  init(_ samples: [UInt64], callsPerSample: Int = 1) {
    let sorted = samples.sorted()
    func quantile(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let rank = (share * Double(sorted.count)).rounded(.up)
      return Double(sorted[min(sorted.count, max(1, Int(rank))) - 1]) / Double(callsPerSample)
    }
    median = quantile(0.5)
    p99 = quantile(0.99)
    self.samples = samples.count
    self.callsPerSample = callsPerSample
  }
}

/// The work of a call, to compare with the machine's limit.
public struct Work: Hashable, Sendable {
  /// The number of processed items: candidates, donations.
  public var items: Double
  /// The unit of ``items``, in the plural.
  public var unit: String
  /// The minimum number of additions and multiplications.
  public var operations = 0.0
  /// The minimum number of bytes to read or write.
  public var bytes = 0.0

  /// Creates work that counts only processed items.
  init(_ items: Int, _ unit: String) {
    (self.items, self.unit) = (Double(items), unit)
  }

  /// Work with additions and multiplications, and with numbers of four bytes each that are read or
  /// written.
  init(_ items: Int, _ unit: String, operations: Int, floats: Int) {
    self.init(items, unit)
    (self.operations, bytes) = (Double(operations), 4 * Double(floats))
  }

  /// A Boolean value that tells whether the machine's arithmetic or memory gives it a known limit.
  var isLimited: Bool { operations > 0 || bytes > 0 }
}

/// The growth of time with size: the exponent `e` in time ~ size^e.
public struct Growth: Hashable, Sendable, Codable {
  /// The name that the cases have in common.
  public let series: String
  /// The quantity that grows.
  public let parameter: String
  /// The sizes, ascending.
  public let sizes: [Int]
  /// The medians, in nanoseconds.
  public let medians: [Double]
  /// The exponent from each size to the next.
  public let exponents: [Double]
  /// The exponent over all sizes: the slope of the line through the logarithms that is closest to
  /// them (least squares).
  public let exponent: Double

  /// - Returns: `nil` for fewer than two sizes, or if something took no time.
  init?(series: String, parameter: String, points: [(size: Int, median: Double)]) {
    let points = points.sorted { $0.size < $1.size }
    guard points.count > 1, points.allSatisfy({ $0.size > 0 && $0.median > 0 }) else { return nil }
    guard Set(points.map(\.size)).count == points.count else { return nil }
    (self.series, self.parameter) = (series, parameter)
    sizes = points.map(\.size)
    medians = points.map(\.median)
    let logs = points.map { (x: Elementary.logarithm(Double($0.size)), y: Elementary.logarithm($0.median)) }
    exponents = zip(logs, logs.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    let count = Double(logs.count)
    let mean = (x: logs.reduce(0) { $0 + $1.x } / count, y: logs.reduce(0) { $0 + $1.y } / count)
    let spread = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
    exponent = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) } / spread
  }

  /// The growth of every series among results, in their order.
  static func all(in results: [BenchmarkResult]) -> [Growth] {
    var order: [BenchmarkResult.Series] = []
    var points: [String: [(size: Int, median: Double)]] = [:]
    for result in results {
      for series in result.series {
        if points[series.name] == nil { order.append(series) }
        points[series.name, default: []].append((series.size, result.timing.median))
      }
    }
    return order.compactMap {
      Growth(series: $0.name, parameter: $0.parameter, points: points[$0.name] ?? [])
    }
  }
}
