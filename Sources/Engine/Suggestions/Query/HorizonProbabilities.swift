internal import Activities
package import Features
internal import Kernels
internal import Ranking

/// Buffers for horizon queries.
struct HorizonScratch: Sendable {
  var evidence = HorizonEvidence()
  var logits: [Float] = []
  var opinions: [Float] = []
  var pooled: [Float] = []
  /// The conditional probability of each candidate.
  var conditional: [Float] = []
}

extension UserModel {
  /// Estimates the probability that each item is done within a time after the moment, before any
  /// rules.
  ///
  /// Evidence for an item becomes opinions, which are pooled into one probability (`HorizonPool`).
  /// An item without evidence has its conditional probability, times that of any activity at all.
  ///
  /// - Parameters:
  ///   - seconds: The horizon.
  ///   - scored: The conditional scores and probabilities of the same query.
  ///   - features: The features of the same query, whose candidates were scored last.
  ///   - scratch: Buffers.
  ///   - probabilities: The result, which is overwritten: a probability from 0 to 1 for each item.
  /// - Throws: `RankingError` if a logit is not finite.
  /// - Complexity: O(items + window + candidates · weights).
  func horizonProbabilities(
    within seconds: Double, scored: ScoredCandidates, features: QueryFeatures,
    scratch: inout UserModelScratch, into probabilities: inout [Float]
  ) throws {
    if features.candidates.isWhole {
      scratch.horizon.conditional.removeAll(keepingCapacity: true)
      scratch.horizon.conditional.append(contentsOf: scored.probabilities)
    } else {
      findConditional(of: features, scratch: &scratch)
    }
    try askHorizon(within: seconds, features: features, scratch: &scratch)
    horizon.pool.pool(scratch.horizon.opinions, into: &scratch.horizon.pooled)
    probabilities.removeAll(keepingCapacity: true)
    for conditional in scored.probabilities {
      probabilities.append(conditional * scratch.horizon.evidence.anything)
    }
    for (candidate, item) in scratch.horizon.evidence.items.enumerated() {
      probabilities[item] = scratch.horizon.pooled[candidate]
    }
  }

  /// Gathers evidence and opinions about a horizon in the scratch, which holds the candidates'
  /// conditional probabilities.
  func askHorizon(
    within seconds: Double, features: QueryFeatures, scratch: inout UserModelScratch
  ) throws {
    evidence.describe(
      within: seconds, conditional: scratch.horizon.conditional, into: &scratch.horizon.evidence,
      scratch: features.evidence)
    let matrix = scratch.horizon.evidence.matrix
    if let horizonModel {
      try horizonModel.logits(of: matrix, scratch: &scratch.scoring, into: &scratch.horizon.logits)
    }
    horizon.pool.write(matrix, logits: scratch.horizon.logits, into: &scratch.horizon.opinions)
  }

  /// Learns the value of opinions from the hours that pass before a donation.
  ///
  /// - Complexity: O(hours · cost of a query).
  mutating func learnHours(before donation: Donation, scratch: inout UserModelScratch) throws {
    let instant = donation.context.instant
    guard donation.hasExactTime else { return }
    if let last = evidence.lastTime, let clock = evidence.lastInstant, !evidence.identities.isEmpty {
      for hour in HorizonState.hours(after: last, upTo: instant.milliseconds) {
        horizon.settle(at: hour)
        guard teachesHorizon(hour) else { continue }
        let moment = try Instant(
          milliseconds: hour, offsetMinutes: clock.offsetMinutes, timeZone: clock.timeZone)
        try ask(at: AskedMoment(Context(at: moment)), scratch: &scratch)
        horizon.wait(
          for: hour, items: scratch.horizon.evidence.items, said: scratch.horizon.opinions)
      }
    }
    horizon.settle(at: instant.milliseconds)
  }

  /// Returns the evidence that each activity is done within a horizon, for training.
  package func horizonEvidence(
    at moment: AskedMoment, within seconds: Double, scratch: inout UserModelScratch
  ) throws -> HorizonEvidence {
    let features = features(at: moment, scratch: &scratch)
    try scoreCandidates(of: features, scratch: &scratch)
    findConditional(of: features, scratch: &scratch)
    evidence.describe(
      within: seconds, conditional: scratch.horizon.conditional, into: &scratch.horizon.evidence,
      scratch: features.evidence)
    scratch.reuse(consume features)
    return scratch.horizon.evidence
  }

  private func ask(at moment: AskedMoment, scratch: inout UserModelScratch) throws {
    var features = scratch.takeFeatures()
    describe(moment, limit: limits.learned(of: candidateCount), into: &features)
    try scoreCandidates(of: features, scratch: &scratch)
    findConditional(of: features, scratch: &scratch)
    try askHorizon(within: HorizonState.horizon, features: features, scratch: &scratch)
    scratch.reuse(consume features)
  }

  /// Computes conditional probabilities from the scores of candidates, in the scratch.
  private func findConditional(of features: QueryFeatures, scratch: inout UserModelScratch) {
    scratch.horizon.conditional.removeAll(keepingCapacity: true)
    scratch.horizon.conditional.append(contentsOf: scratch.scores.candidates)
    _ = Softmax.normalize(
      &scratch.horizon.conditional, in: scratch.horizon.conditional.indices, with: scratch.scores.none)
    let candidates = features.candidates
    for (place, logWeight) in candidates.logWeights.enumerated() {
      scratch.horizon.conditional[candidates.sampleStart + place] /= Float(
        Elementary.exponential(Double(logWeight)))
    }
  }
}
