internal import Kernels

/// The posterior of one user's weights: a normal distribution, which each choice shifts and
/// narrows.
///
/// It is the posterior of the extended Kalman filter for a softmax with constant weights, which is
/// Laplace's approximation, one choice at a time (Spiegelhalter and Lauritzen 1990, Networks
/// 20:579; Ollivier 2018, arXiv:1703.00209, shows that it equals natural gradient steps). With
/// covariance C, the gradient g of the choice's log probability and the curvature Uᵀ·U of its
/// negative:
///
///     C ← (C⁻¹ + Uᵀ·U)⁻¹ = C − Wᵀ·W    with W = L⁻¹·U·C and L·Lᵀ = I + U·C·Uᵀ
///     mean ← mean + C·g
///
/// A weight with little evidence so far moves a lot, and one with much evidence hardly moves, so no
/// step size has to be chosen.
struct ReadoutPosterior: Sendable {
  /// The most probable weights.
  private(set) var mean: [Float]
  /// The covariance of the changes, which is symmetric: its lower triangle, row by row.
  private(set) var triangle: [Float]

  /// Creates a distribution of independent weights around 0.
  init(variances: [Float]) {
    mean = [Float](repeating: 0, count: variances.count)
    triangle = [Float](repeating: 0, count: variances.count * (variances.count + 1) / 2)
    for (index, variance) in variances.enumerated() { triangle[index * (index + 3) / 2] = variance }
  }

  /// The maximum number in W.
  ///
  /// Squares up to this limit can be subtracted any number of times without leaving `Float`.
  ///
  /// Up to rounding, no number in W exceeds the deviation of its weight, which is below 1. If
  /// inputs are so large that their squares drown the 1 of every pivot, only rounding errors are
  /// left.
  private static let greatestNarrowing: Float = 1e6

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - choice: The gradient and the curvature at `mean`.
  ///   - limit: The maximum magnitude of a weight.
  ///   - scratch: Reusable buffers.
  /// - Throws: `RankingError.scoreNotFinite` if numbers are too large. The posterior is then
  ///   unchanged.
  /// - Complexity: O(r · n² + r³) for n weights and r rows of curvature, without allocation once
  ///   the scratch is warm.
  mutating func learn(
    _ choice: ChoiceCurvature, within limit: Float = .greatestFiniteMagnitude, scratch: inout PosteriorScratch
  ) throws(RankingError) {
    do {
      try scratch.project(choice, covariance: triangle)
      try BLAS.multiply(scratch.projected, choice.curvature, transposeB: true, into: &scratch.factor)
      for row in 0..<scratch.factor.rows { scratch.factor[row, row] += 1 }
      // The identity plus a positive matrix: no pivot is below 1.
      try Cholesky.invertFactor(of: &scratch.factor, leastPivot: 1)
      try BLAS.multiply(scratch.factor, scratch.projected, into: &scratch.narrowing)

      // C·g with the new C, while the old one is still unchanged.
      scratch.part.resize(to: scratch.narrowing.rows)
      try BLAS.multiply(scratch.narrowing, vector: choice.gradient, into: &scratch.part)
      try BLAS.multiplyTransposed(
        scratch.narrowing, vector: scratch.part, scale: -1, accumulate: true, into: &scratch.step)
      try BLAS.add(mean, to: &scratch.step)
      guard VectorLoops.allWithin(limit, scratch.step),
        VectorLoops.allWithin(Self.greatestNarrowing, scratch.narrowing.elements)
      else { throw RankingError.scoreNotFinite }
      try VectorLoops.subtractSquare(of: scratch.narrowing, from: &triangle)
      swap(&mean, &scratch.step)
    } catch let error as ShapeError {
      throw RankingError(error)
    } catch { throw .scoreNotFinite }
  }
}

extension ReadoutPosterior {
  /// The number of bytes in its tables.
  var memoryFootprint: Int { (mean.count + triangle.count) * MemoryLayout<Float>.stride }

  /// Writes the distribution.
  func write(into writer: inout StateWriter) {
    writer.write(mean)
    writer.write(triangle)
  }

  /// Reads a distribution.
  ///
  /// - Parameter limit: The maximum magnitude of a weight.
  /// - Throws: `StateError` if the number of weights differs, or a number is not finite.
  init(count: Int, within limit: Float, from reader: inout StateReader) throws(StateError) {
    mean = try reader.readTable(of: Float.self, count: count)
    triangle = try reader.readTable(of: Float.self, count: count * (count + 1) / 2)
    guard VectorLoops.allWithin(limit, mean), VectorLoops.allFinite(triangle) else { throw StateError() }
  }
}

/// The buffers of `ReadoutPosterior.learn`.
struct PosteriorScratch: Sendable {
  /// C, unpacked.
  private var covariance = Matrix()
  /// U·C.
  private(set) var projected = Matrix()
  /// C·g, then what is added to the mean.
  var step: [Float] = []
  /// I + U·C·Uᵀ, then L⁻¹.
  var factor = Matrix()
  /// W.
  var narrowing = Matrix()
  /// W·g.
  var part: [Float] = []

  /// Computes the products of curvature and gradient with the covariance.
  mutating func project(_ choice: ChoiceCurvature, covariance triangle: [Float]) throws(ShapeError) {
    let size = choice.gradient.count
    try VectorLoops.unpack(triangle: triangle, size: size, into: &covariance)
    try BLAS.multiply(choice.curvature, covariance, into: &projected)
    step.resize(to: size)
    try BLAS.multiply(covariance, vector: choice.gradient, into: &step)
  }
}
