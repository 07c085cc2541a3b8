internal import Activities
internal import Evaluation
internal import Features
internal import Kernels
internal import Ranking

/// Replays a user's donations and keeps what the evidence said before each of them, with what then happened.
///
/// It uses the very code that serves queries, so a model meets in service what it learned from.
struct ExampleCollector {
  let plan: FittingPlan
  /// How much each query of this log counts.
  let weight: Float
  /// Every so many validation queries one is kept.
  let validationStride: Int

  private(set) var fit = emptySet
  private(set) var validation = emptySet

  /// A set for the features of this version.
  static let emptySet = TrainingSet(
    featureCount: FeatureSchema.current.width, noveltyFeatureCount: FeatureSchema.current.noveltyNames.count)

  init(plan: FittingPlan, weight: Float, validationStride: Int) {
    self.plan = plan
    self.weight = weight
    self.validationStride = validationStride
  }

  /// Replays one user's donations, which are in the order of time; O(donations x activities).
  mutating func replay(_ donations: [Donation], seed: UInt64) throws {
    var evidence = EvidenceState()
    var matrix = Matrix()
    var novelty: [Float] = []
    var scratch = FeatureScratch()
    var random = SeededRandom(seed: seed)
    let replay = Replay()
    let fitted = Replay.first(plan.until, of: donations.count)
    let judged = Replay.first(plan.until + plan.validationShare, of: donations.count)
    for (index, donation) in donations.prefix(judged).enumerated() {
      try Task.checkCancellation()
      if index < fitted || index % validationStride == 0 {
        evidence.describe(
          try replay.query(for: donation), into: &matrix, novelty: &novelty, scratch: &scratch)
        let target = evidence.row(of: donation.identity)
        let isFitted = index < fitted
        let rows = selectedRows(
          matrix, target: target, limit: isFitted ? plan.candidateLimit : plan.validationCandidateLimit,
          random: &random)
        let candidates = matrix.selecting(rows)
        let chosen = target.flatMap(rows.firstIndex(of:))
        if isFitted {
          try fit.append(candidates: candidates, novelty: novelty, target: chosen, weight: weight)
        } else {
          try validation.append(candidates: candidates, novelty: novelty, target: chosen, weight: weight)
        }
      }
      evidence.observe(donation)
    }
  }

  /// All rows if they are few; else the experts' favourites, some drawn at random, and what then happened.
  private func selectedRows(
    _ matrix: Matrix, target: Int?, limit: Int, random: inout SeededRandom
  ) -> [Int] {
    guard matrix.rows > limit else { return Array(0..<matrix.rows) }
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
