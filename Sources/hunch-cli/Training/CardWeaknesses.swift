internal import Evaluation
internal import Hunch

/// What a model is bad at, as far as its figures tell, and what they cannot tell.
struct CardWeaknesses {
  let record: TrainingRecord
  let measured: ModelComparison.Measured

  /// Those that have figures.
  private var logs: [ModelComparison.Outcome] { measured.logs.filter(\.isMeasured) }

  /// The section, a list.
  var text: String {
    ([lowestLog, leastLead, worstCalibration] + lowestUsers + [fewDonations, inSample] + always)
      .compactMap(\.self).map { "- \($0)" }.joined(separator: "\n")
  }

  private var always: [String?] {
    let people = Formatting.count(record.logs.reduce(0) { $0 + $1.users }, "person", "people")
    return [
      "It cannot foresee what a user never did; it says how likely that is.",
      "It was fitted on \(people). How well it serves others is told only by figures on logs that are not named above.",
      "Probabilities are calibrated on the logs above; on other kinds of logs they may be too sure or too shy.",
      "It fits the features of the schema above only; a program with other features refuses it.",
    ]
  }

  private var lowestLog: String? {
    guard let outcome = logs.min(by: { $0.meanReciprocalRank < $1.meanReciprocalRank }),
      let engine = outcome.engine
    else { return nil }
    return
      "Lowest MRR: \(Formatting.fixed(engine.meanReciprocalRank, 3)) (\(CardFigures.range(engine.interval))) on "
      + "\(outcome.words); what was wanted came first in \(Formatting.fixed((engine.hitRate.first ?? 0) * 100, 0)) % of queries."
  }

  private var leastLead: String? {
    let leads = logs.compactMap { outcome in outcome.lead.map { (outcome, $0) } }
    guard let (outcome, lead) = leads.min(by: { $0.1.mean < $1.1.mean }) else { return nil }
    let behind = leads.filter { $0.1.interval.lowerBound <= 0 }.map { $0.0.words }
    return "Least lead over the best simple rule: \(Formatting.signed(lead.mean, 3)) MRR "
      + "(\(CardFigures.range(lead.interval))) over \(lead.baseline) on \(outcome.words)."
      + (behind.isEmpty
        ? "" : " The lead may be chance (its interval reaches 0) on \(behind.joined(separator: ", ")).")
  }

  private var worstCalibration: String? {
    let errors = logs.compactMap { outcome in outcome.engine?.calibrationError.map { (outcome, $0) }
    }
    guard let (outcome, error) = errors.max(by: { $0.1 < $1.1 }) else { return nil }
    let high = errors.filter { $0.1 > 0.03 }.map { $0.0.words }
    return "Largest calibration error: \(Formatting.fixed(error, 3)) on \(outcome.words)."
      + (high.isEmpty ? "" : " It is above 0.03 on \(high.joined(separator: ", ")).")
  }

  /// Of logs with at least ten users.
  private var lowestUsers: [String?] {
    logs.map { outcome in
      guard let users = outcome.evaluation.details?.users.first, users.users >= 10,
        let tenth = Self.quantile(0.1, of: users), let median = Self.quantile(0.5, of: users)
      else { return nil }
      return
        "One user in ten has an MRR below \(Formatting.fixed(tenth, 3)) on \(outcome.words); the median is "
        + "\(Formatting.fixed(median, 3))."
    }
  }

  private static func quantile(_ share: Double, of users: UserDistribution) -> Double? {
    let index = UserDistribution.shares.firstIndex(of: share)
    return index.flatMap { users.quantiles.indices.contains($0) ? users.quantiles[$0] : nil }
  }

  private var fewDonations: String? {
    let first = measured.coldStart.prefix { ($0.highest ?? .max) < 10 }
    let weak = first.filter { ($0.lead?.interval.lowerBound ?? 1) <= 0 }
    guard let start = first.first, let engine = start.figures.first else { return nil }
    return "A new user: after \(start.label) donation\(start.highest == 1 ? "" : "s") the MRR is "
      + "\(Formatting.fixed(engine.meanReciprocalRank, 3)); before the first nothing is known."
      + (weak.isEmpty
        ? ""
        : " It is not surely ahead of the best rule after \(weak.map(\.label).joined(separator: ", ")) donations.")
  }

  private var inSample: String? {
    logs.contains(where: \.isInSample)
      ? "Figures marked in-sample flatter it: they are of donations that it was fitted on or chosen by." : nil
  }
}

extension ModelComparison.Outcome {
  /// The engine's mean reciprocal rank.
  fileprivate var meanReciprocalRank: Double { engine?.meanReciprocalRank ?? 1 }
  /// The log's name, marked if its figures flatter.
  fileprivate var words: String { Formatting.markdown(log.name) + (isInSample ? " (in-sample)" : "") }
}
