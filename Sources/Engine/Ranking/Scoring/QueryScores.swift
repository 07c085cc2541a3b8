internal import Kernels

/// The scores of one query.
///
/// Reuse one value for query after query: nothing is allocated once it has held the largest.
public struct QueryScores: Equatable, Sendable {
  /// The calibrated logit of each candidate, in row order.
  public internal(set) var candidates: [Float]
  /// The calibrated logit of "none of these".
  public internal(set) var none: Float

  /// Creates scores; by default those of a query without candidates, to be filled.
  public init(candidates: [Float] = [], none: Float = 0) {
    self.candidates = candidates
    self.none = none
  }
}

extension QueryScores {
  /// Copies other scores into its own storage.
  mutating func copy(_ other: QueryScores) {
    candidates.copy(other.candidates)
    none = other.none
  }

  /// - Throws: `RankingError.scoreNotFinite`.
  mutating func multiply(by factor: Float) throws(RankingError) {
    VectorLoops.multiply(&candidates, by: factor)
    none *= factor
    try checkFinite()
  }

  /// - Throws: `RankingError.scoreNotFinite`.
  func checkFinite() throws(RankingError) {
    guard none.isFinite, VectorLoops.allFinite(candidates) else { throw .scoreNotFinite }
  }

  /// Returns the logarithm of the sum of exp(factor · score) over the candidates, optionally with
  /// "none of these".
  func logSum(factor: Float = 1, withNone: Bool = true) -> Double {
    candidates.logSum(factor: factor, with: withNone ? none * factor : -.infinity)
  }
}

extension [Float] {
  /// Copies other numbers into its own storage.
  mutating func copy(_ other: some Collection<Float>) {
    removeAll(keepingCapacity: true)
    append(contentsOf: other)
  }

  /// Returns the logarithm of the sum of exp(factor · number) over all numbers, plus one more
  /// number that is not multiplied.
  ///
  /// The factor must not be negative.
  func logSum(factor: Float = 1, with other: Float = -.infinity) -> Double {
    let top = Swift.max(VectorLoops.maximum(self, in: indices) * factor, other)
    let apart = Float(Elementary.exponential(Double(other - top)))
    let sum = VectorLoops.exponentialSum(self, factor: factor, shift: top) + apart
    // The sum is at least 1. But the loop does not round products as `top` is rounded, which for
    // numbers beyond 2^24 amounts to nats. The sum may then be 0 or infinite, and its logarithm has
    // to be negligible next to `top`.
    let bounded = Swift.min(Swift.max(sum, 0.5), .greatestFiniteMagnitude)
    return Double(top) + Elementary.logarithm(Double(bounded))
  }
}
