public import Kernels

/// **Ranking** answers: *Here is a matrix: which rows come first, how surely, and why?*
///
/// It knows rows (candidates of one query), columns (features) and "none of these"; not what they
/// stand for. Rows are in the order in which the caller wants ties broken. Every number in and out
/// is finite.

/// A type that gives each candidate of a query, and "none of these", a score.
///
/// Laws, checked by one suite for every scorer: the same input gives the same output; a row's score
/// depends on that row and the novelty features only, so batch and order of rows change nothing
/// (beyond rounding, 1e-6); equal rows of a query have the same score to the last bit; finite in,
/// finite out.
public protocol Scorer: Sendable {
  /// Number of columns of a candidate matrix.
  var featureCount: Int { get }

  /// Number of features of "none of these".
  var noveltyFeatureCount: Int { get }

  /// Scores all candidates of one query.
  ///
  /// Scores are calibrated logits: their softmax, with the score of "none of these", are the
  /// probabilities.
  /// - Parameters:
  ///   - candidates: one row each; no rows is allowed.
  ///   - novelty: the features of "none of these".
  ///   - scratch: buffers to use again; not shared between concurrent calls.
  ///   - scores: where they are written to, in storage that is used again; worth nothing if an
  ///     error is thrown.
  /// - Throws: `RankingError` if a width is wrong or a number not finite or beyond
  ///   `RankingLimits.magnitude`.
  func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError)

  /// Scores all queries of a batch: each as it would be alone, but for rounding.
  ///
  /// Unless a scorer has a quicker way, its queries are scored one after the other.
  /// - Parameters:
  ///   - batch: queries of this scorer's widths; none is allowed.
  ///   - scratch: buffers to use again; not shared between concurrent calls.
  ///   - scores: where they are written to, in storage that is used again; worth nothing if an
  ///     error is thrown.
  /// - Throws: `RankingError` if the batch has other widths, or a score overflows.
  func score(
    _ batch: QueryBatch, scratch: inout ScoringScratch, into scores: inout BatchScores
  ) throws(RankingError)
}

extension Scorer {
  /// Scores all candidates of one query, in new storage.
  public func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    var scores = QueryScores()
    try score(candidates: candidates, novelty: novelty, scratch: &scratch, into: &scores)
    return scores
  }

  /// The best candidates of one query with probabilities.
  ///
  /// Sorted by score; equal scores in row order. The probabilities of *all* rows and
  /// `noneProbability` sum to 1.
  /// - Parameter limit: at most so many rows; all by default.
  /// - Complexity: that of scoring, and O(n) to normalise and select. Nothing is allocated once the
  ///   scratch is warm, if what was returned before is not kept.
  public func rank(
    candidates: Matrix, novelty: [Float], limit: Int = .max, scratch: inout ScoringScratch
  ) throws(RankingError) -> RankedQuery {
    var scores = QueryScores()
    swap(&scores, &scratch.ranking)
    defer { swap(&scores, &scratch.ranking) }
    try score(candidates: candidates, novelty: novelty, scratch: &scratch, into: &scores)
    scratch.probabilities.copy(scores.candidates)
    let none = Softmax.normalize(&scratch.probabilities, in: 0..<candidates.rows, with: scores.none).other
    TopRows.select(scores.candidates, limit: limit, into: &scratch.selection)
    scratch.ranked.removeAll(keepingCapacity: true)
    for row in scratch.selection {
      scratch.ranked.append(
        RankedRow(row: row, score: scores.candidates[row], probability: scratch.probabilities[row]))
    }
    return RankedQuery(rows: scratch.ranked, noneProbability: none, noneScore: scores.none)
  }
}
