package import Activities
package import Features
internal import Kernels
internal import Ranking

/// Buffers of what is asked about a horizon.
struct HorizonScratch: Sendable {
  var evidence = HorizonEvidence()
  var logits: [Float] = []
  var opinions: [Float] = []
  var pooled: [Float] = []
}

extension UserModel {
  /// Estimates the probability of each row to be done within so long after the moment, before any rules.
  ///
  /// Evidence that speaks for a row becomes opinions, and these one probability (`HorizonPool`). A row that nothing speaks for has
  /// its conditional probability, times that of anything at all.
  ///
  /// - Parameters:
  ///   - seconds: How long after the moment.
  ///   - scored: The conditional scores and probabilities of the same query.
  ///   - features: The features of the same query.
  ///   - scratch: Buffers.
  ///   - probabilities: What is overwritten: a probability from 0 to 1 for each row.
  /// - Throws: `RankingError`, if a logit is not finite.
  /// - Complexity: O(rows + window + lines · weights).
  func horizonProbabilities(
    within seconds: Double, scored: ScoredCandidates, features: QueryFeatures,
    scratch: inout UserModelScratch, into probabilities: inout [Float]
  ) throws {
    try askHorizon(within: seconds, scored: scored, features: features, scratch: &scratch)
    horizon.pool.pool(scratch.horizon.opinions, into: &scratch.horizon.pooled)
    probabilities.removeAll(keepingCapacity: true)
    for conditional in scored.probabilities {
      probabilities.append(conditional * scratch.horizon.evidence.anything)
    }
    for (line, row) in scratch.horizon.evidence.rows.enumerated() {
      probabilities[row] = scratch.horizon.pooled[line]
    }
  }

  /// Gathers evidence and opinions about a horizon in the scratch.
  func askHorizon(
    within seconds: Double, scored: ScoredCandidates, features: QueryFeatures,
    scratch: inout UserModelScratch
  ) throws {
    evidence.describe(
      within: seconds, conditional: scored.probabilities, into: &scratch.horizon.evidence,
      scratch: features.evidence)
    let matrix = scratch.horizon.evidence.matrix
    if let horizonModel {
      try horizonModel.logits(of: matrix, scratch: &scratch.scoring, into: &scratch.horizon.logits)
    }
    horizon.pool.write(matrix, logits: scratch.horizon.logits, into: &scratch.horizon.opinions)
  }

  /// Lets the hours go by that lie before a donation, and learns from them what opinions are worth.
  ///
  /// - Complexity: O(hours · cost of a query).
  mutating func learnHours(before donation: Donation, scratch: inout UserModelScratch) throws {
    let instant = donation.context.instant
    guard donation.hasExactTime else { return }
    if let last = evidence.lastTime, let clock = evidence.lastInstant, !evidence.identities.isEmpty {
      for hour in HorizonState.hours(after: last, upTo: instant.milliseconds) {
        horizon.settle(at: hour)
        let moment = try Instant(
          milliseconds: hour, offsetMinutes: clock.offsetMinutes, timeZone: clock.timeZone)
        try ask(at: Context(at: moment), scratch: &scratch)
        horizon.wait(
          for: hour, rows: scratch.horizon.evidence.rows, said: scratch.horizon.opinions)
      }
    }
    horizon.settle(at: instant.milliseconds)
  }

  /// Describes what speaks for each activity to be done within so long after a moment: for training.
  package func horizonEvidence(
    at context: Context, within seconds: Double, scratch: inout UserModelScratch
  ) throws -> HorizonEvidence {
    let features = features(in: context, scratch: &scratch)
    let scored = try scores(of: features, scratch: &scratch)
    evidence.describe(
      within: seconds, conditional: scored.probabilities, into: &scratch.horizon.evidence,
      scratch: features.evidence)
    scratch.reuse(features)
    scratch.reuse(scored)
    return scratch.horizon.evidence
  }

  private func ask(at context: Context, scratch: inout UserModelScratch) throws {
    let features = features(in: context, scratch: &scratch)
    let scored = try scores(of: features, scratch: &scratch)
    try askHorizon(
      within: HorizonState.horizon, scored: scored, features: features, scratch: &scratch)
    scratch.reuse(features)
    scratch.reuse(scored)
  }
}
