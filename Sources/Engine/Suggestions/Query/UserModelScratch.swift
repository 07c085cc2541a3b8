internal import Features
internal import Kernels
internal import Ranking

/// Storage that is used again from query to query, so that a warm query allocates nothing; one for
/// each caller at a time.
///
/// It holds no results: those are values of their own, which give their storage back when they are
/// not needed any more.
package struct UserModelScratch: Sendable {
  /// Buffers of the ranking.
  var scoring = ScoringScratch()
  /// A buffer for what the ranking answers.
  var scores = QueryScores()
  /// Buffers of horizons.
  var horizon = HorizonScratch()
  /// A buffer for what rules add to the score of each item.
  var amounts: [Float] = []

  /// A question has one, what is learned of a donation two.
  private var features: [QueryFeatures] = []
  private var scored: ScoredCandidates?
  private var items: [Int] = []

  /// Creates empty buffers.
  package init() {}

  /// Hands out the storage of features that were given back, or new one.
  mutating func takeFeatures() -> QueryFeatures { features.popLast() ?? QueryFeatures() }

  /// Hands out the storage of scores that were given back, or new one.
  mutating func takeScored() -> ScoredCandidates { scored.take() ?? ScoredCandidates() }

  /// Hands out the storage of items that were given back, empty.
  mutating func takeRows() -> [Int] {
    var taken: [Int] = []
    swap(&taken, &items)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Takes back the storage of features that are not needed any more.
  mutating func reuse(_ features: consuming QueryFeatures) { keep(features) }

  /// Takes back the storage of scores that are not needed any more.
  mutating func reuse(_ scored: consuming ScoredCandidates) { self.scored = scored }

  /// Takes back the storage of a query that is not needed any more.
  mutating func reuse(_ query: consuming RankedCandidates) {
    keep(query.features)
    scored = query.ruled.scored
    items = query.items
  }

  private mutating func keep(_ storage: QueryFeatures) {
    if features.count < 2 { features.append(storage) }
  }
}
