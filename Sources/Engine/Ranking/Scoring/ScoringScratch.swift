internal import Kernels

/// Buffers that scoring uses again, so that nothing is allocated once the largest query has been
/// seen.
///
/// A value: each thread or task has its own.
public struct ScoringScratch: Sendable {
  // What ranking makes of scores.
  var ranking = QueryScores()
  var probabilities: [Float] = []
  var selection: [Int] = []
  var ranked: [RankedRow] = []

  // What a model makes of a query.
  var candidates = NetworkScratch()
  var novelty = NetworkScratch()
  var noveltyRow = Matrix()
  var noveltyScore: [Float] = [0]
  var fitted = QueryScores()
  var horizon = NetworkScratch()

  // What a model makes of a batch.
  var batch = BatchScores()
  var batchChanges: [Float] = []

  // What a person's models make of it.
  var change = ReadoutChange()
  var changes: [Float] = []
  var adapted = QueryScores()
  var evidence: [Float] = []

  // What is learned from a choice.
  var shares: [Float] = []
  var choice = ChoiceCurvature()
  var posterior = PosteriorScratch()
  var itemBias = ItemBiasScratch()

  /// Makes empty buffers.
  public init() {}
}
