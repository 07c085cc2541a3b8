internal import Charts
internal import Evaluation

/// The cold start over the users of all logs.
struct PooledSection {
  let curve: [QuerySlice]
  let logs: Int
  let isInSample: Bool

  /// The identifier, unique on the page.
  let identifier = "pooled"

  /// The title.
  var title: String { "Cold start, all users of all \(logs) logs" }

  /// The section.
  var markup: Markup {
    let curves = SliceCurves(engineName: LogSection.engineName(isInSample: isInSample))
    let note = Markup(
      "p", ["class": "warning", "role": "note"],
      ["In-sample: the model was fitted on some of the donations that count here."])
    return Markup(
      "section", ["class": "log", "aria-labelledby": identifier],
      [Markup("h2", ["id": identifier], ["\(title)"])] + (isInSample ? [note] : [])
        + [Page.pictures(curves.coldStart(curve, identifier: "pooled-cold-start"))])
  }
}
