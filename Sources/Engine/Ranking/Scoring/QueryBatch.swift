public import Kernels

/// Queries stacked in one tall matrix, so that BLAS multiplies the rows of all of them at once.
///
/// Reuse one value for batch after batch: nothing is allocated once it has held the largest.
public struct QueryBatch: Sendable {
  /// The rows of all queries' candidates.
  public internal(set) var candidates: Matrix
  /// The features of "none of these", one row per query.
  public internal(set) var novelty: Matrix
  /// The first row of each query, and the total number of rows at the end.
  private var starts: [Int] = [0]

  /// Creates an empty batch of queries with the given numbers of features; negative numbers count
  /// as 0.
  public init(featureCount: Int, noveltyFeatureCount: Int) {
    candidates = Matrix(rows: 0, columns: featureCount)
    novelty = Matrix(rows: 0, columns: noveltyFeatureCount)
  }

  /// Creates an empty batch of queries for a scorer.
  public init(for scorer: some Scorer) {
    self.init(featureCount: scorer.featureCount, noveltyFeatureCount: scorer.noveltyFeatureCount)
  }

  /// The number of queries.
  public var count: Int { starts.count - 1 }

  /// The rows of a query in ``candidates``, and its scores in ``BatchScores/candidates``.
  ///
  /// An index outside of the batch traps, as with `Array`.
  public func rows(ofQuery query: Int) -> Range<Int> { starts[query]..<starts[query + 1] }

  /// Appends a query.
  ///
  /// - Parameters:
  ///   - rows: The candidates, one row each; may be empty.
  ///   - features: The features of "none of these".
  /// - Throws: `RankingError` if a width is wrong, or a number is not finite or exceeds
  ///   ``RankingLimits/magnitude``. The batch is then unchanged.
  /// - Complexity: O(rows · features), amortised.
  public mutating func append(candidates rows: Matrix, novelty features: [Float]) throws(RankingError) {
    try RankingLimits.check(candidates: rows, width: candidates.columns)
    try RankingLimits.check(novelty: features, width: novelty.columns)
    do {
      try candidates.appendRows(of: rows)
      try novelty.appendRow(features)
    } catch { throw RankingError(error) }
    starts.append(candidates.rows)
  }

  /// Removes all queries and keeps the storage.
  public mutating func removeAll() {
    reshape(
      featureCount: candidates.columns, noveltyFeatureCount: novelty.columns, rowCounts: EmptyCollection())
  }

  /// Makes room for queries with the given numbers of candidates.
  ///
  /// The values are undefined.
  mutating func reshape(
    featureCount: Int, noveltyFeatureCount: Int, rowCounts: some Collection<Int>
  ) {
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for count in rowCounts { starts.append(starts[starts.count - 1] + count) }
    candidates.resize(rows: starts[starts.count - 1], columns: featureCount)
    novelty.resize(rows: count, columns: noveltyFeatureCount)
  }
}

/// The scores of all queries of a batch.
public struct BatchScores: Equatable, Sendable {
  /// The calibrated logit of each row of the batch.
  public internal(set) var candidates: [Float] = []
  /// The calibrated logit of "none of these", one per query.
  public internal(set) var none: [Float] = []

  /// Creates the scores of an empty batch, to be filled.
  public init() {}

  /// Copies the scores of a query.
  ///
  /// - Parameters:
  ///   - query: The index of the query; an index outside of the batch traps, as with `Array`.
  ///   - batch: The scored batch.
  ///   - scores: Receives the scores in reused storage.
  public func copy(query: Int, of batch: QueryBatch, into scores: inout QueryScores) {
    scores.candidates.copy(candidates[batch.rows(ofQuery: query)])
    scores.none = none[query]
  }

  /// - Throws: `RankingError.scoreNotFinite`.
  func checkFinite() throws(RankingError) {
    guard VectorLoops.allFinite(candidates), VectorLoops.allFinite(none) else { throw .scoreNotFinite }
  }
}

extension Scorer {
  /// Scores all queries of a batch one by one.
  public func score(
    _ batch: QueryBatch, scratch: inout ScoringScratch, into scores: inout BatchScores
  ) throws(RankingError) {
    try check(batch)
    var query = QueryScores()
    scores.candidates.removeAll(keepingCapacity: true)
    scores.none.removeAll(keepingCapacity: true)
    for number in 0..<batch.count {
      let rows = batch.rows(ofQuery: number)
      let elements = batch.candidates.elements[
        rows.lowerBound * batch.candidates.columns..<rows.upperBound * batch.candidates.columns]
      let candidates: Matrix
      do {
        candidates = try Matrix(
          rows: rows.count, columns: batch.candidates.columns, elements: Array(elements))
      } catch { throw RankingError(error) }
      try score(
        candidates: candidates, novelty: Array(batch.novelty.row(number)), scratch: &scratch, into: &query)
      scores.candidates.append(contentsOf: query.candidates)
      scores.none.append(query.none)
    }
  }

  /// Scores all queries of a batch, in new storage.
  public func score(_ batch: QueryBatch, scratch: inout ScoringScratch) throws(RankingError) -> BatchScores {
    var scores = BatchScores()
    try score(batch, scratch: &scratch, into: &scores)
    return scores
  }

  /// Rejects a batch with other widths, even an empty one.
  func check(_ batch: QueryBatch) throws(RankingError) {
    guard batch.candidates.columns == featureCount else {
      throw .featureCount(expected: featureCount, found: batch.candidates.columns)
    }
    guard batch.novelty.columns == noveltyFeatureCount else {
      throw .noveltyFeatureCount(expected: noveltyFeatureCount, found: batch.novelty.columns)
    }
  }
}
