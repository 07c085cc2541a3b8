import Activities
import Kernels
import Testing

@testable import Features

/// A state that was written and read answers and goes on learning bit for bit the same.
@Suite struct EvidenceStateCodingTests {
  private static func bytes(_ state: EvidenceState) -> [UInt8] {
    var writer = StateWriter()
    state.write(into: &writer)
    return writer.bytes
  }

  private static func read(_ bytes: [UInt8]) throws(StateError) -> EvidenceState {
    var reader = StateReader(bytes)
    let state = try EvidenceState(from: &reader)
    try reader.finish()
    return state
  }

  @Test(arguments: UInt64(600)..<608)
  func whatWasReadBackGoesOnTheSame(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 150)
    let donations = log.donations
    var scratch = FeatureScratch()
    var state = EvidenceState()
    for donation in donations.prefix(90) { try state.learn(donation, scratch: &scratch) }
    var copy = try Self.read(Self.bytes(state))
    for donation in donations.dropFirst(90) {
      try state.learn(donation, scratch: &scratch)
      try copy.learn(donation, scratch: &scratch)
    }
    #expect(Self.bytes(copy) == Self.bytes(state), "seed \(seed)")
    let context = try log.nextContext()
    let (one, other) = (Description(state, context), Description(copy, context))
    #expect(one.matrix.elements.map(\.bitPattern) == other.matrix.elements.map(\.bitPattern), "seed \(seed)")
    #expect(one == other)
    #expect(copy.lastInstant?.milliseconds == state.lastInstant?.milliseconds)
  }

  @Test func anEmptyStateIsReadBack() throws {
    let state = try Self.read(Self.bytes(EvidenceState()))
    #expect(state.identities.isEmpty && state.donationCount == 0)
  }

  @Test func bytesThatAreCutShortOrLongerAreRefused() throws {
    let bytes = Self.bytes(Samples.state(after: try RandomLog(seed: 609, count: 12).donations))
    for length in bytes.indices {
      #expect(throws: StateError.self, "cut to \(length)") { _ = try Self.read(Array(bytes.prefix(length))) }
    }
    #expect(throws: StateError.self) { _ = try Self.read(bytes + [0]) }
  }

  /// Whatever was damaged, it is refused, or can be asked and taught without a trap.
  @Test(arguments: UInt64(0)..<4)
  func damagedBytesNeverTrap(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 24)
    let bytes = Self.bytes(Samples.state(after: log.donations))
    let (context, donation) = (try log.nextContext(), try #require(log.donations.last))
    var random = SeededRandom(seed: seed)
    var scratch = FeatureScratch()
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<1 + random.integer(below: 3) {
        damaged[random.integer(below: bytes.count)] = UInt8(random.integer(below: 256))
      }
      guard var state = try? Self.read(damaged) else { continue }
      _ = Description(state, context, &scratch)
      try state.learn(donation, scratch: &scratch)
    }
  }

  /// What is kept of a person does not grow with their history.
  @Test func memoryIsFlat() throws {
    func state(_ count: Int) throws -> EvidenceState {
      var state = EvidenceState()
      for number in 0..<count {
        let context = try Samples.context(
          Samples.monday + Int64(number) * 600_000, place: Place(latitude: Double(number % 80), longitude: 9),
          attributes: ["wifi": .integer(Int64(number % 5))])
        let activity = try UserActivity(
          activityType: "org.example.\(number % 5)",
          userInfo: ["document": .integer(Int64(number % 200)), "visit": .integer(Int64(number))],
          requiredUserInfoKeys: ["document"])
        state.observe(try Donation(of: activity, in: context))
      }
      return state
    }
    let (usual, long) = (try state(5_000), try state(15_000))
    #expect(long.memoryFootprint <= usual.memoryFootprint + 1_024)
    #expect(Self.bytes(long).count <= Self.bytes(usual).count + 1_024)
    // Half of it the window, a sixth the life tables, a sixth what userInfo held once.
    #expect(usual.memoryFootprint < 220_000)
  }
}
