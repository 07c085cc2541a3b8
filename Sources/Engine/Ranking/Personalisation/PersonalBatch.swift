public import Kernels

/// Queries of people whose models follow them, to be scored at once.
///
/// The people have the fitted model in common: its layers are multiplied for the rows of all
/// queries together, by BLAS. What was learned of a person is then applied to that person's rows
/// alone. It is for services that answer many people at a time.
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
  /// The model that was fitted to many people.
  public let model: RankingModel
  private var queries: QueryBatch
  private var people: [PersonalModel] = []
  private var circumstances: [SparseVector] = []
  private var changes: [SegmentChange] = []

  /// Makes an empty batch for people who are followed from a model.
  public init(_ model: RankingModel) {
    self.model = model
    queries = QueryBatch(for: model)
  }

  /// The number of queries.
  public var count: Int { queries.count }

  /// Appends a query of a person as it is known now; several of one person are allowed.
  ///
  /// - Parameters:
  ///   - person: Whoever asks.
  ///   - candidates: One row each; a row stands for the same candidate in every query of this
  ///     person.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The same entries in like circumstances.
  /// - Throws: `RankingError`, as for a query alone, or if the person is followed from another
  ///   model; the batch is then as it was.
  /// - Complexity: O(rows · features + weights of the readout), amortised.
  public mutating func append(
    _ person: PersonalModel, candidates: Matrix, novelty: [Float], circumstances: SparseVector
  ) throws(RankingError) {
    guard person.adapted.model == model else { throw .model("a person is followed from another model") }
    try person.check(candidates, itemCount: candidates.rows)
    try queries.append(candidates: candidates, novelty: novelty)
    people.append(person)
    self.circumstances.append(circumstances)
    changes.append(
      SegmentChange(rows: queries.rows(ofQuery: queries.count - 1), change: person.adapted.batchChange))
  }

  /// Removes all queries and keeps the storage of their numbers.
  public mutating func removeAll() {
    queries.removeAll()
    people.removeAll(keepingCapacity: true)
    circumstances.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
  }

  /// Scores all queries: each as `PersonalModel` would score it alone, but for rounding.
  ///
  /// - Parameters:
  ///   - scratch: Buffers to use again.
  ///   - scores: The scores of each query, in the order in which they were appended; worth nothing
  ///     if an error is thrown.
  /// - Throws: `RankingError.scoreNotFinite` if a score of any query overflows.
  /// - Complexity: O(rows · weights), and for each query what its person's model adds.
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
