internal import Evaluation
internal import Features
internal import Hunch
internal import Ranking
internal import Training

/// What a model is, for those who have to trust it or ship it: a page of Markdown.
struct ModelCard {
  let record: TrainingRecord
  let plan: FittingPlan
  let measured: ModelComparison.Measured
  let provenance: Provenance?

  /// The page; the same for the same logs, plan and provenance.
  var text: String {
    let weaknesses = CardWeaknesses(record: record, measured: measured)
    let notes = (provenance?.notes ?? []).flatMap { ["## \($0.title)", $0.text] }
    return
      ([
        "# A model for ranking what somebody does next",
        "Made by `hunch train`. It holds weights, no donations: what evidence is worth, learned from the people below, and "
          + "nothing of what they did.",
        "## Data", data, "## Where the logs come from", origins, "## Features", features,
        "## Protocol", protocolWords, "## Settings", settings, "## Figures",
        CardFigures(measured: measured).text,
        "## What it is bad at", weaknesses.text,
      ] + notes).joined(separator: "\n\n") + "\n"
  }

  private var data: String {
    let rows = record.logs.map { log in
      "| \(Formatting.markdown(log.name)) | \(log.users) | \(log.donations) | `\(log.digest)` |"
    }
    return (["| log | users | donations | digest |", "| --- | ---: | ---: | --- |"] + rows).joined(
      separator: "\n")
  }

  private var origins: String {
    let said = record.logs.compactMap { log in provenance?.logs[log.name].map { (log.name, $0) } }
    let unsaid = record.logs.map(\.name).filter { provenance?.logs[$0] == nil }
    var lines: [String] = []
    // Logs of which the same is said share an entry.
    for (index, (_, text)) in said.enumerated() where !said[..<index].contains(where: { $0.1 == text }) {
      let names = said.filter { $0.1 == text }.map { Formatting.markdown($0.0) }
      lines.append("**\(names.joined(separator: ", "))**: \(text)")
    }
    if !unsaid.isEmpty {
      lines.append(
        "Not said for \(unsaid.map(Formatting.markdown).joined(separator: ", ")): find out under which terms before you ship "
          + "this model.")
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
      "Schema `\(schema.fingerprint)`, \(schema.width) numbers a candidate, by the question they answer:\n\n"
      + (groups + [novelty]).joined(separator: "\n")
  }

  private var protocolWords: String {
    let percent = Formatting.fixed(record.until * 100, 0)
    let held = Formatting.fixed(record.validationShare * 100, 0)
    var words =
      "Objective: \(FittingPlan.objective).\n\nFitted on the first \(percent) % of each user's donations in time order; the "
      + "next \(held) %, as far as there are any, chose the epoch and the temperature."
    if let validation = record.validation {
      words +=
        " There, epoch \(validation.epoch) had a log loss of \(Formatting.fixed(validation.logLoss, 4)) nats and an MRR of "
        + "\(Formatting.fixed(validation.meanReciprocalRank, 4))."
    }
    return words
      + " Figures replay each user's donations: ask, score, then donate. Every query ranks all activities of the user, with "
      + "the last known place only; a new activity is a miss."
  }

  private var settings: String {
    (["| setting | value | meaning |", "| --- | --- | --- |"]
      + plan.hyperParameters.map { "| `\($0.name)` | \($0.value) | \($0.meaning) |" }).joined(separator: "\n")
  }
}
