public import Kernels

/// The reasons for a candidate's score: how much each feature adds to the score of the query's
/// average candidate.
public struct Contributions: Equatable, Sendable {
  /// One number per column.
  public let columns: [Float]
  /// The numbers of the columns, summed by group.
  ///
  /// Their sum is `score − averageScore`, within 1e-3.
  public let groups: [Float]
  /// The score of the candidate.
  public let score: Float
  /// The score of the average candidate, whose features are the means over the query's candidates.
  public let averageScore: Float
}

extension RankingModel {
  /// Explains a candidate's score by integrated gradients from the average candidate.
  ///
  /// See Sundararajan, Taly & Yan, "Axiomatic attribution for deep networks" (ICML 2017). The
  /// contribution of feature j is (x[j] − a[j]) · ∫₀¹ ∂score/∂x[j] (a + t (x − a)) dt, and the
  /// contributions sum to score(x) − score(a). The integral is computed by eight-point
  /// Gauss–Legendre quadrature, with more and more panels until the sum is correct within 1e-4.
  /// - Parameters:
  ///   - row: The candidate to explain.
  ///   - candidates: All candidates of the query.
  ///   - groups: The group of each column, 0 or above. Without groups, each column is its own
  ///     group.
  /// - Throws: `RankingError` as for scoring, or if the row does not exist or the groups do not
  ///   fit.
  /// - Complexity: A forward and a backward pass over 8 candidates for the first panel.
  public func contributions(
    to row: Int, of candidates: Matrix, groups: [Int]? = nil
  ) throws(RankingError) -> Contributions {
    try check(candidates: candidates)
    guard row >= 0, row < candidates.rows else { throw .row(row, count: candidates.rows) }
    let groups = groups ?? Array(0..<featureCount)
    guard groups.count == featureCount, groups.allSatisfy({ $0 >= 0 && $0 < max(featureCount, 4096) }) else {
      throw .groups(expected: featureCount, found: groups.count { $0 >= 0 })
    }
    do {
      return try integrate(from: average(of: candidates), to: Array(candidates.row(row)), groups: groups)
    } catch { throw RankingError(error) }
  }

  private func average(of candidates: Matrix) -> [Float] {
    var sums = [Double](repeating: 0, count: candidates.columns)
    for row in 0..<candidates.rows {
      for (column, x) in candidates.row(row).enumerated() { sums[column] += Double(x) }
    }
    return sums.map { Float($0 / Double(candidates.rows)) }
  }

  private func integrate(
    from average: [Float], to candidate: [Float], groups: [Int]
  ) throws(ShapeError) -> Contributions {
    var scratch = NetworkScratch()
    var ends: [Float] = []
    try candidates.evaluate(
      Matrix(rows: 2, columns: featureCount, elements: average + candidate), scratch: &scratch, into: &ends)
    let goal = Double(ends[1]) - Double(ends[0])
    var columns = [Double](repeating: 0, count: featureCount)
    for panels in [1, 2, 4, 8, 16, 32, 64, 128] {
      columns = try pathIntegral(from: average, to: candidate, panels: panels, scratch: &scratch)
      if abs(columns.reduce(0, +) - goal) <= 1e-4 { break }
    }
    var sums = [Double](repeating: 0, count: (groups.max() ?? -1) + 1)
    for (column, group) in groups.enumerated() { sums[group] += columns[column] }
    return Contributions(
      columns: columns.map { Float($0) }, groups: sums.map { Float($0) }, score: ends[1],
      averageScore: ends[0])
  }

  private func pathIntegral(
    from average: [Float], to candidate: [Float], panels: Int, scratch: inout NetworkScratch
  ) throws(ShapeError) -> [Double] {
    let nodes = GaussLegendre.nodes(panels: panels)
    var points = Matrix(rows: nodes.count, columns: featureCount)
    for (row, node) in nodes.enumerated() {
      for column in 0..<featureCount {
        let difference = Double(candidate[column]) - Double(average[column])
        points[row, column] = Float(Double(average[column]) + node.position * difference)
      }
    }
    var logits: [Float] = []
    let gradient = try foldedCandidates.inputGradient(at: points, scratch: &scratch, logits: &logits)
    var columns = [Double](repeating: 0, count: featureCount)
    for (row, node) in nodes.enumerated() {
      for column in 0..<featureCount { columns[column] += node.weight * Double(gradient[row, column]) }
    }
    for column in columns.indices {
      columns[column] *= Double(candidate[column]) - Double(average[column])
    }
    return columns
  }
}

/// Numerical integration from 0 to 1 with eight points per panel.
enum GaussLegendre {
  /// The positive roots of the Legendre polynomial of degree 8 and their weights (Abramowitz &
  /// Stegun, table 25.4).
  private static let roots: [(root: Double, weight: Double)] = [
    (0.183434642495649805, 0.362683783378361983), (0.525532409916328986, 0.313706645877887287),
    (0.796666477413626740, 0.222381034453374471), (0.960289856497536232, 0.101228536290376259),
  ]

  static func nodes(panels: Int) -> [(position: Double, weight: Double)] {
    let half = 0.5 / Double(panels)
    return (0..<panels).flatMap { panel in
      let middle = (Double(panel) + 0.5) / Double(panels)
      return roots.flatMap {
        [(middle - half * $0.root, half * $0.weight), (middle + half * $0.root, half * $0.weight)]
      }
    }
  }
}
