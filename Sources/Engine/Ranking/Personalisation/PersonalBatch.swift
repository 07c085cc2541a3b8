public import Kernels

/// Queries of users with personal models, scored together.
///
/// All users share the fitted model: BLAS multiplies its layers for the rows of all queries
/// together. The learned changes of a user are then applied to that user's rows alone. Use it in
/// services that answer many users at a time.
///
/// ```swift
/// var batch = PersonalBatch(model)
/// for (person, query) in asked {
///   try batch.append(
///     person, candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances)
/// }
/// var (scratch, scores) = (ScoringScratch(), [QueryScores]())
/// try batch.score(scratch: &scratch, into: &scores)
/// ```
public struct PersonalBatch: Sendable {
  /// The model that was fitted to many users.
  public let model: RankingModel
  private var queries: QueryBatch
  private var people: [PersonalModel] = []
  private var circumstances: [SparseVector] = []
  private var changes: [SegmentChange] = []

  /// Creates an empty batch for users whose personal models started from `model`.
  public init(_ model: RankingModel) {
    self.model = model
    queries = QueryBatch(for: model)
  }

  /// The number of queries.
  public var count: Int { queries.count }

  /// Appends a query of a user, with the user's current model.
  ///
  /// A batch may hold several queries of one user.
  ///
  /// - Parameters:
  ///   - person: The personal model of the user.
  ///   - candidates: One row per candidate. A row represents the same candidate in every query of
  ///     this user.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The circumstances of the query. The same circumstances need the same
  ///     entries in every query.
  /// - Throws: `RankingError`, as for a single query, or if the user's model started from another
  ///   model. The batch is then unchanged.
  /// - Complexity: O(rows · features + weights of the readout), amortised.
  public mutating func append(
    _ person: PersonalModel, candidates: Matrix, novelty: [Float], circumstances: SparseVector
  ) throws(RankingError) {
    guard person.adapted.model == model else { throw .model("a user's model started from another model") }
    try person.check(candidates, itemCount: candidates.rows)
    try queries.append(candidates: candidates, novelty: novelty)
    people.append(person)
    self.circumstances.append(circumstances)
    changes.append(
      SegmentChange(rows: queries.rows(ofQuery: queries.count - 1), change: person.adapted.batchChange))
  }

  /// Removes all queries and keeps the storage.
  public mutating func removeAll() {
    queries.removeAll()
    people.removeAll(keepingCapacity: true)
    circumstances.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
  }

  /// Scores all queries.
  ///
  /// Each result is that of `PersonalModel` for the query alone, up to rounding.
  ///
  /// - Parameters:
  ///   - scratch: Reusable buffers.
  ///   - scores: The scores of each query, in the order in which the queries were appended;
  ///     undefined if an error is thrown.
  /// - Throws: `RankingError.scoreNotFinite` if a score of any query overflows.
  /// - Complexity: O(rows · weights), and for each query the cost that its user's model adds.
  public func score(
    scratch: inout ScoringScratch, into scores: inout [QueryScores]
  ) throws(RankingError) {
    try model.scoreChanged(queries, by: changes, scratch: &scratch)
    if scores.count > count { scores.removeLast(scores.count - count) }
    while scores.count < count { scores.append(QueryScores()) }
    for query in people.indices {
      try people[query].score(
        query, of: queries, circumstances: circumstances[query], scratch: &scratch, into: &scores[query])
    }
  }
}
