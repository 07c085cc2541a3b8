internal import Activities
internal import Kernels

/// All experts of a user: what each has counted, and how far each has been right.
struct ExpertPanel: Sendable {
  static let experts = Expert.all
  /// For each expert the number of the one it backs off to.
  static let backOff: [Int?] = experts.map { expert in
    expert.backsOffTo.flatMap { name in experts.firstIndex { $0.name == name } }
  }
  /// For each expert how many donations its prior is worth.
  static let smoothing = experts.map(\.smoothing)
  /// The numbers of the experts whose knowledge is a feature.
  static let knowing: [Int] = experts.indices.filter { experts[$0].tellsKnowledge }
  static let agreements = [
    Agreement(name: "agreement/30", halfLife: 30, learningRate: 1),
    Agreement(name: "agreement/300", halfLife: 300, learningRate: 0.3),
  ]

  static let columns: [FeatureSchema.Column] =
    experts.map { FeatureSchema.Column(name: $0.name, group: $0.group) }
    + knowing.map { FeatureSchema.Column(name: "knowledge/\(experts[$0].name)", group: experts[$0].group) }
    + agreements.map { FeatureSchema.Column(name: $0.name, group: .agreement) }
    + [
      FeatureSchema.Column(name: "share", group: .habit),
      FeatureSchema.Column(name: "agreement/share", group: .agreement),
    ]

  private(set) var tables: [CellTable] = experts.map { CellTable(memory: $0.memory) }
  private(set) var trust: [Trust] = agreements.map { Trust(agreement: $0, experts: experts.count) }

  /// Judges the experts by what happened, then counts it; O(experts).
  ///
  /// - Parameters:
  ///   - row: What happened.
  ///   - asked: The cells of the circumstances as a query just before would have known them.
  ///   - happened: The cells of the circumstances as they turned out: with the donation's own place.
  ///   - share: The overall share of the row before it happened; `nil` if it is new.
  mutating func observe(row: Int32, asked: CellMap, happened: CellMap, share: Double?, at clock: Clock) {
    if let share {
      let ratios = ratios(of: row, cells: asked, share: share, at: clock)
      for index in trust.indices { trust[index].learn(ratios) }
    }
    for index in tables.indices { tables[index].add(row: row, in: happened[index], at: clock) }
  }

  /// For each expert, the probability that it gives a row over the row's overall share; O(experts).
  func ratios(of row: Int32, cells: CellMap, share: Double, at clock: Clock) -> [Double] {
    var ratios: [Double] = []
    ratios.reserveCapacity(tables.count)
    for index in tables.indices {
      let (weight, total) = tables[index].count(of: row, in: cells[index], at: clock)
      let prior = Self.backOff[index].map { ratios[$0] } ?? 1
      let smoothing = Self.smoothing[index]
      ratios.append((weight / share + smoothing * prior) / (total + smoothing))
    }
    return ratios
  }
}

/// A way of weighing the experts by how right they have been.
struct Agreement: Sendable {
  let name: String
  /// After how many donations past success counts half.
  let halfLife: Double
  /// How fast trust concentrates on the better ones: 1 is Bayes' rule.
  let learningRate: Double
}

/// How far each expert is trusted: exponential weights over decayed log-likelihood (Herbster and Warmuth: Tracking the
/// best expert, 1998, with decay in place of sharing).
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
  mutating func learn(_ ratios: [Double]) {
    for index in success.indices {
      success[index] = success[index] * decay + Elementary.logarithm(ratios[index])
    }
    let best = success.max() ?? 0
    weights = success.map { Elementary.powerOfTwo(($0 - best) * learningRate * 1.442_695_040_888_963_4) }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
  }
}
