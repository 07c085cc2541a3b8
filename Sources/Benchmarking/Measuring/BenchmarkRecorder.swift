/// Measures case after case and keeps what was found.
struct BenchmarkRecorder {
  let turns: Turns
  private(set) var results: [BenchmarkResult] = []
  var quantities: [Quantity] = []

  init(_ plan: BenchmarkPlan, clock: @escaping BenchmarkClock) {
    turns = Turns(plan: plan, clock: clock)
  }

  var plan: BenchmarkPlan { turns.plan }

  /// Measures a case in turn with others, and with the machine's limit if the work says what that depends on.
  ///
  /// - Parameters:
  ///   - side: The case; its name is the result's.
  ///   - work: What a call does.
  ///   - series: The rows of cases of growing size that it belongs to.
  ///   - references: What it is compared with.
  mutating func measure(
    _ side: Side, work: Work, in series: [BenchmarkResult.Series] = [], against references: [Side] = []
  ) async throws {
    var sides = [side] + references
    let limit = work.isLimited ? try MachineLimit(of: work, seed: plan.seed) : nil
    if let limit { sides += limit.sides }
    let timings = try await turns.measure(sides)
    let median = timings[0].median
    let compared = zip(references, timings.dropFirst()).map {
      BenchmarkResult.Reference(name: $0.name, timing: $1, caseMedian: median)
    }
    results.append(
      BenchmarkResult(
        name: side.name, series: series, timing: timings[0], work: work,
        limit: limit?.limit(
          arithmetic: timings[timings.count - 2], memory: timings[timings.count - 1], of: median),
        references: compared))
  }

  /// Keeps a case that was measured otherwise.
  mutating func add(_ result: BenchmarkResult) { results.append(result) }

  /// What was found.
  func report(_ subject: String) -> BenchmarkReport {
    BenchmarkReport(subject: subject, results: results, quantities: quantities)
  }
}
