internal import Activities
public import Kernels

/// Everything that one run measured, with the conditions: the output of `hunch benchmark --json`.
public struct BenchmarkDocument: Sendable, Codable {
  /// The conditions of the run.
  public let conditions: BenchmarkConditions
  /// The reports, one per subject.
  public let reports: [BenchmarkReport]

  /// Puts a run together.
  public init(conditions: BenchmarkConditions, reports: [BenchmarkReport]) {
    (self.conditions, self.reports) = (conditions, reports)
  }
}

/// The conditions under which something was measured.
public struct BenchmarkConditions: Hashable, Sendable, Codable {
  /// The command.
  public var command: String
  /// The processor, as it calls itself.
  public var processor: String
  /// The configuration of the matrix library.
  public var blas: String
  /// Its threads: `serial`, `pthread` or `openmp`; one thread is used of any.
  public var blasParallelism: String
  /// The instructions of the vector loops: `avx512`, `avx2` or `default`.
  public var vectorInstructions: String
  /// The version of the source, if given.
  public var commit: String?
  /// A Boolean value that tells whether the program was built without optimisation: then its
  /// figures say little.
  public var isDebugBuild: Bool

  /// Conditions on a machine with this matrix library.
  public init(command: String, processor: String, blas: BLASBuild, commit: String?, isDebugBuild: Bool) {
    (self.command, self.processor, self.commit) = (command, processor, commit)
    self.blas = blas.configuration
    blasParallelism = blas.parallelism.rawValue
    vectorInstructions = blas.vectorInstructions
    self.isDebugBuild = isDebugBuild
  }
}

/// The measurements of one subject, with what follows from them.
public struct BenchmarkReport: Sendable, Codable {
  /// `ranking`, `continuation` or `store`.
  public let subject: String
  /// The cases in order.
  public let results: [BenchmarkResult]
  /// The growth of time with size.
  public let growth: [Growth]
  /// The figures other than times.
  public let quantities: [Quantity]

  init(subject: String, results: [BenchmarkResult], quantities: [Quantity] = []) {
    (self.subject, self.results, self.quantities) = (subject, results, quantities)
    growth = Growth.all(in: results)
  }
}

/// A figure other than a time, such as bytes or a ratio.
public struct Quantity: Hashable, Sendable, Codable {
  /// The name.
  public let name: String
  /// The value.
  public let value: Double
  /// The unit: `bytes`, `times`.
  public let unit: String
}

extension BenchmarkReport {
  /// Tables of plain text, with a line for each case, series and quantity.
  public var text: String {
    let parts = [
      Self.table(resultRows), legend, Self.table(growthRows), Self.table(quantityRows),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The meaning of a ratio to the limit that is below 1.
  public static let belowLimit =
    "Below 1 it is faster than the bare calls by which the limit is measured: its data stayed in a nearer cache, or its shape "
    + "suits the processor better. Those calls are a measure, not a bound; read it as at the limit."

  /// The meanings of the table's columns, one per line.
  private var legend: String {
    var lines: [String] = []
    if results.contains(where: { $0.limit != nil }) {
      lines += [
        "limit: the minimum time for the case's arithmetic, at the rate of a bare matrix product, or for its memory, read by a bare",
        "  loop: whichever is longer, which the column names. time/limit: the median over it. 1.00 is as fast as those calls.",
        "  Below 1 it is faster: its data stayed in a nearer cache, or its shape suits the processor better than theirs.",
      ]
    }
    if results.contains(where: { !$0.references.isEmpty }) {
      lines.append(
        "time/other: the median over that of another way, which is named; below 1 the case is faster.")
    }
    return lines.joined(separator: "\n")
  }

  private var resultRows: [[String]] {
    let rows = results.map { result in
      [
        result.name, Self.duration(result.timing.median), Self.duration(result.timing.p99),
        Self.amount(result.rate.perSecond) + " " + result.rate.unit + "/s",
        result.limit.map { "\(Self.duration($0.nanoseconds)) \($0.bound.rawValue)" } ?? "–",
        result.limit.map { Self.decimals($0.ratio, 2) } ?? "–",
        result.references.map { "\($0.ratio.map { Self.decimals($0, 2) } ?? "–") \($0.name)" }
          .joined(separator: ", "),
      ]
    }
    return rows.isEmpty
      ? [] : [[subject, "median", "p99", "rate", "limit", "time/limit", "time/other"]] + rows
  }

  private var growthRows: [[String]] {
    let rows = growth.map { growth in
      [
        growth.series, growth.sizes.map { Self.amount(Double($0)) }.joined(separator: " "),
        growth.exponents.map { Self.decimals($0, 2) }.joined(separator: " "),
        Self.decimals(growth.exponent, 2), growth.parameter,
      ]
    }
    return rows.isEmpty ? [] : [["growth: time ~ size^e", "sizes", "e, step by step", "e", "of"]] + rows
  }

  private var quantityRows: [[String]] {
    let rows = quantities.map { [$0.name, Self.quantity($0.value), $0.unit] }
    return rows.isEmpty ? [] : [["quantity", "", ""]] + rows
  }

  /// The first and the last cell to the left, others to the right.
  private static func table(_ lines: [[String]]) -> String {
    guard let header = lines.first else { return "" }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var text = ""
      for (column, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        let isLeft = column == 0 || column == cells.count - 1
        text += (column == 0 ? "" : "  ") + (isLeft ? cell + space : space + cell)
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// Returns nanoseconds in a suitable unit.
  public static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<100: "\(decimals(nanoseconds, 1)) ns"
    case ..<1_000: "\(decimals(nanoseconds, 0)) ns"
    case ..<1_000_000: "\(decimals(nanoseconds / 1_000, 1)) µs"
    case ..<1_000_000_000: "\(decimals(nanoseconds / 1_000_000, 2)) ms"
    default: "\(decimals(nanoseconds / 1_000_000_000, 2)) s"
    }
  }

  /// Returns a number in thousands, millions, and so on, if it is large enough.
  public static func amount(_ value: Double) -> String {
    switch value {
    case ..<1_000: value == value.rounded() ? decimals(value, 0) : decimals(value, 1)
    case ..<1e6: decimals(value / 1e3, value.truncatingRemainder(dividingBy: 1e3) == 0 ? 0 : 1) + " k"
    case ..<1e9: decimals(value / 1e6, 1) + " M"
    default: decimals(value / 1e9, 1) + " G"
    }
  }

  private static func quantity(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(clamping: value)) : decimals(value, 2)
  }

  /// Returns a number with the given number of decimals.
  static func decimals(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int(clamping: (abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if digits == 0 { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
