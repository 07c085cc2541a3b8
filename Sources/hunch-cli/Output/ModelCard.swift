internal import Evaluation
internal import Features
internal import Hunch
internal import Training

/// What a model is, for those who have to trust it: a page of Markdown.
struct ModelCard {
  let record: TrainingRecord
  let measured: [ModelComparison.Outcome]

  /// The page; the same for the same logs and seed.
  var text: String {
    [
      "# A model for ranking what somebody does next",
      "Made by `hunch train`. It holds weights, no donations: what evidence is worth, learned from the people below, and "
        + "nothing of what they did.",
      "## Data", data, "## Features", features, "## Protocol", protocolWords, "## Figures", figures,
      "## Limits", limits,
    ].joined(separator: "\n\n") + "\n"
  }

  private var data: String {
    let rows = record.logs.map { log in
      "| \(Formatting.plain(log.name)) | \(log.users) | \(log.donations) | `\(log.digest.prefix(16))…` |"
    }
    return (["| log | users | donations | digest |", "| --- | ---: | ---: | --- |"] + rows).joined(
      separator: "\n")
  }

  private var features: String {
    let schema = FeatureSchema.current
    let groups = FeatureGroup.allCases.compactMap { group -> String? in
      let names = schema.columns.filter { $0.group == group }.map { "`\($0.name)`" }
      return names.isEmpty ? nil : "- \(group.rawValue): \(names.joined(separator: ", "))"
    }
    let novelty = "- none of these: " + schema.noveltyNames.map { "`\($0)`" }.joined(separator: ", ")
    return
      "Schema `\(schema.fingerprint)`, \(schema.width) numbers a candidate, by the question they answer:\n\n"
      + (groups + [novelty]).joined(separator: "\n")
  }

  private var protocolWords: String {
    let percent = Formatting.fixed(record.until * 100, 0)
    let held = Formatting.fixed(record.validationShare * 100, 0)
    var words =
      "Fitted on the first \(percent) % of each user's donations in time order (seed \(record.seed)); the next \(held) %, as "
      + "far as there are any, chose the epoch and the temperature."
    if let validation = record.validation {
      words +=
        " There, epoch \(validation.epoch) had a log loss of \(Formatting.fixed(validation.logLoss, 4)) nats and an MRR of "
        + "\(Formatting.fixed(validation.meanReciprocalRank, 4))."
    }
    let settings = record.settings.sorted { $0.key < $1.key }.map { "`\($0.key)` \($0.value)" }
    return words
      + " Every query ranks all activities of the user, with the last known place only.\n\nSettings: "
      + settings.joined(separator: ", ") + "."
  }

  private var figures: String {
    let tables = measured.map { outcome in
      let heading = "### \(Formatting.plain(outcome.log.name))"
      let scored =
        "\(outcome.evaluation.scored) queries"
        + (outcome.isInSample
          ? ", **in-sample**: the model was fitted on these very donations." : ", not seen in fitting.")
      let header =
        "| ranker | hit@1 | hit@3 | hit@5 | hit@8 | MRR | per user | log loss | ECE |\n| --- |"
        + String(repeating: " ---: |", count: 8)
      let rows = outcome.evaluation.rankers.map { ranker in
        let metrics = ranker.metrics
        let figures =
          metrics.hitRate + [metrics.meanReciprocalRank, metrics.meanReciprocalRankPerUser]
        let cells =
          figures.map { Formatting.fixed($0, 3) } + [
            Formatting.fixed(metrics.logLoss, 3), Formatting.fixed(metrics.calibrationError, 3),
          ]
        return "| \(ranker.name) | \(cells.joined(separator: " | ")) |"
      }
      return "\(heading)\n\n\(scored)\n\n\(header)\n\(rows.joined(separator: "\n"))"
    }
    return tables.joined(separator: "\n\n")
  }

  private var limits: String {
    """
    - It was fitted on few people. How well it serves others is told only by figures on logs that are not named above.
    - It cannot foresee what a user never did; it says how likely that is.
    - Probabilities are calibrated on the logs above; on other kinds of logs they may be too sure or too shy.
    - It fits the features of the schema above only; a program with other features refuses it.
    """
  }
}
