internal import Kernels

/// What a choice among alternatives says about the weights: gradient and curvature of its log probability.
///
/// With inputs x of each alternative, probabilities p and their mean x̄ = Σ p·x, the log probability of the chosen one has the
/// gradient x[chosen] − x̄ and the curvature −Σ p·(x − x̄)·(x − x̄)ᵀ.
///
/// The last alternative is "none of these". Its inputs are a share of the mean input of the candidates under the *fitted*
/// probabilities: what all likely candidates have in common then says little of whether it will be one of them. The last
/// weight is its bias, an input that is 1 for it and 0 for candidates.
struct ChoiceCurvature: Sendable {
  /// Gradient of the log probability of what was chosen.
  private(set) var gradient: [Float] = []
  /// The rows √p·(x − x̄); their outer products sum to the negative curvature, but for improbable alternatives.
  private(set) var curvature = Matrix()

  private var average: [Float] = []
  private var none: [Float] = []

  /// Fills in a choice.
  ///
  /// - Parameters:
  ///   - target: The row that was chosen, `nil` for none of them.
  ///   - inputs: One row a candidate.
  ///   - fitted: Each candidate's probability under the fitted model, of all candidates.
  ///   - probabilities: Each candidate's probability under the adapted model.
  ///   - noneProbability: That of none of them; with the others it sums to 1.
  ///   - prior: The share of the candidates' mean, and which alternatives are improbable.
  /// - Complexity: O(candidates · inputs).
  mutating func fill(
    choosing target: Int?, inputs: Matrix, fitted: [Float], probabilities: [Float], noneProbability: Float,
    prior: AdaptedModel.Prior
  ) throws(RankingError) {
    let width = inputs.columns
    none.resize(to: width)
    average.resize(to: width)
    do {
      try BLAS.multiplyTransposed(inputs, vector: fitted, scale: prior.commonShare, into: &none)
      try BLAS.multiplyTransposed(inputs, vector: probabilities, into: &average)
      try BLAS.add(none, scale: noneProbability, to: &average)
    } catch { throw RankingError(error) }
    none.append(1)
    average.append(noneProbability)

    curvature.resize(rows: 0, columns: width + 1)
    for row in 0..<inputs.rows where probabilities[row] >= prior.leastProbability {
      try append(inputs.row(row), last: 0, probability: probabilities[row])
    }
    if noneProbability >= prior.leastProbability {
      try append(none.prefix(width), last: 1, probability: noneProbability)
    }
    gradient.resize(to: width + 1)
    for column in 0..<width {
      gradient[column] = (target.map { inputs[$0, column] } ?? none[column]) - average[column]
    }
    gradient[width] = (target == nil ? 1 : 0) - average[width]
  }

  private mutating func append(_ inputs: ArraySlice<Float>, last: Float, probability: Float)
    throws(RankingError)
  {
    let (row, width, root) = (curvature.rows, inputs.count, probability.squareRoot())
    curvature.resize(rows: row + 1, columns: width + 1)
    curvature.withElements { out in
      let start = row * (width + 1)
      for column in 0..<width {
        out[start + column] = root * (inputs[inputs.startIndex + column] - average[column])
      }
      out[start + width] = root * (last - average[width])
    }
  }
}
