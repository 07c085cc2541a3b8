internal import Kernels

/// The three opinions about a query, as logarithms of probabilities: everybody, the user as
/// followed, and the user's evidence, in this order.
///
/// They are kept as the scores in the scratch and as the numbers that turn scores into logarithms
/// of probabilities: everybody is `moderation · fitted + shifts.x`, the user is `adapted +
/// shifts.y`, and the evidence is `evidence + shifts.z`.
struct Opinions {
  /// The factor by which the fitted scores are multiplied.
  let moderation: Float
  /// The numbers added to the scores of each opinion.
  let shifts: SIMD3<Double>
  /// A Boolean value that indicates whether there is evidence.
  ///
  /// Otherwise the third opinion equals the second.
  let hasEvidence: Bool

  /// Computes the opinions from the scores in the scratch, for at least one candidate.
  ///
  /// - Parameters:
  ///   - moderation: The factor by which the fitted scores are multiplied.
  ///   - evidenceColumns: Columns of `candidates` whose sum is the logarithm of the evidence's
  ///     probability, up to a constant. The evidence only distinguishes candidates: the probability
  ///     of "none of these" comes from the model that follows the user.
  ///   - candidates: A matrix.
  ///   - rows: The rows of the matrix that are the query's candidates.
  ///   - items: The items that the candidates represent.
  ///   - scratch: Holds the scores.
  /// - Complexity: O(candidates · columns of evidence).
  init(
    moderation: Float, evidenceColumns: [Int], of candidates: Matrix, rows: Range<Int>,
    items: CandidateItems, scratch: inout ScoringScratch
  ) {
    self.moderation = moderation
    hasEvidence = !evidenceColumns.isEmpty
    let everybody = -scratch.fitted.logSum(factor: moderation)
    let person = -scratch.adapted.logSum()
    guard hasEvidence else {
      shifts = SIMD3(everybody, person, person)
      return
    }
    scratch.evidence.resize(to: rows.count)
    for row in rows {
      var sum: Float = 0
      for column in evidenceColumns { sum += candidates.elements[row * candidates.columns + column] }
      scratch.evidence[row - rows.lowerBound] = sum
    }
    items.addWeight(to: &scratch.evidence)
    let known = scratch.adapted.logSum(withNone: false) + person
    shifts = SIMD3(everybody, person, known - scratch.evidence.logSum())
  }

  /// A Boolean value that indicates whether all opinions are finite.
  var areFinite: Bool { moderation.isFinite && shifts.x.isFinite && shifts.y.isFinite && shifts.z.isFinite }

  /// Returns the opinions about a candidate, or about "none of these".
  func logarithms(of target: Int?, in scratch: ScoringScratch) -> SIMD3<Double> {
    let everybody = Double(moderation * (target.map { scratch.fitted.candidates[$0] } ?? scratch.fitted.none))
    let person = Double(target.map { scratch.adapted.candidates[$0] } ?? scratch.adapted.none) + shifts.y
    guard hasEvidence, let target else { return SIMD3(everybody + shifts.x, person, person) }
    return SIMD3(everybody + shifts.x, person, Double(scratch.evidence[target]) + shifts.z)
  }

  /// Writes the pooled opinions: the logarithms of the pooled probabilities, as scores.
  ///
  /// - Parameter weights: The logarithm of each opinion's weight.
  /// - Complexity: O(candidates).
  func pool(
    by weights: SIMD3<Double>, of scratch: ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError) {
    do {
      try VectorLoops.logSumOfExponentials(
        scratch.fitted.candidates, factor: moderation, scratch.adapted.candidates,
        hasEvidence ? scratch.evidence : scratch.adapted.candidates, shifts: SIMD3<Float>(shifts + weights),
        into: &scores.candidates)
    } catch { throw RankingError(error) }
    let none = logarithms(of: nil, in: scratch) + weights
    let top = none.max()
    let parts = none - SIMD3(repeating: top)
    let sum =
      Elementary.exponential(parts.x) + Elementary.exponential(parts.y) + Elementary.exponential(parts.z)
    scores.none = Float(top + Elementary.logarithm(sum))
  }
}
