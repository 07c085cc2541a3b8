internal import Kernels

/// The posterior of one person's weights: a normal distribution, which each choice shifts and
/// narrows.
///
/// The posterior is that of the extended Kalman filter for a softmax whose weights stay the same,
/// or in other words Laplace's approximation, one choice at a time (Spiegelhalter and Lauritzen
/// 1990, Networks 20:579; Ollivier 2018, arXiv:1703.00209, shows it equal to natural gradient
/// steps). With covariance C, the gradient g of the choice's log probability and the curvature Uᵀ·U
/// of its negative:
///
///     C ← (C⁻¹ + Uᵀ·U)⁻¹ = C − Wᵀ·W    with W = L⁻¹·U·C and L·Lᵀ = I + U·C·Uᵀ
///     mean ← mean + C·g
///
/// A weight that was hardly tried so far moves a lot, one that was tried often hardly; so no step
/// size has to be chosen.
struct ReadoutPosterior: Sendable {
  /// The most probable weights.
  private(set) var mean: [Float]
  /// The uncertainty of the changes and their correlation: the lower triangle of the symmetric
  /// covariance, row after row.
  private(set) var triangle: [Float]

  /// Weights that are independent of each other, around 0.
  init(variances: [Float]) {
    mean = [Float](repeating: 0, count: variances.count)
    triangle = [Float](repeating: 0, count: variances.count * (variances.count + 1) / 2)
    for (index, variance) in variances.enumerated() { triangle[index * (index + 3) / 2] = variance }
  }

  /// Largest number in W: its squares can be subtracted ever again without leaving `Float`.
  ///
  /// But for rounding no number in W is above the deviation of its weight, which is below 1. Where
  /// inputs are so large that their squares drown the 1 of every pivot, rounding is all that is
  /// left.
  private static let greatestNarrowing: Float = 1e6

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - choice: The gradient and the curvature at `mean`.
  ///   - limit: Largest magnitude of a weight.
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError.scoreNotFinite` if numbers are out of any proportion; the posterior is
  ///   then unchanged.
  /// - Complexity: O(r · n² + r³) for n weights and r rows of curvature, without allocation once
  ///   the scratch is warm.
  mutating func learn(
    _ choice: ChoiceCurvature, within limit: Float = .greatestFiniteMagnitude, scratch: inout PosteriorScratch
  ) throws(RankingError) {
    do {
      try scratch.project(choice, covariance: triangle)
      try BLAS.multiply(scratch.projected, choice.curvature, transposeB: true, into: &scratch.factor)
      for row in 0..<scratch.factor.rows { scratch.factor[row, row] += 1 }
      // I + a positive matrix: no pivot is below 1.
      try Cholesky.invertFactor(of: &scratch.factor, leastPivot: 1)
      try BLAS.multiply(scratch.factor, scratch.projected, into: &scratch.narrowing)

      // C·g with the new C, without having changed the old one yet.
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
  /// Bytes of its tables.
  var memoryFootprint: Int { (mean.count + triangle.count) * MemoryLayout<Float>.stride }

  /// Writes what is believed.
  func write(into writer: inout StateWriter) {
    writer.write(mean)
    writer.write(triangle)
  }

  /// Reads it back.
  ///
  /// - Parameter limit: Largest magnitude of a weight.
  /// - Throws: `StateError` if it is of another number of weights, or not finite.
  init(count: Int, within limit: Float, from reader: inout StateReader) throws(StateError) {
    mean = try reader.readTable(of: Float.self, count: count)
    triangle = try reader.readTable(of: Float.self, count: count * (count + 1) / 2)
    guard VectorLoops.allWithin(limit, mean), VectorLoops.allFinite(triangle) else { throw StateError() }
  }
}

/// Buffers of `ReadoutPosterior.learn`.
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

  /// Fills in the products of curvature and gradient with the covariance.
  mutating func project(_ choice: ChoiceCurvature, covariance triangle: [Float]) throws(ShapeError) {
    let size = choice.gradient.count
    try VectorLoops.unpack(triangle: triangle, size: size, into: &covariance)
    try BLAS.multiply(choice.curvature, covariance, into: &projected)
    step.resize(to: size)
    try BLAS.multiply(covariance, vector: choice.gradient, into: &step)
  }
}
