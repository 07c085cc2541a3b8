internal import Activities
internal import Evaluation
internal import Features
internal import Kernels
internal import Ranking

/// A part of a user's donations, in the order of time, by what it is for.
public enum ExamplePart: String, CaseIterable, Sendable {
  /// A model is fitted to it: the first share, `FittingPlan.until`.
  case fit
  /// Epoch and temperature are chosen by it: the share after that, `FittingPlan.validationShare`.
  case choose
  /// It is kept for a report: the rest.
  case report
}

/// Collects in a replay what the evidence said before each donation of a user, with what then happened.
///
/// It uses the very code that serves queries, so a model meets in service what it learned from.
struct ExampleCollector: ReplaySink {
  /// The examples of each part.
  private(set) var sets: [ExamplePart: TrainingSet]
  /// The place of each row, from 0, among the rows of its query in the order of identity; kept if that was asked for.
  private(set) var ranks: [ExamplePart: [Int32]] = [:]

  private let plan: FittingPlan
  /// The weight of each query of this log.
  private let weight: Float
  /// The most candidates of a query of each part; all where there is no limit.
  private let candidateLimits: [ExamplePart: Int]
  /// Every so many queries by which is chosen one is kept.
  private let validationStride: Int
  private let keepsRanks: Bool
  /// The number of donations that are fitted to, and how many are so or chosen by.
  private let ends: (fit: Int, choose: Int)

  private var random: SeededRandom
  private var evidence = EvidenceState()
  private var matrix = Matrix()
  private var novelty: [Float] = []
  private var scratch = FeatureScratch()
  private var order = IdentityOrder()

  /// The examples that a model is fitted to and chosen by.
  ///
  /// - Parameter donations: All donations of one user, in the order of time.
  /// - Complexity: O(donations x activities).
  static func fitting(
    _ donations: [Donation], by plan: FittingPlan, weight: Float, validationStride: Int, seed: UInt64
  ) async throws -> ExampleCollector {
    var collector = ExampleCollector(
      plan: plan, count: donations.count, weight: weight,
      candidateLimits: [.fit: plan.candidateLimit, .choose: plan.validationCandidateLimit],
      validationStride: validationStride, keepsRanks: false, seed: seed)
    try await collector.replay(donations.prefix(collector.ends.choose))
    return collector
  }

  /// All examples, those to choose by and to report on with every candidate.
  ///
  /// - Parameter donations: All donations of one user, in the order of time.
  /// - Complexity: O(donations x activities).
  static func exporting(
    _ donations: [Donation], by plan: FittingPlan, weight: Float, seed: UInt64
  ) async throws -> ExampleCollector {
    var collector = ExampleCollector(
      plan: plan, count: donations.count, weight: weight, candidateLimits: [.fit: plan.candidateLimit],
      validationStride: 1, keepsRanks: true, seed: seed)
    try await collector.replay(donations[...])
    return collector
  }

  private init(
    plan: FittingPlan, count: Int, weight: Float, candidateLimits: [ExamplePart: Int], validationStride: Int,
    keepsRanks: Bool, seed: UInt64
  ) {
    self.plan = plan
    self.weight = weight
    self.candidateLimits = candidateLimits
    self.validationStride = validationStride
    self.keepsRanks = keepsRanks
    ends = (Replay.first(plan.until, of: count), Replay.first(plan.until + plan.validationShare, of: count))
    random = SeededRandom(seed: seed)
    sets = Dictionary(
      ExamplePart.allCases.map { ($0, .emptyOfFeatures) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func replay(_ donations: ArraySlice<Donation>) async throws {
    var history = ReplayHistory(donations)
    try await Replay(.eachDonation).run(&history, into: &self)
  }

  /// The examples of a part.
  subscript(part: ExamplePart) -> TrainingSet { sets[part] ?? .emptyOfFeatures }

  mutating func ask(_ query: ReplayQuery) throws {
    guard let donation = query.upcoming.first else { return }
    evidence.describe(
      query.context, precision: donation.details.timePrecision, into: &matrix, novelty: &novelty,
      scratch: &scratch)
    let part: ExamplePart =
      query.number < ends.fit ? .fit : query.number < ends.choose ? .choose : .report
    guard part != .choose || query.number % validationStride == 0 else { return }
    let target = evidence.row(of: donation.identity)
    let rows = selectedRows(target: target, limit: candidateLimits[part])
    try sets[part]?.append(
      candidates: matrix.selecting(rows), novelty: novelty, target: target.flatMap(rows.firstIndex(of:)),
      weight: weight)
    if keepsRanks {
      order.update(evidence.identities)
      ranks[part, default: []].append(contentsOf: order.ranks(of: rows))
    }
  }

  mutating func learn(_ step: ReplayStep) {
    for donation in step.donations { evidence.observe(donation, foreseenBy: scratch) }
  }

  /// All rows if they are few; else the experts' favourites, some drawn at random, and what then happened.
  ///
  /// - Returns: Rows, ascending.
  private mutating func selectedRows(target: Int?, limit: Int?) -> [Int] {
    guard let limit, matrix.rows > limit else { return Array(0..<matrix.rows) }
    let liking = (0..<matrix.rows).map { matrix[$0, Self.likingColumn] }
    // One place at least is left for what then happened.
    var rows = Set(TopRows.select(liking, limit: limit - max(1, plan.randomCandidates)))
    if let target { rows.insert(target) }
    while rows.count < limit { rows.insert(random.integer(below: matrix.rows)) }
    return rows.sorted()
  }

  private static let likingColumn =
    FeatureSchema.current.columns.firstIndex { $0.name == "agreement/share" } ?? 0
}

/// The place of each of a user's activities in the order of identity.
private struct IdentityOrder {
  private var places: [Int] = []

  /// Sorts again if there are new ones.
  mutating func update(_ identities: [ActivityIdentity]) {
    guard identities.count != places.count else { return }
    places = [Int](repeating: 0, count: identities.count)
    for (place, row) in identities.indices.sorted(by: { identities[$0] < identities[$1] }).enumerated() {
      places[row] = place
    }
  }

  /// The place of each of some rows among them.
  func ranks(of rows: [Int]) -> [Int32] {
    guard rows.count < places.count else { return places.map { Int32($0) } }
    var ranks = [Int32](repeating: 0, count: rows.count)
    for (rank, index) in rows.indices.sorted(by: { places[rows[$0]] < places[rows[$1]] }).enumerated() {
      ranks[index] = Int32(rank)
    }
    return ranks
  }
}

extension TrainingSet {
  /// A set for the features of this version.
  static var emptyOfFeatures: TrainingSet {
    TrainingSet(
      featureCount: FeatureSchema.current.width,
      noveltyFeatureCount: FeatureSchema.current.noveltyNames.count)
  }
}

extension Matrix {
  /// The matrix of some of the rows.
  func selecting(_ rows: [Int]) -> Matrix {
    guard rows.count < self.rows else { return self }
    var selected = Matrix(rows: rows.count, columns: columns)
    for (index, row) in rows.enumerated() {
      for column in 0..<columns { selected[index, column] = self[row, column] }
    }
    return selected
  }
}
