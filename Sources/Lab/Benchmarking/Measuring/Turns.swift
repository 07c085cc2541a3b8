/// One of the ways that are measured in turn.
struct Workload {
  /// The name in reports.
  let name: String
  /// The number of samples in a round; `nil` for the plan's number.
  var samplesPerRound: Int?
  /// A Boolean value that tells whether one sample may be several calls; otherwise each call is
  /// measured separately.
  var isGrouped = true
  /// The preparation of a sample, which is not measured.
  var prepare: () async throws -> Void = {}
  /// Makes the given number of calls.
  let run: (_ calls: Int) async throws -> Void
}

extension Workload {
  /// A way that changes a state which is its own, or shared with others.
  static func sync<State>(
    _ name: String, _ state: Shared<State>, _ work: @escaping (inout State) throws -> Float
  ) -> Workload {
    Workload(name: name) { calls in
      var sum: Float = 0
      for _ in 0..<calls { sum += try work(&state.value) }
      state.sum = sum
    }
  }

  /// A way with every call measured separately.
  static func single(_ name: String, _ run: @escaping () async throws -> Void) -> Workload {
    prepared(name, {}, run: run)
  }

  /// A way with every call measured separately, after an unmeasured preparation.
  static func prepared(
    _ name: String, _ prepare: @escaping () async throws -> Void, run: @escaping () async throws -> Void
  ) -> Workload {
    Workload(name: name, isGrouped: false, prepare: prepare) { calls in for _ in 0..<calls { try await run() }
    }
  }
}

/// A state that several ways work on, one after the other.
final class Shared<State> {
  var value: State
  /// The sum of the last calls' results; kept so that the compiler cannot remove the work.
  var sum: Float = 0

  init(_ value: State) { self.value = value }
}

/// A measurement of several ways in turn, so that other work on the machine affects all of them
/// alike.
///
/// Each round gives every workload a block of samples; the workload that begins moves on by one
/// from round to round. A block begins with a call that is not counted: it finds the caches as
/// another workload left them.
struct Turns {
  let plan: BenchmarkPlan
  let clock: BenchmarkClock

  /// The minimum duration of a sample in nanoseconds: the clock's own time, some 50 ns, is then 1 %
  /// of it.
  private static let leastSample: UInt64 = 5_000
  private static let mostCalls = 4_096

  /// - Returns: The timing of each workload, in their order.
  func measure(_ workloads: [Workload]) async throws -> [Timing] {
    var blocks: [Block] = []
    for workload in workloads { blocks.append(try await block(of: workload)) }
    for round in 0..<rounds {
      for turn in workloads.indices {
        let index = (turn + round) % workloads.count
        _ = try await duration(of: workloads[index], 1)
        for _ in 0..<blocks[index].length {
          blocks[index].samples.append(try await duration(of: workloads[index], blocks[index].calls))
        }
      }
    }
    return blocks.map { Timing($0.samples, callsPerSample: $0.calls) }
  }

  /// The calls and samples of one workload.
  private struct Block {
    /// Calls of a sample.
    let calls: Int
    /// Samples of a round.
    let length: Int
    var samples: [UInt64] = []
  }

  private var rounds: Int { min(plan.rounds, plan.repetitions) }

  /// Measures roughly how long a call takes.
  private func block(of workload: Workload) async throws -> Block {
    _ = try await duration(of: workload, 1)
    var calls = 1
    var time = try await duration(of: workload, calls)
    while workload.isGrouped, time < Self.leastSample, calls < Self.mostCalls {
      calls *= 2
      time = try await duration(of: workload, calls)
    }
    if let length = workload.samplesPerRound { return Block(calls: calls, length: length) }
    let samples = min(plan.repetitions, Int(clamping: plan.budget / max(1, time)))
    return Block(calls: calls, length: max(1, (samples + rounds - 1) / rounds))
  }

  private func duration(of workload: Workload, _ calls: Int) async throws -> UInt64 {
    try await workload.prepare()
    let start = clock()
    try await workload.run(calls)
    return clock() &- start
  }
}
