/// How much more is done by two threads than by one.
struct Parallel {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// - Parameters:
  ///   - state: What a thread works on; each has its own.
  ///   - calls: How many calls a thread makes in each round.
  /// - Returns: Calls a second of two threads over those of one: 2 at best; the median of the rounds.
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
