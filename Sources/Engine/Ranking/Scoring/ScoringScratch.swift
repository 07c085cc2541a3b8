internal import Kernels

/// Reusable buffers for scoring, so that nothing is allocated once they have held the largest
/// query.
///
/// This is a value type: give each thread or task its own.
public struct ScoringScratch: Sendable {
  // The scratch for ranking by scores.
  var ranking = QueryScores()
  var probabilities: [Float] = []
  var selection: [Int] = []
  var ranked: [RankedRow] = []

  // For a model and one query.
  var candidates = NetworkScratch()
  var novelty = NetworkScratch()
  var noveltyRow = Matrix()
  var noveltyScore: [Float] = [0]
  var fitted = QueryScores()
  var horizon = NetworkScratch()

  // For a model and a batch.
  var batch = BatchScores()
  var batchChanges: [Float] = []

  // The scratch for personal models.
  var change = ReadoutChange()
  var changes: [Float] = []
  var adapted = QueryScores()
  var evidence: [Float] = []

  // For learning from a choice.
  var shares: [Float] = []
  var choice = ChoiceCurvature()
  var posterior = PosteriorScratch()
  var itemBias = ItemBiasScratch()

  /// Makes empty buffers.
  public init() {}
}
