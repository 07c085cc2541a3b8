import Synchronization
import Testing

@testable import Benchmarking

@Suite("Benchmarking: turns")
struct TurnsTests {
  /// A clock that moves when work is done.
  private final class Work: Sendable {
    private let state = Mutex<(now: UInt64, order: [String])>((0, []))
    var clock: BenchmarkClock { { self.state.withLock { $0.now } } }
    var order: [String] { state.withLock { $0.order } }

    func workload(_ name: String, nanoseconds: UInt64) -> Workload {
      Workload(name: name) { calls in
        self.state.withLock {
          $0.now += nanoseconds * UInt64(calls)
          $0.order.append(name)
        }
      }
    }
  }

  private func plan(repetitions: Int = 20, budget: UInt64 = 1_000_000_000) -> BenchmarkPlan {
    var plan = BenchmarkPlan.quick
    (plan.repetitions, plan.budget, plan.rounds) = (repetitions, budget, 4)
    return plan
  }

  @Test("a short workload is measured in groups of calls, and a long one call by call")
  func groups() async throws {
    let work = Work()
    let timings = try await Turns(plan: plan(), clock: work.clock).measure([
      work.workload("short", nanoseconds: 100), work.workload("long", nanoseconds: 20_000),
    ])
    #expect(timings.map(\.callsPerSample) == [64, 1])
    #expect(timings.map(\.median) == [100, 20_000])
    #expect(timings.map(\.samples) == [20, 20])
  }

  @Test("a slow workload is measured as often as its budget allows, and at least once a round")
  func budgets() async throws {
    let work = Work()
    let timings = try await Turns(plan: plan(repetitions: 1_000, budget: 8_000_000), clock: work.clock)
      .measure([
        work.workload("slow", nanoseconds: 1_000_000), work.workload("slower", nanoseconds: 90_000_000),
      ])
    #expect(timings.map(\.samples) == [8, 4])
  }

  @Test("workloads take turns, and another one begins each round")
  func order() async throws {
    let work = Work()
    _ = try await Turns(plan: plan(repetitions: 4), clock: work.clock).measure([
      work.workload("a", nanoseconds: 10_000), work.workload("b", nanoseconds: 10_000),
    ])
    // Two calls each to try them out; then a call that is not counted and one that is.
    let rounds = work.order.dropFirst(4)
    #expect(rounds.joined() == "aabbbbaaaabbbbaa")
  }

  @Test("preparation is not measured")
  func preparation() async throws {
    let now = Mutex<UInt64>(0)
    let workload = Workload.prepared("x") {
      now.withLock { $0 += 1_000_000 }
    } run: {
      now.withLock { $0 += 7_000 }
    }
    let timings = try await Turns(plan: plan(), clock: { 0 }).measure([workload])
    #expect(timings.count == 1 && now.withLock { $0 } > 20 * 1_007_000)
  }
}
