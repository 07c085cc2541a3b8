internal import Answers
internal import Evaluation
internal import Features
internal import Ranking

/// A description of a model for people who must trust it or ship it: a page of Markdown.
public struct ModelCard: Sendable {
  private let record: TrainingRecord
  private let plan: FittingPlan
  private let measured: ModelComparison.Measured?
  private let provenance: Provenance?

  /// Creates the card of a model from the record of its fit.
  ///
  /// - Parameter measured: The figures on the logs; `nil` if it was fitted to examples, on which
  ///   nothing can be measured.
  public init(
    _ record: TrainingRecord, plan: FittingPlan, measured: ModelComparison.Measured?, provenance: Provenance?
  ) {
    self.record = record
    self.plan = plan
    self.measured = measured
    self.provenance = provenance
  }

  /// The page; the same for the same logs, plan and provenance.
  public var text: String {
    let weaknesses = CardWeaknesses(record: record, measured: measured)
    let notes = (provenance?.notes ?? []).flatMap { ["## \($0.title)", $0.text] }
    return
      ([
        "# A model that ranks the next activities of a user",
        "Made by `hunch train`. It holds weights, not donations: the value of evidence, learned from the people "
          + "below, without any record of what they did.",
        "## Data", data, "## Where the logs come from", origins, "## Features", features,
        "## Protocol", protocolWords, "## Settings", settings, "## Figures",
        measured.map { CardFigures(measured: $0).text } ?? Self.notMeasured,
        "## What it is bad at", weaknesses.text,
      ] + notes).joined(separator: "\n\n") + "\n"
  }

  private var data: String {
    let rows = record.logs.map { log in
      "| \(CardText.markdown(log.name)) | \(log.users) | \(log.donations) | `\(log.digest)` |"
    }
    let table = (["| log | users | donations | digest |", "| --- | ---: | ---: | --- |"] + rows).joined(
      separator: "\n")
    guard measured == nil, let log = record.logs.first else { return table }
    return
      "Fitted on examples of \(Formatting.count(log.users, "person", "people")) with "
      + "\(Formatting.count(log.donations, "donation")), made by `hunch-worker examples`.\n\n\(table)"
  }

  private static let notMeasured =
    "Not measured here: examples have no donations to replay. `hunch evaluate LOG --model MODEL` measures the model on "
    + "a log; it cannot tell whether donations of the log were among the examples."

  private var origins: String {
    let said = record.logs.compactMap { log in provenance?.logs[log.name].map { (log.name, $0) } }
    let unsaid = record.logs.map(\.name).filter { provenance?.logs[$0] == nil }
    var lines: [String] = []
    // Logs with the same text share an entry.
    for (index, (_, text)) in said.enumerated() where !said[..<index].contains(where: { $0.1 == text }) {
      let names = said.filter { $0.1 == text }.map { CardText.markdown($0.0) }
      lines.append("**\(names.joined(separator: ", "))**: \(text)")
    }
    if !unsaid.isEmpty {
      lines.append(
        "No origin is recorded for \(unsaid.map(CardText.markdown).joined(separator: ", ")): find out its terms before you "
          + "ship this model.")
    }
    return lines.joined(separator: "\n\n")
  }

  private var features: String {
    let schema = FeatureSchema.current
    let groups = FeatureGroup.allCases.compactMap { group -> String? in
      let names = schema.columns.filter { $0.group == group }.map { "`\($0.name)`" }
      let silent = plan.without.contains(group) ? " (**not learned from**)" : ""
      return names.isEmpty ? nil : "- \(group.rawValue)\(silent): \(names.joined(separator: ", "))"
    }
    let novelty = "- none of these: " + schema.noveltyNames.map { "`\($0)`" }.joined(separator: ", ")
    return
      "Schema `\(schema.fingerprint)`, \(schema.width) numbers per candidate, by the question they answer:\n\n"
      + (groups + [novelty]).joined(separator: "\n")
  }

  private var protocolWords: String {
    let percent = Formatting.fixed(record.until * 100, 0)
    let held = Formatting.fixed(record.validationShare * 100, 0)
    var words =
      "Objective: \(FittingPlan.objective).\n\nFitted on the first \(percent) % of each user's donations in time order; the "
      + "next \(held) %, if any, chose the epoch and the temperature."
    if let validation = record.validation {
      words +=
        " There, epoch \(validation.epoch) had a log loss of \(Formatting.fixed(validation.logLoss, 4)) nats and an MRR of "
        + "\(Formatting.fixed(validation.meanReciprocalRank, 4))."
    }
    guard measured != nil else { return words }
    return words
      + " Figures replay each user's donations: ask, score, then donate. Every query ranks all activities of the user, "
      + "knowing only the last known place. A new activity is a miss."
  }

  private var settings: String {
    (["| setting | value | meaning |", "| --- | --- | --- |"]
      + plan.hyperParameters.map { "| `\($0.name)` | \($0.value) | \($0.meaning) |" }).joined(separator: "\n")
  }
}

/// The figures of a model's card: a table for each log, and the curve over the donations seen.
struct CardFigures {
  let measured: ModelComparison.Measured

  /// The section.
  var text: String {
    (["Intervals hold 95 % of 1,000 bootstrap resamples, of users where there are several, else of queries."]
      + measured.logs.map(Self.section) + [coldStart]).joined(separator: "\n\n")
  }

  private static func section(_ outcome: ModelComparison.Outcome) -> String {
    "### \(CardText.markdown(outcome.log.name))\n\n"
      + (outcome.isMeasured ? table(outcome) : "Here \(ModelComparison.Outcome.nothingLeft).")
  }

  private static func table(_ outcome: ModelComparison.Outcome) -> String {
    let header =
      "| ranker | hit@1 | hit@3 | hit@5 | hit@8 | MRR | 95 % | per user | log loss | ECE |\n| --- |"
      + String(repeating: " ---: |", count: 9)
    let rows = outcome.evaluation.rankers.map { ranker in
      let metrics = ranker.metrics
      let cells =
        metrics.hitRate.map { Formatting.fixed($0, 3) } + [
          Formatting.fixed(metrics.meanReciprocalRank, 3), CardText.range(metrics.interval),
          Formatting.fixed(metrics.meanReciprocalRankPerUser, 3), Formatting.fixed(metrics.logLoss, 3),
          Formatting.fixed(metrics.calibrationError, 3),
        ]
      return "| \(ranker.name) | \(cells.joined(separator: " | ")) |"
    }
    var words = scored(outcome)
    if let lead = outcome.lead {
      words +=
        " Ahead of \(lead.baseline), the best rule here, by \(Formatting.signed(lead.mean, 3)) MRR (\(CardText.range(lead.interval)))."
    }
    return "\(words)\n\n\(header)\n\(rows.joined(separator: "\n"))"
  }

  private static func scored(_ outcome: ModelComparison.Outcome) -> String {
    Formatting.count(outcome.evaluation.scored, "query", "queries") + " of "
      + Formatting.count(outcome.evaluation.users, "user")
      + (outcome.isInSample
        ? ", **in-sample**: the model was fitted on these donations." : ", not seen in fitting.")
  }

  private var coldStart: String {
    let header =
      "| donations seen | users | queries | hunch | 95 % | best rule | lead | 95 % |\n"
      + "| --- | ---: | ---: | ---: | --- | --- | ---: | --- |"
    let rows = measured.coldStart.compactMap { slice -> String? in
      guard let engine = slice.figures.first, let rule = slice.bestBaseline, let lead = slice.lead else {
        return nil
      }
      let cells = [
        slice.label, Formatting.grouped(slice.users), Formatting.grouped(slice.queries),
        Formatting.fixed(engine.meanReciprocalRank, 3), CardText.range(engine.interval),
        "\(Formatting.fixed(rule.meanReciprocalRank, 3)) \(rule.name)", Formatting.signed(lead.mean, 3),
        CardText.range(lead.interval),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let words =
      "MRR by the number of donations seen of a user, over all queries of all logs, including those it was fitted on "
      + "(**in-sample**)."
    return "### With few donations\n\n\(words)\n\n\(header)\n\(rows.joined(separator: "\n"))"
  }
}

/// The weaknesses of a model that its figures show, and the limits of the figures.
struct CardWeaknesses {
  let record: TrainingRecord
  /// `nil` without figures.
  let measured: ModelComparison.Measured?

  /// The outcomes of the logs with figures.
  private var logs: [ModelComparison.Outcome] { measured?.logs.filter(\.isMeasured) ?? [] }

  /// The section, a list.
  var text: String {
    ([lowestLog, leastLead, worstCalibration] + lowestUsers + [fewDonations, inSample] + always)
      .compactMap(\.self).map { "- \($0)" }.joined(separator: "\n")
  }

  private var always: [String?] {
    let people = Formatting.count(record.logs.reduce(0) { $0 + $1.users }, "person", "people")
    return [
      "It cannot predict an activity that a user never did; it estimates how likely any new one is.",
      "It was fitted on \(people). Only figures on other logs show how well it serves other people.",
      "Probabilities are calibrated on the logs above; on other kinds of logs they may be too high or too low.",
      "It fits only the features of the schema above; a program with other features rejects it.",
    ]
  }

  private var lowestLog: String? {
    guard let outcome = logs.min(by: { $0.meanReciprocalRank < $1.meanReciprocalRank }),
      let engine = outcome.engine
    else { return nil }
    return
      "Lowest MRR: \(Formatting.fixed(engine.meanReciprocalRank, 3)) (\(CardText.range(engine.interval))) on "
      + "\(outcome.words); the right activity came first in \(Formatting.fixed((engine.hitRate.first ?? 0) * 100, 0)) % of queries."
  }

  private var leastLead: String? {
    let leads = logs.compactMap { outcome in outcome.lead.map { (outcome, $0) } }
    guard let (outcome, lead) = leads.min(by: { $0.1.mean < $1.1.mean }) else { return nil }
    let behind = leads.filter { $0.1.interval.lowerBound <= 0 }.map { $0.0.words }
    return "Smallest lead over the best simple rule: \(Formatting.signed(lead.mean, 3)) MRR "
      + "(\(CardText.range(lead.interval))) over \(lead.baseline) on \(outcome.words)."
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

  /// The tenth of users with the lowest figures, on logs with at least ten users.
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
    let first = (measured?.coldStart ?? []).prefix { ($0.highest ?? .max) < 10 }
    let weak = first.filter { ($0.lead?.interval.lowerBound ?? 1) <= 0 }
    guard let start = first.first, let engine = start.figures.first else { return nil }
    return "A new user: after \(start.label) donation\(start.highest == 1 ? "" : "s") the MRR is "
      + "\(Formatting.fixed(engine.meanReciprocalRank, 3)); before the first, nothing is known."
      + (weak.isEmpty
        ? ""
        : " Its lead over the best rule is not certain after \(weak.map(\.label).joined(separator: ", ")) donations.")
  }

  private var inSample: String? {
    logs.contains(where: \.isInSample)
      ? "Figures marked in-sample are too good: they come from donations that fitted or chose the model."
      : nil
  }
}

extension ModelComparison.Outcome {
  /// The engine's mean reciprocal rank.
  fileprivate var meanReciprocalRank: Double { engine?.meanReciprocalRank ?? 1 }
  /// The log's name, marked for in-sample figures.
  fileprivate var words: String { CardText.markdown(log.name) + (isInSample ? " (in-sample)" : "") }
}
