public import Kernels

extension PersonalModel {
  /// Prepares to explain the scores of a query's candidates.
  ///
  /// - Parameters:
  ///   - candidates: One row per candidate.
  ///   - items: The items that the candidates represent.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The circumstances of the query.
  ///   - scratch: Reusable buffers.
  /// - Throws: `RankingError` as for scoring; `RankingError.model` if the learned changes are too
  ///   large to use.
  /// - Complexity: The same as scoring.
  public func explainer(
    of candidates: Matrix, items: CandidateItems = .whole, novelty: [Float],
    circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) -> Explainer {
    try adapted.score(
      candidates: candidates, items: items, novelty: novelty, keepsUnits: false, scratch: &scratch)
    let opinions = try poolOpinions(
      candidates: candidates, items: items, circumstances: circumstances, scratch: &scratch)
    return Explainer(
      personal: self, followed: try adapted.snapshot(), candidates: candidates, items: items,
      circumstances: circumstances,
      opinions: opinions.map { opinions in
        (0..<candidates.rows).map { opinions.logarithms(of: $0, in: scratch) }
      })
  }

  /// Explains why a candidate of a query has its score.
  public struct Explainer: Sendable {
    let personal: PersonalModel
    /// The model with the user's readout.
    let followed: RankingModel
    let candidates: Matrix
    let items: CandidateItems
    let circumstances: SparseVector
    /// The opinions about each candidate, or `nil` if only the opinion that follows the user
    /// counts.
    let opinions: [SIMD3<Double>]?

    /// Returns the contributions to a candidate's score by group: those of the model and those of
    /// the circumstances.
    ///
    /// Each opinion's score is explained by integrated gradients from the average candidate. The
    /// pooled score is then integrated along the path on which the scores of all opinions move at
    /// the same pace from the average candidate's to this candidate's. The contributions of the
    /// opinions are thus averaged by the weight of each opinion along the path, and they sum to the
    /// difference of the pooled scores.
    ///
    /// - Parameters:
    ///   - row: The candidate to explain.
    ///   - groups: The group of each column, 0 or above.
    ///   - circumstanceGroups: The group of each entry of the circumstances, none above the highest
    ///     of `groups`.
    /// - Throws: `RankingError` as ``RankingModel/contributions(to:of:groups:)`` does.
    /// - Complexity: The same as the contributions of two models, and O(weights of these
    ///   circumstances).
    ///   circumstances).
    public func contributions(
      to row: Int, groups: [Int], circumstanceGroups: [Int]
    ) throws(RankingError) -> Contributions {
      let own = try followedContributions(to: row, groups: groups, circumstanceGroups: circumstanceGroups)
      guard let opinions else { return own }
      let fitted = try personal.adapted.model.contributions(to: row, of: candidates, groups: groups)
      let parts = [
        fitted.multiplied(by: personal.moderation), own, evidenceContributions(to: row, groups: groups),
      ]
      let gains = parts.map { Double($0.score) - Double($0.averageScore) }
      // The weight of each opinion for the average candidate, up to a common factor.
      let ends = opinions[row] + personal.pool.shifts
      let starts = gains.indices.map { ends[$0] - gains[$0] }
      let (score, average) = (Self.logSum(zip(starts, gains).map { $0 + $1 }), Self.logSum(starts))
      let heard = Self.meanShares(from: starts, gains: gains, goal: score - average)
      return Contributions(
        columns: Self.average(parts.map(\.columns), by: heard),
        groups: Self.average(parts.map(\.groups), by: heard), score: Float(score),
        averageScore: Float(average))
    }

    private func followedContributions(
      to row: Int, groups: [Int], circumstanceGroups: [Int]
    ) throws(RankingError) -> Contributions {
      let fitted = try followed.contributions(to: row, of: candidates, groups: groups)
      guard circumstanceGroups.count == circumstances.count,
        circumstanceGroups.allSatisfy(fitted.groups.indices.contains)
      else { throw .groups(expected: circumstances.count, found: circumstanceGroups.count) }
      var (sums, score, average) = (fitted.groups, fitted.score, fitted.averageScore)
      let parts = personal.itemBiases.parts(circumstances, candidate: row, of: candidates.rows, as: items)
      for (part, group) in zip(parts, circumstanceGroups) {
        sums[group] += part.own - part.average
        score += part.own
        average += part.average
      }
      return Contributions(columns: fitted.columns, groups: sums, score: score, averageScore: average)
        .multiplied(by: personal.inverseTemperature)
    }

    /// The opinion of the evidence is the sum of some columns.
    private func evidenceContributions(to row: Int, groups: [Int]) -> Contributions {
      var columns = [Float](repeating: 0, count: candidates.columns)
      var sums = [Float](repeating: 0, count: (groups.max() ?? -1) + 1)
      var (score, average): (Float, Float) = (0, 0)
      for column in personal.evidenceColumns {
        let sum = (0..<candidates.rows).reduce(0) { $0 + Double(candidates[$1, column]) }
        let mean = Float(sum / Double(candidates.rows))
        columns[column] = candidates[row, column] - mean
        sums[groups[column]] += columns[column]
        score += candidates[row, column]
        average += mean
      }
      return Contributions(columns: columns, groups: sums, score: score, averageScore: average)
    }

    /// Returns the mean share of each opinion over 0 ≤ t ≤ 1.
    ///
    /// At t, the share is exp(start + t · gain) / Σ exp(start + t · gain).
    ///
    /// - Parameter goal: The sum of the gains weighted by these shares. Panels are added until it
    ///   is correct within 1e-5.
    private static func meanShares(from starts: [Double], gains: [Double], goal: Double) -> [Double] {
      var means: [Double] = []
      for panels in [1, 4, 16, 64, 256, 1_024, 4_096] {
        means = [Double](repeating: 0, count: starts.count)
        for node in GaussLegendre.nodes(panels: panels) {
          let logs = zip(starts, gains).map { $0 + node.position * $1 }
          let sum = logSum(logs)
          for index in means.indices {
            means[index] += node.weight * Elementary.exponential(logs[index] - sum)
          }
        }
        let reached = zip(means, gains).reduce(0) { $0 + $1.0 * $1.1 }
        if abs(reached - goal) <= 1e-5 { break }
      }
      return means
    }

    private static func logSum(_ logs: [Double]) -> Double {
      let top = logs.max() ?? 0
      return top + Elementary.logarithm(logs.reduce(0) { $0 + Elementary.exponential($1 - top) })
    }

    private static func average(_ parts: [[Float]], by shares: [Double]) -> [Float] {
      var sums = [Double](repeating: 0, count: parts[0].count)
      for (part, share) in zip(parts, shares) {
        for (index, value) in part.enumerated() { sums[index] += share * Double(value) }
      }
      return sums.map { Float($0) }
    }
  }
}

extension Contributions {
  fileprivate func multiplied(by factor: Float) -> Contributions {
    Contributions(
      columns: columns.map { $0 * factor }, groups: groups.map { $0 * factor }, score: score * factor,
      averageScore: averageScore * factor)
  }
}
