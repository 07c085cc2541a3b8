/// Calls after idleness against calls in a loop: what a keystroke finds, and what a server finds.
struct ColdCalls {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// How long nothing is done before a cold call, in milliseconds: long enough for a processor to doze off.
  static let idleMilliseconds: UInt64 = 60

  /// - Returns: The cold calls with the warm ones as their reference.
  func measure(
    _ name: String, work: Work, _ call: () throws -> Float
  ) async throws -> BenchmarkResult {
    var (cold, warm): ([UInt64], [UInt64]) = ([], [])
    var sum: Float = 0
    for _ in 0..<plan.coldCalls {
      try await Task.sleep(nanoseconds: Self.idleMilliseconds * 1_000_000)
      cold.append(try duration(call, &sum))
      // The cold call was the first of the warm loop; the next ones find everything in its place.
      for _ in 0..<8 { sum += try call() }
      warm.append(try duration(call, &sum))
    }
    let timing = Timing(cold)
    return BenchmarkResult(
      name: "\(name), after \(Self.idleMilliseconds) ms of idleness", series: [], timing: timing, work: work,
      limit: nil,
      references: [.init(name: "in a warm loop", timing: Timing(warm), caseMedian: timing.median)])
  }

  private func duration(_ call: () throws -> Float, _ sum: inout Float) throws -> UInt64 {
    let start = clock()
    sum += try call()
    return clock() &- start
  }
}
