internal import Activities
internal import Evaluation
internal import Features
internal import Kernels

/// What a part of a user's donations, in the order of time, is for.
public enum ExamplePart: String, CaseIterable, Sendable {
  /// A model is fitted to it: the first share, `FittingPlan.until`.
  case fit
  /// Epoch and temperature are chosen by it: the share after that, `FittingPlan.validationShare`.
  case choose
  /// It is kept for a report: the rest.
  case report
}

/// A query as a model sees it, with what then happened.
struct Example {
  let part: ExamplePart
  /// The candidates, a row each.
  let candidates: Matrix
  /// The features of "none of these".
  let novelty: [Float]
  /// The row that then happened; `nil` if it was none of them.
  let target: Int?
  /// Which of the user's activities the candidates are, ascending.
  let rows: [Int]
}

/// Replays a user's donations and shows what the evidence said before each of them, with what then happened.
///
/// It uses the very code that serves queries, so a model meets in service what it learned from.
struct ExampleReplay {
  let plan: FittingPlan
  /// At most so many candidates of a query of each part; all where there is no limit.
  let candidateLimits: [ExamplePart: Int]
  /// Every so many queries by which is chosen one is shown.
  var validationStride = 1
  /// The parts that are shown; what lies after them is not replayed.
  var parts: [ExamplePart]

  /// Replays donations, which are in the order of time; O(donations x activities).
  func run(_ donations: [Donation], seed: UInt64, show: (Example, EvidenceState) throws -> Void) throws {
    var evidence = EvidenceState()
    var matrix = Matrix()
    var novelty: [Float] = []
    var scratch = FeatureScratch()
    var random = SeededRandom(seed: seed)
    let replay = Replay()
    let fitted = Replay.first(plan.until, of: donations.count)
    let judged = Replay.first(plan.until + plan.validationShare, of: donations.count)
    let last = parts.contains(.report) ? donations.count : judged
    for (index, donation) in donations.prefix(last).enumerated() {
      try Task.checkCancellation()
      let part: ExamplePart = index < fitted ? .fit : index < judged ? .choose : .report
      evidence.describe(
        try replay.query(for: donation), into: &matrix, novelty: &novelty, scratch: &scratch)
      if part != .choose || index % validationStride == 0 {
        let target = evidence.row(of: donation.identity)
        let rows = selectedRows(matrix, target: target, limit: candidateLimits[part], random: &random)
        let example = Example(
          part: part, candidates: matrix.selecting(rows), novelty: novelty,
          target: target.flatMap(rows.firstIndex(of:)), rows: rows)
        try show(example, evidence)
      }
      evidence.observe(donation, foreseenBy: scratch)
    }
  }

  /// All rows if they are few; else the experts' favourites, some drawn at random, and what then happened.
  private func selectedRows(
    _ matrix: Matrix, target: Int?, limit: Int?, random: inout SeededRandom
  ) -> [Int] {
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
