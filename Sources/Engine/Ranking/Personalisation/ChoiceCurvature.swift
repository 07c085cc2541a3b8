internal import Kernels

/// The evidence of a choice among alternatives about the weights: gradient and curvature of its log
/// probability.
///
/// With inputs x of each alternative, probabilities p and their mean x̄ = Σ p·x, the log
/// probability of the chosen one has the gradient x[chosen] − x̄ and the curvature −Σ p·(x − x̄)·(x
/// − x̄)ᵀ.
///
/// The last alternative is "none of these". Its inputs are a share of the mean input of the
/// candidates under the *fitted* probabilities: what all likely candidates have in common then says
/// little of whether it will be one of them. The last weight is its bias, an input that is 1 for it
/// and 0 for candidates.
struct ChoiceCurvature: Sendable {
  /// Gradient of the log probability of what was chosen.
  private(set) var gradient: [Float] = []
  /// The rows √p·(x − x̄); their outer products sum to the negative curvature, but for improbable
  /// alternatives.
  private(set) var curvature = Matrix()

  private var average: [Float] = []
  private var none: [Float] = []
  private var sums = AlternativeSums()

  /// Fills in a choice.
  ///
  /// - Parameters:
  ///   - target: The row that was chosen, `nil` for none of them.
  ///   - alternatives: The candidates.
  ///   - fitted: Each candidate's probability under the fitted model, of all candidates.
  ///   - probabilities: Each candidate's probability under the adapted model.
  ///   - noneProbability: That of none of them; with the others it sums to 1.
  ///   - prior: The share of the candidates' mean, and which alternatives are improbable.
  /// - Complexity: O(candidates · inputs), without allocation once its storage is long enough.
  mutating func fill(
    choosing target: Int?, among alternatives: Alternatives, fitted: [Float], probabilities: [Float],
    noneProbability: Float, prior: AdaptedModel.Prior
  ) throws(RankingError) {
    let width = alternatives.width
    do {
      try alternatives.addMeans(by: (fitted, probabilities), scratch: &sums, into: &none, &average)
    } catch { throw RankingError(error) }
    for column in 0..<width {
      none[column] *= prior.commonShare
      average[column] += noneProbability * none[column]
    }
    none.append(1)
    average.append(noneProbability)

    curvature.resize(rows: 0, columns: width + 1)
    for row in probabilities.indices where probabilities[row] >= prior.leastProbability {
      alternatives.copyInputs(of: row, into: &gradient)
      gradient.append(0)
      append(gradient, probability: probabilities[row])
    }
    if noneProbability >= prior.leastProbability { append(none, probability: noneProbability) }

    if let target {
      alternatives.copyInputs(of: target, into: &gradient)
      gradient.append(0)
    } else {
      gradient.copy(none)
    }
    for column in gradient.indices { gradient[column] -= average[column] }
  }

  private mutating func append(_ inputs: [Float], probability: Float) {
    let (row, root) = (curvature.rows, probability.squareRoot())
    curvature.resize(rows: row + 1, columns: inputs.count)
    curvature.withElements { out in
      let start = row * inputs.count
      for column in inputs.indices { out[start + column] = root * (inputs[column] - average[column]) }
    }
  }
}
