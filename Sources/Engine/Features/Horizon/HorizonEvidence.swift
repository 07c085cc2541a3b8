internal import Activities
public import Kernels

/// The evidence for activities to be done within a horizon, in numbers, which a network turns into
/// probabilities.
///
/// It is derived from ``EvidenceState`` and needs no further state. It describes each item with any
/// evidence: done at about this time or after such a silence, or likely to come next. Its buffers
/// are reused.
///
/// It makes one assumption about presence: a silence is judged only by its length, compared with
/// earlier silences and their times of day. Whether the device sleeps or its user is away makes no
/// difference. A silence that has not ended is not counted.
public struct HorizonEvidence: Sendable {
  /// The described items; in ascending order if the query describes all items.
  public private(set) var items: [Int] = []
  /// The candidates: ``HorizonSchema/columns`` of each of ``items``.
  public private(set) var matrix = Matrix()
  /// The probability of anything at all within the horizon.
  public private(set) var anything: Float = 0

  /// The query's candidates of these items.
  private var candidates: [Int] = []
  private var timeline = HorizonTimeline()
  private var days = TimeOfDayCounts()
  private var silences = SilenceCounts()

  /// Creates empty buffers.
  public init() {}

  /// Conditional probabilities and expected numbers up to these do not count as evidence by
  /// themselves.
  private static let least: (conditional: Float, expected: Float) = (0.003, 0.01)
  /// The lanes that count recent activities, and their half-lives in hours.
  private static let rates: [(lane: Int, halfLife: Double)] = [
    ("share/1h", 1), ("share/6h", 6), ("share/1d", 24), ("share/7d", 168), ("share/30d", 720),
  ].map { (ExpertPanel.lane(of: $0.0) ?? ExpertLayout.first, $0.1) }

  /// All kinds, stored because the property would create them for each candidate.
  private static let kindsOfDay = TimeOfDayCounts.Kind.allCases

  /// Describes a moment.
  ///
  /// - Parameter scratch: The scratch of the description of the same moment.
  mutating func describe(
    _ state: EvidenceState, conditional: [Float], within seconds: Double, scratch: borrowing FeatureScratch
  ) {
    let count = scratch.candidates.count
    candidates.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    anything = 0
    guard count > 0, scratch.moment.hasTime else {
      return matrix.resize(rows: 0, columns: HorizonSchema.columns.count)
    }
    let horizon = Int64(clamping: seconds * 1_000)
    let (now, gap) = (scratch.moment.localMilliseconds, scratch.moment.gap ?? 0)
    let lead = Int64(clamping: (scratch.moment.lead * 1_000).rounded(clampedTo: 0...1e15))
    timeline.set(state.window, of: scratch.candidates, at: scratch.moment)
    days.count(
      timeline, candidates: count, local: now, lead: lead, within: horizon, daysOff: scratch.moment.daysOff)
    silences.count(
      timeline, candidates: count,
      after: scratch.moment.recent.first.flatMap { scratch.candidates.candidate(ofItem: Int($0)) },
      lasting: Int64(clamping: gap * 1_000), lead: lead, local: now, within: horizon)
    let perDonation = expectedPerCount(within: seconds, at: scratch.moment.milliseconds - lead)
    selectCandidates(conditional: conditional, perDonation: perDonation, scratch: scratch)
    write(
      state, conditional: conditional, within: seconds, gap: gap, perDonation: perDonation, scratch: scratch)
  }

  /// Returns for each of `rates` the number of donations within the horizon that a decayed count of
  /// one represents.
  ///
  /// A count that decays with a half-life h over a known past of T hours is worth h / ln 2 · (1 −
  /// 2^(−T / h)) hours.
  private func expectedPerCount(within seconds: Double, at now: Int64) -> [Float] {
    let known = timeline.times.first.map { max(1, Double(now - $0) / 3_600_000) } ?? 1
    return Self.rates.map { rate in
      let share = timeline.isComplete ? 1 - Elementary.powerOfTwo(-known / rate.halfLife) : 1
      return Float(seconds / 3_600 / (rate.halfLife / Elementary.logarithm(2) * share))
    }
  }

  private mutating func selectCandidates(
    conditional: [Float], perDonation: [Float], scratch: borrowing FeatureScratch
  ) {
    let perDay = scratch.weights.lane(Self.rates[2].lane)
    for candidate in conditional.indices {
      let expected = scratch.weights.numbers { $0[perDay.place(ofLine: candidate)] } * perDonation[2]
      if conditional[candidate] > Self.least.conditional || expected > Self.least.expected
        || days.knows(candidate)
        || silences.knows(candidate)
      {
        candidates.append(candidate)
        items.append(Int(truncatingIfNeeded: scratch.candidates.items[candidate]))
      }
    }
  }

  /// Writes odds and other positive numbers, and takes all their logarithms at once.
  private mutating func write(
    _ state: EvidenceState, conditional: [Float], within seconds: Double, gap: Double, perDonation: [Float],
    scratch: borrowing FeatureScratch
  ) {
    let any = conditional.count
    let (anyRecent, anySilent) = (
      days.share(ofCandidate: any, .recent),
      silences.share(ofCandidate: any, .all, prior: days.share(ofCandidate: any, .recent))
    )
    anything = silences.share(ofCandidate: any, .hour, prior: anySilent)
    let likeliest = max(1e-6, VectorLoops.maximum(conditional, in: conditional.indices))
    let rates = Self.rates.map { scratch.weights.lane($0.lane) }
    let lengths = ReturnEvidence.Span(start: scratch.moment.lead / 60, minutes: seconds / 60)
    let ofMoment: [Float] = [
      Self.odds(days.share(ofCandidate: any, .like)), Self.odds(anyRecent),
      Self.odds(days.share(ofCandidate: any, .exact)),
      Self.odds(anySilent), Self.odds(anything),
      Self.held(scratch.totals[Self.rates[2].lane] * perDonation[2]),
      Self.held(scratch.totals[Self.rates[3].lane] * perDonation[3]),
      Float(1 + gap / 60), Self.odds(silences.survival), 1 + days.totals[TimeOfDayCounts.Kind.like.rawValue],
      1 + silences.totals[SilenceCounts.Kind.all.rawValue],
      1 + silences.totals[SilenceCounts.Kind.same.rawValue],
      1 + silences.totals[SilenceCounts.Kind.hour.rawValue], Float(1 + state.donationCount),
      Float(seconds / 3_600), Float(1 + scratch.moment.lead / 3_600),
    ]
    matrix.resize(rows: items.count, columns: HorizonSchema.columns.count)
    let (today, width) = (Int32(clamping: scratch.moment.localDay), matrix.columns)
    let (followers, anything) = (silences.followers, anything)
    var values: [Float] = []
    values.reserveCapacity(width)
    for (number, (item, candidate)) in zip(items, candidates).enumerated() {
      values.removeAll(keepingCapacity: true)
      for kind in Self.kindsOfDay { values.append(Self.odds(days.share(ofCandidate: candidate, kind))) }
      let habit = days.habit(ofCandidate: candidate)
      values.append(Self.odds(habit.probability))
      values.append(Self.odds(habit.weekly))
      let silent = silences.share(
        ofCandidate: candidate, .all, prior: days.share(ofCandidate: candidate, .all))
      values.append(Self.odds(silent))
      values.append(Self.odds(silences.share(ofCandidate: candidate, .same, prior: silent)))
      values.append(Self.odds(silences.share(ofCandidate: candidate, .hour, prior: silent)))
      scratch.weights.numbers { weights in
        for (lane, factor) in zip(rates, perDonation) {
          values.append(Self.held(weights[lane.place(ofLine: candidate)] * factor))
        }
      }
      let returns = state.returns.probabilities(
        ofItem: item, age: scratch.logarithmicAges[candidate], within: lengths)
      values.append(Self.odds(returns.own))
      values.append(Self.odds(returns.any))
      let p = conditional[candidate]
      values.append(max(4.54e-5, p))
      values.append(max(4.54e-5, p / likeliest))
      values.append(Self.odds(p * anything))
      values.append(Self.odds(p * anyRecent))
      values.append(Self.held(p * followers))
      let use = state.recency.uses[item]
      values.append(RecencyEvidence.minutes(scratch.logarithmicAges[candidate]))
      values.append(1 + Float(use.count))
      values.append(1 + (use.day == today ? Float(use.usesOnDay) : 0))
      values.append(contentsOf: ofMoment)
      matrix.withElements { elements in
        for column in 0..<width { elements[number * width + column] = values[column] }
      }
    }
    VectorLoops.logarithm(inPlace: &matrix)
  }

  /// Returns the odds of a probability, clamped away from certainty.
  private static func odds(_ probability: Float) -> Float {
    let held = max(1e-4, min(1 - 1e-3, probability))
    return held / (1 - held)
  }

  /// Applies the same limits to odds, or to an expected number, which approximates the odds while
  /// it is small.
  private static func held(_ odds: Float) -> Float { max(1e-4, min(1e3, odds)) }
}

extension Double {
  /// The nearest whole number within limits.
  fileprivate func rounded(clampedTo limits: ClosedRange<Double>) -> Double {
    isNaN ? limits.lowerBound : Swift.min(Swift.max(rounded(), limits.lowerBound), limits.upperBound)
  }
}

extension EvidenceState {
  /// Describes the evidence for each activity to be done within a horizon.
  ///
  /// - Parameters:
  ///   - seconds: The horizon in seconds.
  ///   - conditional: For each candidate of the scratch, the probability that its item is done
  ///     next, given that anything is.
  ///   - evidence: The evidence to overwrite.
  ///   - scratch: The scratch of ``describe(_:limit:requiring:into:novelty:scratch:)`` for the same
  ///     moment.
  /// - Complexity: O(candidates · columns + window).
  public func describe(
    within seconds: Double, conditional: [Float], into evidence: inout HorizonEvidence,
    scratch: borrowing FeatureScratch
  ) {
    evidence.describe(self, conditional: conditional, within: seconds, scratch: scratch)
  }
}
