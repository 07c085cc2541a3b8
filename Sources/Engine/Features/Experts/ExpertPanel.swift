internal import Kernels

/// The panel of experts over the window, with each expert's track record.
struct ExpertPanel: EvidencePart {
  static let experts = ExpertLayout.experts
  private static let smoothing = experts.map { Float($0.smoothing) }
  private static let decays = experts.map(\.decay)
  private static let neededPrecisions = experts.map(\.neededPrecision)
  /// The indices of the experts whose knowledge is a feature.
  static let knowing: [Int] = experts.indices.filter { experts[$0].tellsKnowledge }
  static let agreements = [
    Agreement(name: "agreement/30", halfLife: 30, learningRate: 1),
    Agreement(name: "agreement/300", halfLife: 300, learningRate: 0.3),
  ]

  static let columns: [FeatureSchema.Column] =
    experts.map { FeatureSchema.Column(name: $0.name, group: $0.group) }
    + agreements.map { FeatureSchema.Column(name: $0.name, group: .agreement) }
    + [
      FeatureSchema.Column(name: "share", group: .habit),
      FeatureSchema.Column(name: "agreement/share", group: .agreement),
    ] + knowing.map { FeatureSchema.Column(name: "knowledge/\(experts[$0].name)", group: experts[$0].group) }

  /// The smoothing that turns weights into ratios, before counting.
  static let blankRule = BackoffSmoothing(
    experts: ExpertLayout.first..<ExpertLayout.first + experts.count,
    backings: backingOrder.compactMap { number in
      ExpertLayout.backOff[number].map {
        BackoffSmoothing.Backing(expert: ExpertLayout.first + number, prior: ExpertLayout.first + $0)
      }
    })

  /// The experts that back off, each after the one that it backs off to.
  private static let backingOrder: [Int] = {
    func depth(_ number: Int) -> Int { ExpertLayout.backOff[number].map { depth($0) + 1 } ?? 0 }
    return experts.indices.filter { depth($0) > 0 }.sorted { (depth($0), $0) < (depth($1), $1) }
  }()

  private static let numbers: [String: Int] = Dictionary(experts.enumerated().map { ($1.name, $0) }) {
    first, _ in first
  }

  /// Returns the lane of the expert with a name.
  static func lane(of name: String) -> Int? { numbers[name].map { ExpertLayout.first + $0 } }

  private(set) var trust: [Trust] = agreements.map { Trust(agreement: $0, experts: experts.count) }

  init() {}

  /// Judges the experts by the activity that followed; O(experts).
  ///
  /// - Parameters:
  ///   - bare: Their testimony without the donation's place and attributes.
  ///   - named: Their testimony with the donation's place and attributes.
  mutating func learn(_ bare: Testimony, named: Testimony) {
    for index in trust.indices { trust[index].learn(bare, named: named) }
  }

  /// The testimony of the experts about one activity.
  struct Testimony {
    /// For each expert, the ratio of its probability of the activity to the activity's overall
    /// share.
    let ratios: [Float]
    /// For each expert, how much of its information remained; 0 if it could not say anything.
    let remainders: [Float]
  }

  /// Writes the experts' columns for all items; O(items x experts).
  ///
  /// - Parameter scratch: Holds weights, totals and shares.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    setRule(&scratch)
    fade(&scratch.totals, by: scratch.remainders)
    scratch.rule.shared.removeAll(keepingCapacity: true)
    for number in Self.knowing {
      let total = scratch.totals[ExpertLayout.first + number]
      scratch.rule.shared.append(total / (total + 5))
    }
    WindowScan.writeLogRatios(
      scratch.weights, shares: scratch.shares, by: scratch.rule, into: &matrix, kinds: &scratch.kinds)
  }

  /// Scales each expert's count by how much of its information remains.
  func fade(_ lanes: inout [Float], by remainders: [Float]) {
    for (number, left) in remainders.enumerated() where left < 1 {
      lanes[ExpertLayout.first + number] *= left
    }
  }

  /// Sets the rule that turns weights into ratios; O(experts).
  ///
  /// If a share r of an expert's information remains, the ratio becomes r of its own and 1 − r of
  /// its prior's: the prior is worth total · (1 − r) / r donations more. An expert without
  /// information has no trust, and the trust in the others sums to 1.
  ///
  /// - Parameter scratch: Holds totals and the moment; receives the remainders.
  private func setRule(_ scratch: inout FeatureScratch) {
    findRemainders(&scratch)
    for (number, smoothing) in Self.smoothing.enumerated() {
      let (lane, left) = (ExpertLayout.first + number, scratch.remainders[number])
      scratch.rule.set(expert: lane, smoothing: smoothing, total: scratch.totals[lane], remainder: left)
    }
    for (index, trust) in trust.enumerated() {
      let awake = trust.awake(scratch.remainders)
      for (number, weight) in trust.weights.enumerated() {
        scratch.rule.trust[index * WindowQuery.lanes + ExpertLayout.first + number] = Float(
          weight * Double(scratch.remainders[number]) / awake)
      }
    }
  }

  /// Computes how much of each expert's information remains at the scratch's moment; O(experts).
  ///
  /// Its circumstances may be unknown or have faded, and unobserved time or donations weaken
  /// memories.
  private func findRemainders(_ scratch: inout FeatureScratch) {
    let sequence = scratch.sequenceRemainder
    scratch.circumstanceRemainders.removeAll(keepingCapacity: true)
    for circumstance in ExpertLayout.circumstances {
      let isKnown = circumstance.isKnown(at: scratch.moment)
      scratch.circumstanceRemainders.append(
        isKnown ? circumstance.remainder(at: scratch.moment, sequence: sequence) : 0)
    }
    let (decays, precisions) = (Self.decays, Self.neededPrecisions)
    scratch.remainders.removeAll(keepingCapacity: true)
    let indices = ExpertLayout.circumstanceIndices
    for (number, positions) in ExpertLayout.circumstanceRanges.enumerated() {
      var left = 0.0
      if precisions[number].isKnown(by: scratch.moment.precision) {
        left =
          positions.isEmpty ? decays[number].remainder(lead: scratch.moment.lead, sequence: sequence) : 1
        for position in positions { left *= scratch.circumstanceRemainders[indices[position]] }
      }
      scratch.remainders.append(Float(left))
    }
  }

  /// Sums the evidence of the windowed experts for each item of the window: the mean of the
  /// probabilities that they give it, weighted half by trust and half evenly.
  ///
  /// - Parameter scratch: Holds the window's weights and the totals; receives
  ///   ``FeatureScratch/windowEvidence`` and the kinds.
  /// - Complexity: O(items of the window x experts).
  func sumUp(_ scratch: inout FeatureScratch) {
    setRule(&scratch)
    var factors = [Float](repeating: 0, count: WindowQuery.lanes)
    for number in ExpertLayout.windowed {
      let lane = ExpertLayout.first + number
      let trust =
        trust.indices.reduce(0) {
          $0 + Double(scratch.rule.trust[$1 * WindowQuery.lanes + lane])
        } / Double(trust.count)
      let share = 0.5 * trust + 0.5 / Double(ExpertLayout.windowed.count)
      factors[lane] = Float(share) * scratch.rule.scales[lane]
    }
    WindowScan.sum(
      scratch.windowWeights, by: factors, into: &scratch.windowEvidence, kinds: &scratch.windowKinds)
  }

  func write(into writer: inout StateWriter) {
    for trust in trust { trust.write(into: &writer) }
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    for index in trust.indices { try trust[index].read(from: &reader) }
  }
}

/// A way of weighting the experts by their past success.
struct Agreement: Sendable {
  let name: String
  /// The number of donations after which past success counts half.
  let halfLife: Double
  /// The rate at which trust concentrates on the better experts: 1 is Bayes' rule.
  let learningRate: Double
}

extension Agreement {
  /// The complete definition.
  var definition: String { "\(name),\(halfLife),\(learningRate)" }
}

/// The trust in each expert: exponential weights over decayed log-likelihood (Herbster and Warmuth:
/// Tracking the best expert, 1998, with decay in place of sharing).
///
/// An expert without information is judged like the others together, and so keeps its part of the
/// trust (Freund, Schapire, Singer & Warmuth: Using and combining predictors that specialize, STOC
/// 1997).
struct Trust: Sendable {
  private let decay: Double
  private let learningRate: Double
  private var success: [Double]
  /// One weight per expert, relative to that of ``ExpertLayout/steady``, which is 1.
  ///
  /// So no weight depends on another one, not even by rounding: the past success of experts that
  /// are silent now changes nothing.
  private(set) var weights: [Double]

  init(agreement: Agreement, experts: Int) {
    decay = Elementary.powerOfTwo(-1 / agreement.halfLife)
    learningRate = agreement.learningRate
    success = Array(repeating: 0, count: experts)
    weights = Array(repeating: 1, count: experts)
  }

  /// Returns the sum of the weights, each scaled by its expert's remaining information; at least 1.
  func awake(_ remainders: [Float]) -> Double {
    var sum = 0.0
    for (weight, left) in zip(weights, remainders) { sum += weight * Double(left) }
    return sum
  }

  /// Learns from each expert's testimony about the activity that followed; O(experts).
  ///
  /// Experts with information even without place and attributes are judged by that alone, so trust
  /// in them does not depend on place and attributes.
  mutating func learn(_ bare: ExpertPanel.Testimony, named: ExpertPanel.Testimony) {
    let awake = awake(bare.remainders)
    var together = 0.0
    for (index, ratio) in bare.ratios.enumerated() {
      together += weights[index] * Double(bare.remainders[index]) / awake * Double(ratio)
    }
    let others = Elementary.logarithm(max(together, .leastNormalMagnitude))
    for index in success.indices {
      let own =
        bare.remainders[index] > 0
        ? Elementary.logarithm(Double(bare.ratios[index]))
        : named.remainders[index] > 0 ? Elementary.logarithm(Double(named.ratios[index])) : others
      success[index] = success[index] * decay + own
    }
    weigh()
  }

  private mutating func weigh() {
    let steady = success[ExpertLayout.steady]
    for (index, success) in success.enumerated() {
      // Clamped so that sums of weights stay finite.
      weights[index] = Elementary.exponential(max(-600, min(600, (success - steady) * learningRate)))
    }
  }

  func write(into writer: inout StateWriter) { writer.write(success) }

  mutating func read(from reader: inout StateReader) throws(StateError) {
    success = try reader.readTable(count: success.count)
    guard success.allSatisfy(\.isFinite) else { throw StateError() }
    weigh()
  }
}

extension Matrix {
  /// Writes one value into an entire column.
  mutating func fill(column: Int, with value: Float) {
    let (rows, columns) = (rows, columns)
    withElements { elements in
      for row in 0..<rows { elements[row * columns + column] = value }
    }
  }
}
