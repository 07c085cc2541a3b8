import Foundation
import TestSupport
import Testing

/// Repeats users' tasks.
///
/// Each time another system call fails, the process is killed, or the power is cut.
///
/// After each fault, every acknowledged donation must exist, forgotten ones must not come back, no
/// batch may be stored in part, and the program must have reported the problem and the remedy.
/// `make faults` runs many trials; here a seed chooses some.
@Suite("Faults", .enabled("there is no C compiler") { await FaultShim.shared() != nil })
struct FaultTests {
  /// The number of trials: by default each kind of fault happens five times, and each workload
  /// three times.
  private static let trials = Campaign.count("HUNCH_FAULT_TRIALS", usually: FaultKind.allCases.count * 5)
  private static var isLong: Bool { trials >= 1_000 }
  /// The number of parallel trials.
  static let jobs = Campaign.count(
    "HUNCH_FAULT_JOBS", usually: max(2, ProcessInfo.processInfo.activeProcessorCount))
  private static let seed = Campaign.seed

  @Test(
    "after any fault, acknowledged data exists, forgotten data stays away, batches are complete, and messages help"
  )
  func sweep() async throws {
    let bases = try await BaseFolders()
    let rehearsals = try await Self.inParallel(Workload.all) { workload in
      try await Rehearsal(workload, bases: bases)
    }
    let tally = FaultTally()
    let plan = FaultPlan(rehearsals, limit: Self.trials, seed: Self.seed)
    _ = try await Self.inParallel(plan.trials + plan.withLittleMemory) { trial in
      let verdict = try await trial.run()
      tally.add(
        verdict, workload: trial.rehearsal.workload.name,
        kind: trial.memory == nil ? trial.fault.kind.words : "little memory for the process",
        example: trial.memory.map { "\($0) bytes" } ?? "\(trial.fault)")
      // A long run prints intermediate results.
      if Self.isLong, tally.injected.isMultiple(of: 1_000) { print(tally.table, tally.findings) }
    }
    _ = try await Self.inParallel(Array(0..<max(2, Self.trials / 50))) { round in
      let (verdict, kills) = try await Company(bases: bases, seed: Self.seed &+ UInt64(round)).run()
      tally.add(
        verdict, times: kills, workload: "several processes at once", kind: "kill -9 at a random moment",
        example: "round \(round)")
    }
    if Self.isLong { print(tally.table) }
    print("faults: seed \(Self.seed), \(plan.trials.count) trials, \(tally.injected) faults")
    let again = Comment(rawValue: Campaign.again("make faults HUNCH_FAULT_TRIALS=\(Self.trials)"))
    // A run makes a few calls more or fewer than its rehearsal, so a fault at one of the last calls
    // may not happen.
    #expect(tally.injected > plan.trials.count * 4 / 5, again)
    #expect(Set(plan.trials.map(\.rehearsal.workload.name)).count == rehearsals.count)
    #expect(Set(FaultKind.allCases.map(\.words)).subtracting(tally.kinds) == [], again)
    for finding in tally.findings { Issue.record("\(finding); \(again)") }
  }

  /// Calls a function with each of many values, `width` at a time; the results are in the values'
  /// order.
  static func inParallel<Value: Sendable, Result: Sendable>(
    _ values: [Value], width: Int = FaultTests.jobs,
    _ body: @escaping @Sendable (Value) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (results, next) = ([Int: Result](), 0)
      func add() {
        guard next < values.count else { return }
        let (number, value) = (next, values[next])
        group.addTask { (number, try await body(value)) }
        next += 1
      }
      for _ in 0..<width { add() }
      while let (number, result) = try await group.next() {
        results[number] = result
        add()
      }
      return values.indices.compactMap { results[$0] }
    }
  }
}

/// The faults to try.
struct FaultPlan {
  let trials: [Trial]
  /// Some workloads with limited memory, one for each 400 other trials, because they are slow.
  private(set) var withLittleMemory: [Trial] = []

  /// Creates every fault of every kind in every workload if the limit allows.
  ///
  /// Otherwise the seed takes kinds and workloads in turn, so that even a few trials include each.
  init(_ rehearsals: [Rehearsal], limit: Int, seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    // The waiting faults of each pair of a workload and a kind, in random order.
    var waiting: [[[Int]]] = rehearsals.map { rehearsal in
      FaultKind.allCases.map { kind in
        let count = rehearsal.count(kind)
        return Array((count > 0 ? 1...count : 1...1).prefix(count).shuffled(using: &numbers).prefix(limit))
      }
    }
    var trials: [Trial] = []
    var isDone = false
    while !isDone, trials.count < limit {
      isDone = true
      for step in 0..<rehearsals.count * FaultKind.allCases.count where trials.count < limit {
        // One diagonal at a time: the first rounds include every workload and every kind.
        let workload = step % rehearsals.count
        let kind = (step / rehearsals.count + step) % FaultKind.allCases.count
        guard let at = waiting[workload][kind].popLast() else { continue }
        isDone = false
        let kindOfFault = FaultKind.allCases[kind]
        let place = kindOfFault == .quota ? at * 2_048 - Int.random(in: 0..<2_048, using: &numbers) : at
        trials.append(
          Trial(
            rehearsal: rehearsals[workload],
            fault: Fault(kind: kindOfFault, at: place, seed: UInt64.random(in: 1..<1 << 32, using: &numbers)))
        )
      }
    }
    self.trials = trials
    withLittleMemory = (0..<limit / 400).map { number in
      let rehearsal = rehearsals[(number * 7) % rehearsals.count]
      // Below about 100 MB the program does not even load; above a few hundred nothing fails.
      let memory = Int.random(in: 100..<420, using: &numbers) << 20
      return Trial(rehearsal: rehearsal, fault: Fault(kind: .memoryFrom, at: 0), memory: memory)
    }
  }
}
