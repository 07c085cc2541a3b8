import Foundation
import Testing

/// How many times each kind of damage is tried: once, or HUNCH_DAMAGE_TRIALS.
private let trials: UInt64 =
  ProcessInfo.processInfo.environment["HUNCH_DAMAGE_TRIALS"].flatMap { UInt64($0) } ?? 1

@Suite("Whatever happens to its bytes, a store answers rightly or says that it is damaged", .serialized)
struct StoreDamageTrialTests {
  /// What is damaged, made once.
  private static let closed = Task { try await DamageSample.make() }
  private static let inUse = Task { try await DamageSample.make(isOpen: true) }

  @Test("trials", arguments: DamageKind.allCases)
  func trial(kind: DamageKind) async throws {
    var tally = DamageTally()
    // Once is the short version: a closed store then.
    for isOpen in kind.needsJournal ? [true] : trials > 1 ? [false, true] : [false] {
      let sample = try await (isOpen ? Self.inUse : Self.closed).value
      for seed in 1...max(1, trials) { tally += try await DamageTrial(kind, seed: seed, of: sample).run() }
    }
    if trials > 2 { print("\(kind): \(tally)") }
  }
}
