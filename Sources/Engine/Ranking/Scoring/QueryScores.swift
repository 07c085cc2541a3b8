internal import Kernels

/// The scores of one query.
///
/// Given to one query after another it is filled again, and nothing is allocated once the largest
/// query has been seen.
public struct QueryScores: Equatable, Sendable {
  /// Calibrated logit of each candidate, in row order.
  public internal(set) var candidates: [Float]
  /// Calibrated logit of "none of these".
  public internal(set) var none: Float

  /// Puts scores together; by default those of a query without candidates, to be filled.
  public init(candidates: [Float] = [], none: Float = 0) {
    self.candidates = candidates
    self.none = none
  }
}

extension QueryScores {
  /// Takes over other scores into its own storage.
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

  /// The logarithm of the sum of exp(factor · score) over the candidates, and "none of these" if it
  /// is to be among them.
  func logSum(factor: Float = 1, withNone: Bool = true) -> Double {
    candidates.logSum(factor: factor, with: withNone ? none * factor : -.infinity)
  }
}

extension [Float] {
  /// Takes over other numbers into its own storage.
  mutating func copy(_ other: some Collection<Float>) {
    removeAll(keepingCapacity: true)
    append(contentsOf: other)
  }

  /// The logarithm of the sum of exp(factor · number) over all numbers and one more that is not
  /// multiplied; the factor is not negative.
  func logSum(factor: Float = 1, with other: Float = -.infinity) -> Double {
    let top = Swift.max(VectorLoops.maximum(self, in: indices) * factor, other)
    let apart = Float(Elementary.exponential(Double(other - top)))
    let sum = VectorLoops.exponentialSum(self, factor: factor, shift: top) + apart
    // The sum is 1 at least. But products of the loop are not rounded as that of `top` is, which of
    // numbers beyond 2^24 is worth nats: then the sum may be 0 or infinite, and its logarithm is to
    // be next to nothing beside `top`.
    let bounded = Swift.min(Swift.max(sum, 0.5), .greatestFiniteMagnitude)
    return Double(top) + Elementary.logarithm(Double(bounded))
  }
}
