internal import Kernels

/// What is believed of one person's weights: a normal distribution, which each choice shifts and narrows.
///
/// The belief is that of the extended Kalman filter for a softmax whose weights stay the same, or in other words Laplace's
/// approximation, one choice at a time (Spiegelhalter and Lauritzen 1990, Networks 20:579; Ollivier 2018,
/// arXiv:1703.00209, shows it equal to natural gradient steps). With covariance C, the gradient g of the choice's log
/// probability and the curvature Uᵀ·U of its negative:
///
///     C ← (C⁻¹ + Uᵀ·U)⁻¹ = C − Wᵀ·W    with W = L⁻¹·U·C and L·Lᵀ = I + U·C·Uᵀ
///     mean ← mean + C·g
///
/// A weight that was hardly tried so far moves a lot, one that was tried often hardly; so no step size has to be chosen.
struct ReadoutBelief: Sendable {
  /// The most probable weights.
  private(set) var mean: [Float]
  /// How uncertain they are, and how they hang together; symmetric.
  private(set) var covariance: Matrix

  /// Weights that are independent of each other, around 0.
  init(variances: [Float]) {
    mean = [Float](repeating: 0, count: variances.count)
    covariance = Matrix(rows: variances.count, columns: variances.count)
    for (index, variance) in variances.enumerated() { covariance[index, index] = variance }
  }

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - choice: The gradient and the curvature at `mean`.
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError.scoreNotFinite` if numbers are out of any proportion; the belief is then unchanged.
  /// - Complexity: O(r · n² + r³) for n weights and r rows of curvature.
  mutating func learn(_ choice: ChoiceCurvature, scratch: inout BeliefScratch) throws(RankingError) {
    do {
      try BLAS.multiply(choice.curvature, covariance, into: &scratch.projected)
      try BLAS.multiply(scratch.projected, choice.curvature, transposeB: true, into: &scratch.factor)
      for row in 0..<scratch.factor.rows { scratch.factor[row, row] += 1 }
      // I + a positive matrix: no pivot is below 1.
      try Cholesky.invertFactor(of: &scratch.factor, leastPivot: 1)
      try BLAS.multiply(scratch.factor, scratch.projected, into: &scratch.narrowing)

      // C·g with the new C, without having changed the old one yet.
      scratch.step.resize(to: mean.count)
      try BLAS.multiply(covariance, vector: choice.gradient, into: &scratch.step)
      scratch.part.resize(to: scratch.narrowing.rows)
      try BLAS.multiply(scratch.narrowing, vector: choice.gradient, into: &scratch.part)
      try BLAS.multiplyTransposed(
        scratch.narrowing, vector: scratch.part, scale: -1, accumulate: true, into: &scratch.step)
      guard VectorLoops.allFinite(scratch.step), VectorLoops.allFinite(scratch.narrowing.elements) else {
        throw RankingError.scoreNotFinite
      }
      try BLAS.multiply(
        scratch.narrowing, transposeA: true, scratch.narrowing, scale: -1, accumulate: true, into: &covariance
      )
      try BLAS.add(scratch.step, to: &mean)
    } catch let error as ShapeError {
      throw RankingError(error)
    } catch { throw .scoreNotFinite }
  }
}

/// Buffers of `ReadoutBelief.learn`.
struct BeliefScratch: Sendable {
  /// U·C.
  var projected = Matrix()
  /// I + U·C·Uᵀ, then L⁻¹.
  var factor = Matrix()
  /// W.
  var narrowing = Matrix()
  /// What is added to the mean.
  var step: [Float] = []
  /// W·g.
  var part: [Float] = []
}
