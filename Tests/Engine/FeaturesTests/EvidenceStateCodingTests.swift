import Activities
import Kernels
import Testing

@testable import Features

/// A restored state answers and continues to learn bit for bit the same.
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
    var log = try RandomLog(seed: seed, count: 150, timeless: seed % 2 == 0 ? 0 : 0.3)
    let donations = log.donations
    var scratch = LearningScratch()
    var state = EvidenceState()
    for donation in donations.prefix(90) { state.learn(donation, scratch: &scratch) }
    var copy = try Self.read(Self.bytes(state))
    for donation in donations.dropFirst(90) {
      state.learn(donation, scratch: &scratch)
      copy.learn(donation, scratch: &scratch)
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

  /// Damaged bytes are either rejected, or give a state that answers and learns without a trap.
  @Test(arguments: UInt64(0)..<4)
  func damagedBytesNeverTrap(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 24, timeless: seed % 2 == 0 ? 0 : 0.3)
    let bytes = Self.bytes(Samples.state(after: log.donations))
    let (context, donation) = (try log.nextContext(), try #require(log.donations.last))
    var random = SeededRandom(seed: seed)
    var (scratch, learning) = (FeatureScratch(), LearningScratch())
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<1 + random.integer(below: 3) {
        damaged[random.integer(below: bytes.count)] = UInt8(random.integer(below: 256))
      }
      guard var state = try? Self.read(damaged) else { continue }
      _ = Description(state, context, &scratch)
      state.learn(donation, scratch: &learning)
    }
  }

  /// Extreme numbers at every position: sign bits and the largest exponents.
  @Test(arguments: [0x7F, 0x80, 0xFF] as [UInt8])
  func extremeBytesNeverTrap(byte: UInt8) throws {
    var log = try RandomLog(seed: 5, count: 10)
    let bytes = Self.bytes(Samples.state(after: log.donations))
    let (context, donation) = (try log.nextContext(), try #require(log.donations.last))
    var (scratch, learning) = (FeatureScratch(), LearningScratch())
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] = byte
      guard var state = try? Self.read(damaged) else { continue }
      #expect(Description(state, context, &scratch).matrix.rows == state.identities.count)
      state.learn(donation, scratch: &learning)
    }
  }

  /// The log is longer than the window, with changing places and attributes, and accepted
  /// suggestions.
  @Test func whatWasReadBackBeyondTheWindowGoesOnTheSame() throws {
    func donation(_ number: Int) throws -> Donation {
      var details = Donation.Details()
      details.source = number % 11 == 3 ? .suggestion : .user
      details.timePrecision = [5: .order, 9: .day][number % 17, default: .exact]
      let context = try Samples.context(
        Samples.monday + Int64(number) * 611_000, place: Place(latitude: Double(number / 40), longitude: 9),
        attributes: ["wifi": .integer(Int64(number / 30))])
      return try Donation(
        of: UserActivity(activityType: "org.example.a\(number % 13)"), in: context, details: details)
    }
    var state = EvidenceState()
    for number in 0..<DonationWindow.size + 60 { state.observe(try donation(number)) }
    var copy = try Self.read(Self.bytes(state))
    for number in DonationWindow.size + 60..<DonationWindow.size + 260 {
      state.observe(try donation(number))
      copy.observe(try donation(number))
    }
    #expect(Self.bytes(copy) == Self.bytes(state))
    let context = try donation(DonationWindow.size + 260).context
    #expect(Description(copy, context) == Description(state, context))
  }

  /// The size of a user's state does not grow with their history.
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
    // Entries of userInfo that no activity has any longer are dropped in batches, so the tables
    // grow and shrink.
    #expect(long.memoryFootprint <= usual.memoryFootprint + 16_384)
    #expect(Self.bytes(long).count <= Self.bytes(usual).count + 16_384)
    // The window takes half of it, and the life tables and the userInfo tables a sixth each.
    // Arrays get up to a page more than they ask for.
    #expect(usual.memoryFootprint < 240_000)
  }

  /// A state is only restored under the same definitions, so the digest must cover every property.
  @Test func definitionsSayEverythingAboutExperts() {
    let all = Expert.all.map(\.definition)
    #expect(Set(all).count == Expert.all.count)
    let expert = Expert("name", .time, [.weekday], smoothing: 2, backsOffTo: "hour")
    #expect(Mirror(reflecting: expert).children.count == expert.definition.split(separator: ",").count)
    let others = [
      Expert("name", .time, [.kindOfDay], smoothing: 2, backsOffTo: "hour"),
      Expert("name", .time, [.weekday], decay: .hours(halfLife: 1), smoothing: 2, backsOffTo: "hour"),
      Expert("name", .time, [.weekday], decay: .visits(halfLife: 1), smoothing: 2, backsOffTo: "hour"),
      Expert("name", .time, [.weekday], smoothing: 3, backsOffTo: "hour"),
      Expert("name", .time, [.weekday], smoothing: 2),
      Expert("name", .time, [.weekday], smoothing: 2, backsOffTo: "hour", tellsKnowledge: true),
      Expert("name", .place, [.weekday], smoothing: 2, backsOffTo: "hour"),
    ]
    #expect(Set((others + [expert]).map(\.definition)).count == others.count + 1)
    let agreement = ExpertPanel.agreements[0]
    #expect(Mirror(reflecting: agreement).children.count == agreement.definition.split(separator: ",").count)
  }
}
