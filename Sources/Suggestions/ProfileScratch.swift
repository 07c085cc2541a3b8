internal import Features
internal import Hints
internal import Kernels
internal import Ranking

/// Buffers that are reused from query to query; one for each caller at a time.
public struct ProfileScratch: Sendable {
  var matrix = Matrix()
  var novelty: [Float] = []
  var circumstances = SparseVector()
  var features = FeatureScratch()
  var scoring = ScoringScratch()
  var scores = QueryScores()
  var assessment = Assessment()
  /// The rows that stand for a combination of parameters, and the rows for which another one stands.
  var merged: [Int: Profile.Merged] = [:]
  var absorbed: Set<Int> = []
  /// What rules add to the score of each row.
  var amounts: [Float] = []
  /// What hints add to the score of the rows that they name, in nats.
  var gains: [Int: Double] = [:]
  /// The hints that name those rows.
  var hinted: [Int: HintPool.Member] = [:]
  /// The rows that were offered last, the likeliest first.
  var offered: [Int] = []

  /// Empty buffers.
  public init() {}
}
