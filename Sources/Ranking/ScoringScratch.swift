internal import Kernels

/// Buffers that scoring uses again, so that nothing is allocated once the largest query has been seen.
///
/// A value: each thread or task has its own.
public struct ScoringScratch: Sendable {
  var scores: [Float] = []
  var probabilities: [Float] = []
  var selection: [Int] = []
  var ranked: [RankedRow] = []
  var candidates = NetworkScratch()
  var novelty = NetworkScratch()
  var noveltyRow = Matrix()
  var noveltyScore: [Float] = [0]
  var readoutInputs = Matrix()
  var choice = ChoiceCurvature()
  var belief = BeliefScratch()

  /// Makes empty buffers.
  public init() {}
}
