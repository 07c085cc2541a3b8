internal import Kernels

/// The evidence of how often each activity was done, by memories of several lengths, which the
/// experts without circumstances use.
///
/// A count is stored as of its activity's last use; reading it applies the decay since then.
/// Memories by age count only donations with a time; the others do not show how often something is
/// done within hours or days.
struct ShareEvidence: EvidencePart {
  private static let memories = ExpertLayout.shares.map { ExpertLayout.experts[$0].decay }

  /// For each item a count for each decay.
  private var counts: [Float] = []
  /// The sum of all counts for each decay, as of the last donation.
  private var totals = [Double](repeating: 0, count: memories.count)
  /// The hour of the last donation with a time; accepted suggestions after it do not count.
  private var lastHours = 0.0

  init() {}

  /// Counts a donation; O(memories).
  mutating func observe(_ use: ObservedUse) {
    let hours = use.happened.hours
    if use.isNew {
      counts.reserveGrowth(of: Self.memories.count)
      counts.append(contentsOf: repeatElement(0, count: Self.memories.count))
    }
    for (index, decay) in Self.memories.enumerated() where use.happened.hasTime || !decay.isByAge {
      let place = Int(use.item) * Self.memories.count + index
      if let last = use.previous {
        counts[place] *= Float(
          Self.decay(
            decay, hours: hours - last.lastHours, donations: use.donation - Int(last.lastDonation)))
      }
      counts[place] += 1
      totals[index] = totals[index] * Self.decay(decay, hours: hours - lastHours, donations: 1) + 1
    }
    if use.happened.hasTime { lastHours = hours }
  }

  /// Returns the sum of all counts of a decay.
  func total(_ index: Int, at hours: Double) -> Double {
    totals[index] * Self.decay(Self.memories[index], hours: hours - lastHours, donations: 0)
  }

  /// Writes the counts of all candidates' items into the lanes of their experts; O(candidates ·
  /// memories).
  ///
  /// - Parameter exponents: A buffer with any contents; it grows as needed.
  func write(
    at hours: Double, donations: Int, uses: [RecencyEvidence.Use], of items: [Int32],
    into weights: inout SIMDTable, exponents: inout [Float]
  ) {
    let memories = Self.memories.count
    exponents.resize(to: items.count * memories)
    fillExponents(&exponents, at: hours, donations: donations, uses: uses, of: items)
    _ = VectorLoops.exponentiate(&exponents, in: exponents.indices, shift: 0)
    let (counts, left) = (counts.span, exponents.span)
    // Neighbouring lanes are adjacent in memory, except at the end of a block.
    let first = ExpertLayout.first + ExpertLayout.shares.lowerBound
    let split = min(memories, SIMDTable.blockLanes - first % SIMDTable.blockLanes)
    let (front, back) = (weights.lane(first), weights.lane(first + memories - 1))
    weights.changeNumbers { weights in
      for (candidate, item) in items.enumerated() {
        let (place, own, here) = (Int(item) * memories, candidate * memories, front.place(ofLine: candidate))
        for index in 0..<split { weights[here + index] = counts[place + index] * left[own + index] }
        let there = back.place(ofLine: candidate) - (memories - 1)
        for index in split..<memories { weights[there + index] = counts[place + index] * left[own + index] }
      }
    }
  }

  /// Writes the logarithms of the remaining part of each count.
  private func fillExponents(
    _ exponents: inout [Float], at hours: Double, donations: Int, uses: [RecencyEvidence.Use],
    of items: [Int32]
  ) {
    let rates = Self.rates
    let span = rates.span
    var exponents = exponents.mutableSpan
    for (candidate, item) in items.enumerated() {
      let use = uses[Int(item)]
      let (age, later) = (Float(hours - use.lastHours), Float(donations - 1 - Int(use.lastDonation)))
      for index in span.indices {
        exponents[candidate * span.count + index] = -(age * span[index].hours + later * span[index].donations)
      }
    }
  }

  private static let rates: [(hours: Float, donations: Float)] = memories.map { decay in
    let perHalf = Float(Elementary.logarithm(2))
    return switch decay {
    case .hours(let halfLife): (perHalf / Float(halfLife), 0)
    case .donations(let halfLife): (0, perHalf / Float(halfLife))
    case .unlimited, .visits: (0, 0)
    }
  }

  private static func decay(_ decay: Decay, hours: Double, donations: Int) -> Double {
    switch decay {
    // Before the first donation there is nothing that could grow.
    case .hours(let halfLife): Elementary.powerOfTwo(-max(0, hours) / halfLife)
    case .donations(let halfLife): Elementary.powerOfTwo(-Double(donations) / halfLife)
    case .unlimited, .visits: 1
    }
  }
}

extension ShareEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(counts)
    writer.write(totals)
    writer.write(lastHours)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    counts = try reader.readTable(count: known.items * Self.memories.count)
    totals = try reader.readTable(count: Self.memories.count)
    lastHours = try reader.read()
    guard counts.allSatisfy({ $0 >= 0 && $0.isFinite }), totals.allSatisfy({ $0 >= 0 && $0.isFinite }),
      QueryContext.possibleHours.contains(lastHours)
    else { throw StateError() }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { 4 * counts.capacity + 8 * totals.capacity }
}
