public import Kernels

/// How long calls took.
public struct Timing: Hashable, Sendable, Codable {
  /// Half of the calls took at most so long, in nanoseconds.
  public let median: Double
  /// Of a hundred calls 99 took at most so long, in nanoseconds.
  public let p99: Double
  /// How many calls were measured.
  public let calls: Int

  /// Sums up the nanoseconds of calls; by the nearest rank, so every number was really measured.
  ///
  /// No calls give zeros.
  init(_ samples: [UInt64]) {
    let sorted = samples.sorted()
    func quantile(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let rank = (share * Double(sorted.count)).rounded(.up)
      return Double(sorted[min(sorted.count, max(1, Int(rank))) - 1])
    }
    median = quantile(0.5)
    p99 = quantile(0.99)
    calls = samples.count
  }
}

/// One case, measured.
public struct BenchmarkResult: Hashable, Sendable, Codable {
  /// What was done.
  public let name: String
  /// How long it took.
  public let timing: Timing
  /// How long the bare matrix products of the same shapes took in the same run, in turn with it; `nil` if it has none.
  public let reference: Timing?

  /// How many times as long as its reference it took, by the medians.
  public let ratio: Double?
  /// How many calls a second one core does, by the median.
  public let callsPerSecond: Double

  init(name: String, timing: Timing, reference: Timing?) {
    self.name = name
    self.timing = timing
    self.reference = reference
    ratio = reference.flatMap { $0.median > 0 ? timing.median / $0.median : nil }
    callsPerSecond = timing.median > 0 ? 1e9 / timing.median : 0
  }
}

/// What was measured, on which machine.
public struct BenchmarkReport: Sendable {
  /// The matrix library and the instructions in use.
  public let machine: BLASBuild
  /// The cases in order.
  public let results: [BenchmarkResult]
}

extension BenchmarkReport {
  /// The results as a table of plain text, a line a case.
  public var table: String {
    let hasReference = results.contains { $0.reference != nil }
    let header = ["case", "median", "p99", "calls/s"] + (hasReference ? ["products", "ratio"] : [])
    let rows = results.map { result in
      var cells = [
        result.name, Self.duration(result.timing.median), Self.duration(result.timing.p99),
        String(Int(result.callsPerSecond)),
      ]
      if hasReference {
        cells.append(result.reference.map { Self.duration($0.median) } ?? "–")
        cells.append(result.ratio.map { Self.decimals($0, 2) } ?? "–")
      }
      return cells
    }
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { Self.line($0, widths: widths) }.joined(separator: "\n")
  }

  /// The first cell to the left, numbers to the right.
  private static func line(_ cells: [String], widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { column, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + space : space + cell.0
    }.joined(separator: "  ")
  }

  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(Int(nanoseconds)) ns"
    case ..<1_000_000: "\(decimals(nanoseconds / 1_000, 1)) µs"
    default: "\(decimals(nanoseconds / 1_000_000, 2)) ms"
    }
  }

  /// A number that is not negative, with so many digits after the point.
  private static func decimals(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
