internal import Kernels

/// The panel of experts over the window, with the record of how far each of them has been right.
struct ExpertPanel: Sendable {
  static let experts = ExpertLayout.experts
  private static let smoothing = experts.map { Float($0.smoothing) }
  /// The numbers of the experts whose knowledge is a feature.
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

  /// The smoothing by which weights become ratios, before any were counted.
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

  /// The lane of the expert with a name.
  static func lane(of name: String) -> Int? { numbers[name].map { ExpertLayout.first + $0 } }

  private(set) var trust: [Trust] = agreements.map { Trust(agreement: $0, experts: experts.count) }

  init() {}

  /// Judges the experts by what happened; O(experts).
  ///
  /// - Parameter ratios: For each expert, the probability that it gave to what happened over its overall share.
  mutating func learn(_ ratios: ArraySlice<Float>) {
    for index in trust.indices { trust[index].learn(ratios) }
  }

  /// Writes the experts' columns for all rows; O(rows x experts).
  ///
  /// - Parameter scratch: Holds weights, totals and shares.
  func write(into matrix: inout Matrix, scratch: inout FeatureScratch) {
    setRule(&scratch)
    scratch.rule.shared.removeAll(keepingCapacity: true)
    for number in Self.knowing {
      let total = scratch.totals[ExpertLayout.first + number]
      scratch.rule.shared.append(total / (total + 5))
    }
    WindowScan.writeLogRatios(
      scratch.weights, shares: scratch.shares, by: scratch.rule, into: &matrix, kinds: &scratch.kinds)
  }

  /// Sets the rule by which weights become ratios; O(experts).
  ///
  /// - Parameter scratch: Holds totals.
  private func setRule(_ scratch: inout FeatureScratch) {
    for (number, smoothing) in Self.smoothing.enumerated() {
      let lane = ExpertLayout.first + number
      scratch.rule.set(expert: lane, smoothing: smoothing, total: scratch.totals[lane])
      for (index, trust) in trust.enumerated() {
        scratch.rule.trust[index * WindowQuery.lanes + lane] = Float(trust.weights[number])
      }
    }
  }

  /// Sums up what the experts that look at the window say for each of its rows: the mean of the probabilities that they give it, half of it
  /// by the trust in them, half evenly.
  ///
  /// - Parameter scratch: Holds the window's weights, and totals; gets ``FeatureScratch/windowEvidence`` and the kinds.
  /// - Complexity: O(rows of the window x experts).
  func sumUp(_ scratch: inout FeatureScratch) {
    setRule(&scratch)
    var factors = [Float](repeating: 0, count: WindowQuery.lanes)
    for number in ExpertLayout.windowed {
      let lane = ExpertLayout.first + number
      let trust = trust.reduce(0) { $0 + $1.weights[number] } / Double(trust.count)
      let share = 0.5 * trust + 0.5 / Double(ExpertLayout.windowed.count)
      factors[lane] = Float(share) * scratch.rule.scales[lane]
    }
    WindowScan.sum(
      scratch.windowWeights, by: factors, into: &scratch.windowEvidence, kinds: &scratch.windowKinds)
  }

  func write(into writer: inout StateWriter) {
    for trust in trust { trust.write(into: &writer) }
  }

  init(from reader: inout StateReader) throws(StateError) {
    for index in trust.indices { try trust[index].read(from: &reader) }
  }
}

/// A way of weighing the experts by how right they have been.
struct Agreement: Sendable {
  let name: String
  /// After how many donations past success counts half.
  let halfLife: Double
  /// The rate at which trust concentrates on the better ones: 1 is Bayes' rule.
  let learningRate: Double
}

extension Agreement {
  /// Everything that it is.
  var definition: String { "\(name),\(halfLife),\(learningRate)" }
}

/// The trust in each expert: exponential weights over decayed log-likelihood (Herbster and Warmuth: Tracking
/// the best expert, 1998, with decay in place of sharing).
struct Trust: Sendable {
  private let decay: Double
  private let learningRate: Double
  private var success: [Double]
  /// One weight an expert; they sum to 1.
  private(set) var weights: [Double]

  init(agreement: Agreement, experts: Int) {
    decay = Elementary.powerOfTwo(-1 / agreement.halfLife)
    learningRate = agreement.learningRate
    success = Array(repeating: 0, count: experts)
    weights = Array(repeating: 1 / Double(experts), count: experts)
  }

  /// Learns from the ratio that each expert gave to what happened; O(experts).
  mutating func learn(_ ratios: ArraySlice<Float>) {
    for (index, ratio) in ratios.enumerated() {
      success[index] = success[index] * decay + Elementary.logarithm(Double(ratio))
    }
    weigh()
  }

  private mutating func weigh() {
    let best = success.max() ?? 0
    for (index, success) in success.enumerated() {
      weights[index] = Elementary.exponential((success - best) * learningRate)
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
  }

  func write(into writer: inout StateWriter) { writer.write(success) }

  mutating func read(from reader: inout StateReader) throws(StateError) {
    success = try reader.readTable(count: success.count)
    guard success.allSatisfy(\.isFinite) else { throw StateError() }
    weigh()
  }
}

extension Matrix {
  /// Writes one value into a whole column.
  mutating func fill(column: Int, with value: Float) {
    let (rows, columns) = (rows, columns)
    withElements { elements in
      for row in 0..<rows { elements[row * columns + column] = value }
    }
  }
}
