/// Probabilities of alternatives from their scores, with one separate alternative.
public enum Softmax {
  /// Replaces the scores of a range by probabilities which, with the returned one, sum to 1.
  ///
  /// The separate score belongs to "none of these". For an empty range, its probability is 1.
  ///
  /// - Returns: its probability, and the logarithm of the sum of all exponentials.
  /// - Complexity: O(n), without allocation.
  public static func normalize(
    _ scores: inout [Float], in range: Range<Int>, with other: Float
  ) -> (other: Float, logSum: Double) {
    let top = max(VectorLoops.maximum(scores, in: range), other)
    let apart = Float(Elementary.exponential(Double(other - top)))
    let sum = VectorLoops.exponentiate(&scores, in: range, shift: top) + apart
    let factor = 1 / sum
    for index in range { scores[index] *= factor }
    return (apart * factor, Double(top) + Elementary.logarithm(Double(sum)))
  }
}
