/// Calls after idleness against calls in a loop: the conditions of a keystroke, and of a server.
struct ColdCalls {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// The milliseconds of idleness before a cold call: long enough for a processor to doze off.
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

/// A measurement of how much more two threads do than one.
struct Parallel {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// - Parameters:
  ///   - state: The state that a thread works on; each has its own.
  ///   - calls: The number of calls that a thread makes in each round.
  /// - Returns: The ratio of calls per second of two threads to one, at most 2; the median of the
  ///   rounds.
  func speedUp<State: Sendable>(
    of state: State, calls: Int, _ work: @escaping @Sendable (inout State) throws -> Float
  ) async throws -> Double {
    var ratios: [Double] = []
    for _ in 0..<max(1, min(plan.rounds, plan.repetitions)) {
      let one = try await duration(of: state, threads: 1, calls: calls, work)
      let two = try await duration(of: state, threads: 2, calls: calls, work)
      ratios.append(two > 0 ? 2 * Double(one) / Double(two) : 0)
    }
    return ratios.sorted()[ratios.count / 2]
  }

  private func duration<State: Sendable>(
    of state: State, threads: Int, calls: Int, _ work: @escaping @Sendable (inout State) throws -> Float
  ) async throws -> UInt64 {
    let start = clock()
    _ = try await withThrowingTaskGroup(of: Float.self) { group in
      for _ in 0..<threads {
        group.addTask {
          var own = state
          var sum: Float = 0
          for _ in 0..<calls { sum += try work(&own) }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    return clock() &- start
  }
}
