internal import Kernels

/// The evidence of how often this user does something new, for judging "none of these".
struct NoveltyEvidence: EvidencePart {
  static let names = [
    "novelty/rate-5", "novelty/rate-30", "novelty/rate-200", "novelty/ever", "novelty/last", "novelty/since",
    "novelty/here", "novelty/after", "novelty/at-hour", "novelty/once-only", "novelty/experience",
    "novelty/variety",
    "novelty/pause", "novelty/known-after", "novelty/known-after-2", "novelty/known-place",
    "novelty/known-attributes", "novelty/known-here", "novelty/here-now",
  ]

  static let halfLives = [5.0, 30, 200]

  /// Decayed shares of new activities, one per half-life; a prior of one half is worth one
  /// donation.
  private var rates = [Double](repeating: 0.5, count: halfLives.count)
  private var possible = [Double](repeating: 1, count: halfLives.count)
  private var sinceNew = 0
  private(set) var onceOnly = 0

  init() {}

  /// The rate of new activities lately, 0 to 1.
  var rate: Double { rates[1] / possible[1] }

  /// Learns whether a donation was of a new activity; O(1).
  mutating func observe(_ use: ObservedUse) {
    let (isNew, isSecond) = (use.isNew, use.previous?.count == 1)
    for (index, halfLife) in Self.halfLives.enumerated() {
      let decay = Elementary.powerOfTwo(-1 / halfLife)
      rates[index] = rates[index] * decay + (isNew ? 1 : 0)
      possible[index] = possible[index] * decay + 1
    }
    sinceNew = isNew ? 0 : sinceNew + 1
    if isNew { onceOnly += 1 }
    if isSecond { onceOnly -= 1 }
  }

  /// Writes the numbers of ``names``, in order; O(1).
  ///
  /// - Parameters:
  ///   - kinds: The approximate number of items with any weight in each lane.
  ///   - totals: The sum of all weights in each lane.
  func write(
    _ moment: borrowing QueryContext, kinds: [Float], totals: [Float], donations: Int, items: Int,
    sequenceRemainder: Double, into numbers: inout [Float]
  ) {
    numbers.removeAll(keepingCapacity: true)
    let count = Double(donations)
    for index in rates.indices { numbers.append(Self.odds(rates[index] / possible[index])) }
    numbers.append(Self.odds((Double(items) + 0.5) / (count + 1)))
    numbers.append(sinceNew == 0 ? 1 : 0)
    numbers.append(Float(Elementary.logarithm(Double(1 + sinceNew))))
    for lane in Self.escapes { numbers.append(Self.escape(lane, kinds: kinds, totals: totals)) }
    numbers.append(Self.odds((Double(onceOnly) + 0.5) / (count + 1)))
    numbers.append(Float(count / (count + 50)))
    numbers.append(Float(items) / Float(items + 20))
    let pause = moment.gap.map { min(1, Circumstance.gapScale(seconds: $0) / 20) } ?? 0
    numbers.append(Float(pause * sequenceRemainder))
    for lane in Self.knowledge { numbers.append(totals[lane] / (totals[lane] + 5)) }
    numbers.append(Self.escape(Self.here, kinds: kinds, totals: totals))
  }

  /// Witten and Bell's estimate of a new event: kinds seen over kinds and occurrences.
  private static func escape(_ lane: Int, kinds: [Float], totals: [Float]) -> Float {
    odds(Double((kinds[lane] + 0.5) / (kinds[lane] + totals[lane] + 1)))
  }

  private static let escapes = ["from-place/1km", "after", "hour"].compactMap(ExpertPanel.lane)
  private static let knowledge = ["after", "after-2", "from-place/1km", "attributes", "here"].compactMap(
    ExpertPanel.lane)
  private static let here = ExpertPanel.lane(of: "here") ?? ExpertLayout.first

  func write(into writer: inout StateWriter) {
    writer.write(rates)
    writer.write(possible)
    writer.write(sinceNew)
    writer.write(onceOnly)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    rates = try reader.readTable(count: Self.halfLives.count)
    possible = try reader.readTable(count: Self.halfLives.count)
    sinceNew = try reader.read()
    onceOnly = try reader.read()
    guard zip(rates, possible).allSatisfy({ $0 >= 0 && $1 > 0 && $0 <= $1 }),
      [sinceNew, onceOnly].allSatisfy({ StateLimits.counts.contains(Int32(clamping: $0)) })
    else {
      throw StateError()
    }
  }

  /// The logarithm of a probability's odds, clamped to -7…7.
  private static func odds(_ probability: Double) -> Float {
    Float(max(-7, min(7, Elementary.logarithm(max(1e-9, probability) / max(1e-9, 1 - probability)))))
  }
}
