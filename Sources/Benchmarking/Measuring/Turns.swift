/// Measures several ways in turn, so that whatever else the machine does hits all of them alike.
///
/// Each round gives every side a block of samples; the side that begins moves on by one from round to round. A block begins
/// with a call that is not counted: it finds the caches as another side left them.
struct Turns {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// A sample lasts at least so long, in nanoseconds: the clock's own time, some 50 ns, is then 1 % of it.
  private static let leastSample: UInt64 = 5_000
  private static let mostCalls = 4_096

  /// - Returns: The timing of each side, in their order.
  func measure(_ sides: [Side]) async throws -> [Timing] {
    var blocks: [Block] = []
    for side in sides { blocks.append(try await block(of: side)) }
    for round in 0..<rounds {
      for turn in sides.indices {
        let index = (turn + round) % sides.count
        _ = try await duration(of: sides[index], 1)
        for _ in 0..<blocks[index].length {
          blocks[index].samples.append(try await duration(of: sides[index], blocks[index].calls))
        }
      }
    }
    return blocks.map { Timing($0.samples, callsPerSample: $0.calls) }
  }

  /// How a side is measured.
  private struct Block {
    /// Calls of a sample.
    let calls: Int
    /// Samples of a round.
    let length: Int
    var samples: [UInt64] = []
  }

  private var rounds: Int { min(plan.rounds, plan.repetitions) }

  /// Tries out how long a call takes.
  private func block(of side: Side) async throws -> Block {
    _ = try await duration(of: side, 1)
    var calls = 1
    var time = try await duration(of: side, calls)
    while side.isGrouped, time < Self.leastSample, calls < Self.mostCalls {
      calls *= 2
      time = try await duration(of: side, calls)
    }
    if let length = side.samplesPerRound { return Block(calls: calls, length: length) }
    let samples = min(plan.repetitions, Int(clamping: plan.budget / max(1, time)))
    return Block(calls: calls, length: max(1, (samples + rounds - 1) / rounds))
  }

  private func duration(of side: Side, _ calls: Int) async throws -> UInt64 {
    try await side.prepare()
    let start = clock()
    try await side.run(calls)
    return clock() &- start
  }
}
