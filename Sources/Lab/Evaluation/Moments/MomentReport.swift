/// The report of `hunch evaluate --moments --json`; its shape is fixed, so that scripts can rely on
/// it.
public struct MomentReport: Encodable, Sendable {
  private let log: String
  private let evaluation: MomentEvaluation
  private let isInSample: Bool

  /// Reports on a log.
  ///
  /// - Parameter isInSample: Whether the engine's model was fitted on the evaluated donations.
  public init(of evaluation: MomentEvaluation, log: String, isInSample: Bool = false) {
    self.log = log
    self.evaluation = evaluation
    self.isInSample = isInSample
  }

  private enum Key: String, CodingKey {
    case log, moments
    case isInSample = "in_sample"
  }

  /// Encodes `log`, and `moments` with `step_seconds`, `within_seconds`, `lead_seconds`, `asked`
  /// and the array `rankers`; also `"in_sample": true` if it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(log, forKey: .log)
    if isInSample { try container.encode(true, forKey: .isInSample) }
    try container.encode(MomentsMember(evaluation), forKey: .moments)
  }
}

private struct MomentsMember: Encodable {
  let stepSeconds: Double
  let withinSeconds: Double
  let leadSeconds: Double
  let asked: Int
  let rankers: [MomentRankerReport]

  init(_ evaluation: MomentEvaluation) {
    stepSeconds = evaluation.step
    withinSeconds = evaluation.horizon
    leadSeconds = evaluation.lead
    asked = evaluation.asked
    rankers = evaluation.rankers.map(MomentRankerReport.init)
  }

  private enum CodingKeys: String, CodingKey {
    case asked, rankers
    case stepSeconds = "step_seconds"
    case withinSeconds = "within_seconds"
    case leadSeconds = "lead_seconds"
  }
}

/// A ranker as JSON with all members; `calibration_error` is null if no probability was above 0.
private struct MomentRankerReport: Encodable {
  let ranker: MomentEvaluation.Ranker

  private enum Key: String, CodingKey {
    case name, brier, expected, happened, interruptions, reliability
    case calibrationError = "calibration_error"
    case underPolicy = "under_policy"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(ranker.name, forKey: .name)
    try container.encode(ranker.brier, forKey: .brier)
    try container.encode(ranker.expected, forKey: .expected)
    try container.encode(ranker.happened, forKey: .happened)
    try container.encode(ranker.calibrationError, forKey: .calibrationError)
    try container.encode(ranker.interruptions.map(InterruptionsReport.init), forKey: .interruptions)
    try container.encode(PolicyInterruptionsReport(ranker.underPolicy), forKey: .underPolicy)
    try container.encode(ranker.reliability.map(MomentBinReport.init), forKey: .reliability)
  }
}

/// A threshold as JSON; `came_true` is null without announcements.
private struct InterruptionsReport: Encodable {
  let interruptions: MomentEvaluation.Interruptions

  private enum Key: String, CodingKey {
    case threshold, said, missed
    case perDay = "per_day"
    case cameTrue = "came_true"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(interruptions.threshold, forKey: .threshold)
    try container.encode(interruptions.said, forKey: .said)
    try container.encode(interruptions.perDay, forKey: .perDay)
    try container.encode(interruptions.cameTrue, forKey: .cameTrue)
    try container.encode(interruptions.missed, forKey: .missed)
  }
}

/// Interruptions under a policy as JSON; `came_true` is null without interruptions.
private struct PolicyInterruptionsReport: Encodable {
  let interruptions: MomentEvaluation.PolicyInterruptions

  init(_ interruptions: MomentEvaluation.PolicyInterruptions) {
    self.interruptions = interruptions
  }

  private enum Key: String, CodingKey {
    case said, missed
    case perDay = "per_day"
    case cameTrue = "came_true"
    case missedPerDay = "missed_per_day"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(interruptions.said, forKey: .said)
    try container.encode(interruptions.perDay, forKey: .perDay)
    try container.encode(interruptions.cameTrue, forKey: .cameTrue)
    try container.encode(interruptions.missed, forKey: .missed)
    try container.encode(interruptions.missedPerDay, forKey: .missedPerDay)
  }
}

private struct MomentBinReport: Encodable {
  let said: Double
  let happened: Double
  let count: Int

  init(_ bin: ReliabilityBin) {
    said = bin.said
    happened = bin.met
    count = bin.queries
  }
}
