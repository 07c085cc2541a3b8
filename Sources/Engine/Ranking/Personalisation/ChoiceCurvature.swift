internal import Kernels

/// The evidence of a choice among alternatives about the weights: gradient and curvature of its log
/// probability.
///
/// Let x be the inputs of each alternative, p their probabilities and x̄ = Σ p·x their mean. The
/// log probability of the chosen one then has the gradient x[chosen] − x̄ and the curvature −Σ p·(x
/// − x̄)·(x − x̄)ᵀ.
///
/// The last alternative is "none of these". Its inputs are a share of the mean input of the
/// candidates under the *fitted* probabilities, so properties that all likely candidates share say
/// little about whether the choice will be one of them. The last weight is its bias, an input that
/// is 1 for "none of these" and 0 for candidates.
struct ChoiceCurvature: Sendable {
  /// The gradient of the log probability of the choice.
  private(set) var gradient: [Float] = []
  /// The rows √p·(x − x̄).
  ///
  /// Their outer products sum to the negative curvature, except for improbable alternatives.
  private(set) var curvature = Matrix()

  private var average: [Float] = []
  private var none: [Float] = []
  private var sums = AlternativeSums()

  /// Computes the gradient and curvature of a choice.
  ///
  /// - Parameters:
  ///   - target: The chosen row, or `nil` for none of them.
  ///   - alternatives: The candidates.
  ///   - fitted: Each candidate's probability under the fitted model, among the candidates alone.
  ///   - probabilities: Each candidate's probability under the adapted model.
  ///   - noneProbability: The probability of none of them; with the others it sums to 1.
  ///   - prior: The share of the candidates' mean, and the limit for improbable alternatives.
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
    let average = average
    curvature.withElements { out in
      let (inputs, average) = (inputs.span, average.span)
      let start = row * inputs.count
      precondition(average.count >= inputs.count && out.count >= start + inputs.count)
      for column in inputs.indices { out[start + column] = root * (inputs[column] - average[column]) }
    }
  }
}
