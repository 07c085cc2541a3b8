internal import Kernels

/// Measures case after case and keeps what was found.
struct BenchmarkRecorder {
  let turns: Turns
  private(set) var results: [BenchmarkResult] = []
  var quantities: [Quantity] = []

  init(_ plan: BenchmarkPlan, clock: @escaping BenchmarkClock) {
    turns = Turns(plan: plan, clock: clock)
  }

  var plan: BenchmarkPlan { turns.plan }

  /// Measures a case in turn with others, and with the machine's limit if the work says what that
  /// depends on.
  ///
  /// - Parameters:
  ///   - workload: The case; its name is the result's.
  ///   - work: What a call does.
  ///   - series: The rows of cases of growing size that it belongs to.
  ///   - references: What it is compared with.
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

  /// Measures several ways to do the same in turn: a result each, of which all but the first have
  /// the first as a reference too.
  ///
  /// - Parameters:
  ///   - ways: The ways, and the rows of cases of growing size that each belongs to.
  ///   - first: The name of the first way as a reference.
  ///   - work: What a call of any of them does.
  ///   - references: What they are compared with.
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

  /// Keeps a case that was measured otherwise.
  mutating func add(_ result: BenchmarkResult) { results.append(result) }

  /// Returns the report of all that was measured.
  func report(_ subject: String) -> BenchmarkReport {
    BenchmarkReport(subject: subject, results: results, quantities: quantities)
  }
}

/// The shortest time in which the machine could do some work: bare arithmetic and bare reading,
/// measured beside it.
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

  /// The limit by what was measured; `nil` if nothing was.
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
  /// The sides of the matrices: a product takes about a millisecond, and all three lie in the L2
  /// cache or close to it.
  public static let side = 384
  /// Additions and multiplications of a product.
  public static let operations = 2 * side * side * side

  /// Fewer bytes are read so quickly that the call is measured.
  private static let leastBytes = 16 << 10
  /// More bytes lie in memory all the same.
  private static let mostBytes = 64 << 20

  /// The number of bytes that are read at once.
  public let bytes: Int
  private let factors: (Matrix, Matrix)
  private var product = Matrix()
  private let numbers: ([Float], [Float])

  /// - Parameter bytes: How many bytes the loop reads; within bounds. As many as the case reads
  ///   that it is compared with: then they lie in the same level of the caches.
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

  /// One product by `cblas_sgemm`; answers its first number.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(factors.0, factors.1, into: &product)
    return product[0, 0]
  }

  /// Reads all bytes once, by `cblas_sdot` of one half with the other: two loads for each addition.
  public func read() throws -> Float { try BLAS.dot(numbers.0, numbers.1) }
}
