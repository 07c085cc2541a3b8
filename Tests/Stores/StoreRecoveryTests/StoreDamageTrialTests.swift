import TestSupport
import Testing

/// The number of times that each kind of damage is tried.
private let trials = Campaign.count("HUNCH_DAMAGE_TRIALS", usually: 1)

@Suite("After any damage, a store answers correctly or reports the damage")
struct StoreDamageTrialTests {
  /// The stores to damage, created once.
  private static let closed = Task { try await DamageSample.make() }
  private static let inUse = Task { try await DamageSample.make(isOpen: true) }

  @Test(
    "after damage of one kind, a store answers correctly or reports the damage",
    arguments: DamageKind.allCases)
  func trial(kind: DamageKind) async throws {
    var tally = DamageTally()
    // One trial is the short version: a closed store then.
    for isOpen in kind.needsJournal ? [true] : trials > 1 ? [false, true] : [false] {
      let sample = try await (isOpen ? Self.inUse : Self.closed).value
      for seed in Campaign.seeds(max(1, trials)) {
        tally += try await DamageTrial(kind, seed: seed, of: sample).run()
      }
    }
    if trials > 2 { print("\(kind): \(tally)") }
  }
}
