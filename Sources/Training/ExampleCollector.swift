internal import Activities
internal import Features
internal import Ranking

/// Keeps the examples of one user that a model is fitted to and chosen by.
struct ExampleCollector {
  let plan: FittingPlan
  /// How much each query of this log counts.
  let weight: Float
  /// Every so many validation queries one is kept.
  let validationStride: Int

  private(set) var fit = emptySet
  private(set) var validation = emptySet

  /// A set for the features of this version.
  static let emptySet = TrainingSet(
    featureCount: FeatureSchema.current.width, noveltyFeatureCount: FeatureSchema.current.noveltyNames.count)

  init(plan: FittingPlan, weight: Float, validationStride: Int) {
    self.plan = plan
    self.weight = weight
    self.validationStride = validationStride
  }

  /// Replays one user's donations, which are in the order of time; O(donations x activities).
  mutating func replay(_ donations: [Donation], seed: UInt64) throws {
    let replay = ExampleReplay(
      plan: plan,
      candidateLimits: [.fit: plan.candidateLimit, .choose: plan.validationCandidateLimit],
      validationStride: validationStride, parts: [.fit, .choose])
    try replay.run(donations, seed: seed) { example, _ in
      if example.part == .fit {
        try fit.append(example, weight: weight)
      } else {
        try validation.append(example, weight: weight)
      }
    }
  }
}

extension TrainingSet {
  /// Appends an example.
  mutating func append(_ example: Example, weight: Float) throws(TrainingError) {
    try append(
      candidates: example.candidates, novelty: example.novelty, target: example.target, weight: weight)
  }
}
