internal import Features
internal import Kernels
internal import Ranking

/// Storage that queries reuse, so that a warm query allocates nothing; one for each caller at a
/// time.
///
/// It holds no results: those are separate values, which give their storage back when they are no
/// longer needed.
package struct UserModelScratch: Sendable {
  /// Buffers of the ranking.
  var scoring = ScoringScratch()
  /// A buffer for the scores of the ranking.
  var scores = QueryScores()
  /// Buffers for horizons.
  var horizon = HorizonScratch()
  /// A buffer for the amounts that rules add to each item's score.
  var amounts: [Float] = []

  /// Spare features: a query needs one, learning a donation two.
  private var features: [QueryFeatures] = []
  private var scored: ScoredCandidates?
  private var items: [Int] = []

  /// Creates empty buffers.
  package init() {}

  /// Returns features that were given back, or new ones.
  mutating func takeFeatures() -> QueryFeatures { features.popLast() ?? QueryFeatures() }

  /// Returns scores that were given back, or new ones.
  mutating func takeScored() -> ScoredCandidates { scored.take() ?? ScoredCandidates() }

  /// Returns an empty array of items that was given back, or a new one.
  mutating func takeRows() -> [Int] {
    var taken: [Int] = []
    swap(&taken, &items)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Takes back the storage of features.
  mutating func reuse(_ features: consuming QueryFeatures) { keep(features) }

  /// Takes back the storage of scores.
  mutating func reuse(_ scored: consuming ScoredCandidates) { self.scored = scored }

  /// Takes back the storage of a query.
  mutating func reuse(_ query: consuming RankedCandidates) {
    keep(query.features)
    scored = query.ruled.scored
    items = query.items
  }

  private mutating func keep(_ storage: consuming QueryFeatures) {
    if features.count < 2 { features.append(storage) }
  }
}
