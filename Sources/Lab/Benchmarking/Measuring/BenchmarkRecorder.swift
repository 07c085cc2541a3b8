internal import Kernels

/// A recorder that measures case after case and keeps the results.
struct BenchmarkRecorder {
  let turns: Turns
  private(set) var results: [BenchmarkResult] = []
  var quantities: [Quantity] = []

  init(_ plan: BenchmarkPlan, clock: @escaping BenchmarkClock) {
    turns = Turns(plan: plan, clock: clock)
  }

  var plan: BenchmarkPlan { turns.plan }

  /// Measures a case in turn with others, and with the machine's limit if the work states its
  /// arithmetic or memory.
  ///
  /// - Parameters:
  ///   - workload: The case; the result has its name.
  ///   - work: The work of a call.
  ///   - series: The series of growing cases that it belongs to.
  ///   - references: The ways to compare it with.
  mutating func measure(
    _ workload: Workload, work: Work, in series: [BenchmarkResult.Series] = [],
    against references: [Workload] = []
  ) async throws {
    var workloads = [workload] + references
    let limit = work.isLimited ? try MachineLimit(of: work, seed: plan.seed) : nil
    if let limit { workloads += limit.workloads }
    let timings = try await turns.measure(workloads)
    let median = timings[0].median
    let compared = zip(references, timings.dropFirst()).map {
      BenchmarkResult.Reference(name: $0.name, timing: $1, caseMedian: median)
    }
    results.append(
      BenchmarkResult(
        name: workload.name, series: series, timing: timings[0], work: work,
        limit: limit?.limit(
          arithmetic: timings[timings.count - 2], memory: timings[timings.count - 1], of: median),
        references: compared))
  }

  /// Measures several ways to do the same in turn; later results have the first as another
  /// reference.
  ///
  /// - Parameters:
  ///   - ways: The ways, and the series of growing cases that each belongs to.
  ///   - first: The name of the first way as a reference.
  ///   - work: The work of a call of any of them.
  ///   - references: The ways to compare them with.
  /// - Returns: The results, in the order of the ways.
  @discardableResult
  mutating func measure(
    each ways: [(workload: Workload, series: [BenchmarkResult.Series])], first name: String, work: Work,
    against references: [Workload]
  ) async throws -> [BenchmarkResult] {
    let limit = try MachineLimit(of: work, seed: plan.seed)
    let timings = try await turns.measure(ways.map(\.workload) + references + limit.workloads)
    let compared = Array(zip(references.map(\.name), timings.dropFirst(ways.count)))
    for (index, way) in ways.enumerated() {
      let timing = timings[index]
      results.append(
        BenchmarkResult(
          name: way.workload.name, series: way.series, timing: timing, work: work,
          limit: limit.limit(
            arithmetic: timings[timings.count - 2], memory: timings[timings.count - 1], of: timing.median),
          references: (compared + (index == 0 ? [] : [(name, timings[0])])).map {
            BenchmarkResult.Reference(name: $0, timing: $1, caseMedian: timing.median)
          }))
    }
    return Array(results.suffix(ways.count))
  }

  /// Records a case that was measured by other means.
  mutating func add(_ result: BenchmarkResult) { results.append(result) }

  /// Returns the report of all measurements.
  func report(_ subject: String) -> BenchmarkReport {
    BenchmarkReport(subject: subject, results: results, quantities: quantities)
  }
}

/// The shortest time in which the machine could do some work: bare arithmetic and bare reading,
/// measured in the same run.
struct MachineLimit {
  private let work: Work
  private let peak: Shared<PeakCase>

  init(of work: Work, seed: UInt64) throws {
    self.work = work
    peak = Shared(try PeakCase(bytes: Int(work.bytes), seed: seed))
  }

  /// The workloads that take turns with the case: arithmetic first, then memory.
  var workloads: [Workload] {
    var multiply = Workload.sync("sgemm", peak) { try $0.multiply() }
    var read = Workload.sync("read", peak) { try $0.read() }
    multiply.samplesPerRound = 1
    read.samplesPerRound = 1
    return [multiply, read]
  }

  /// The limit from the measurements; `nil` without any.
  func limit(arithmetic: Timing, memory: Timing, of median: Double) -> BenchmarkResult.Limit? {
    let computing = arithmetic.median * work.operations / Double(PeakCase.operations)
    let reading = memory.median * work.bytes / Double(peak.value.bytes)
    let longest = max(computing, reading)
    guard longest > 0 else { return nil }
    return BenchmarkResult.Limit(
      nanoseconds: longest, ratio: median / longest, bound: computing >= reading ? .arithmetic : .memory)
  }
}

/// The best that this machine can do: a bare matrix product, and a bare loop that reads.
public struct PeakCase: Sendable {
  /// The sides of the matrices: a product takes about a millisecond, and all three fit into the L2
  /// cache, or nearly.
  public static let side = 384
  /// Additions and multiplications of a product.
  public static let operations = 2 * side * side * side

  /// The minimum number of bytes: reading fewer would mostly measure the call.
  private static let leastBytes = 16 << 10
  /// The maximum number of bytes: more are in memory anyway.
  private static let mostBytes = 64 << 20

  /// The number of bytes to read at once.
  public let bytes: Int
  private let factors: (Matrix, Matrix)
  private var product = Matrix()
  private let numbers: ([Float], [Float])

  /// - Parameter bytes: The number of bytes that the loop reads, within bounds; as many as the
  ///   compared case reads, so that both are in the same cache level.
  public init(bytes: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in random.uniform() } }
    let square = Self.side * Self.side
    factors = (
      try Matrix(rows: Self.side, columns: Self.side, elements: numbers(square)),
      try Matrix(rows: Self.side, columns: Self.side, elements: numbers(square))
    )
    let count = min(max(bytes, Self.leastBytes), Self.mostBytes) / 8
    self.numbers = ([Float](repeating: 0.5, count: count), [Float](repeating: 0.25, count: count))
    self.bytes = 8 * count
  }

  /// Multiplies once by `cblas_sgemm`, and returns the first number.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(factors.0, factors.1, into: &product)
    return product[0, 0]
  }

  /// Reads all bytes once, by `cblas_sdot` of one half with the other: two loads for each addition.
  public func read() throws -> Float { try BLAS.dot(numbers.0, numbers.1) }
}
