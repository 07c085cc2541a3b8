public import Kernels

/// **Ranking** answers one question: *which rows of a matrix come first, how surely, and why?*
///
/// It knows rows (candidates of one query), columns (features) and "none of these", but not what
/// they mean. The order of rows decides ties. Every number in and out is finite.

/// A type that gives each candidate of a query, and "none of these", a score.
///
/// Every scorer obeys these laws, which one test suite checks. The same input gives the same
/// output. A row's score depends only on that row and the novelty features, so batch and order of
/// rows change nothing (beyond rounding, 1e-6). Equal rows of a query have bitwise equal scores.
/// Finite input gives finite output.
public protocol Scorer: Sendable {
  /// The number of columns of a candidate matrix.
  var featureCount: Int { get }

  /// The number of features of "none of these".
  var noveltyFeatureCount: Int { get }

  /// Scores all candidates of one query.
  ///
  /// Scores are calibrated logits. Their softmax, which includes the score of "none of these",
  /// gives the probabilities.
  /// - Parameters:
  ///   - candidates: One row per candidate; may be empty.
  ///   - novelty: The features of "none of these".
  ///   - scratch: Reusable buffers, not shared between concurrent calls.
  ///   - scores: Receives the scores in reused storage; undefined if an error is thrown.
  /// - Throws: `RankingError` if a width is wrong, or a number is not finite or exceeds
  ///   `RankingLimits.magnitude`.
  func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError)

  /// Scores all queries of a batch. Each result is that of the query alone, up to rounding.
  ///
  /// By default, queries are scored one by one; a scorer may have a faster way.
  /// - Parameters:
  ///   - batch: Queries of this scorer's widths; may be empty.
  ///   - scratch: Reusable buffers, not shared between concurrent calls.
  ///   - scores: Receives the scores in reused storage; undefined if an error is thrown.
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

  /// Returns the best candidates of one query with probabilities.
  ///
  /// They are sorted by score, and equal scores are in row order. The probabilities of *all* rows
  /// and `noneProbability` sum to 1.
  /// - Parameter limit: The maximum number of rows to return; all by default.
  /// - Complexity: The cost of scoring, and O(n) to normalise and select. Nothing is allocated once
  ///   the scratch is warm, if earlier results are not kept.
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
