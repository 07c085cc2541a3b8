internal import Activities
internal import Answers

extension ForgettingReport {
  /// The maximum number of activities to name; of more, those with the most donations are named.
  private static let mostNamed = 20

  /// A line with the number of donations, then one line for everything forgotten with them: the
  /// kind, the number, the name.
  var text: String {
    let verb = wouldForget == nil ? "forgot" : "would forget"
    let headline = "\(verb) \(Formatting.count(wouldForget ?? forgotten, "donation"))"
    var table = Table(header: ["kind", "count", "name"], words: [0, 2])
    if let first, let last { table.rows.append(["time", "", "\(first) to \(last)"]) }
    table.rows += types.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostNamed)
      .map { ["type", String($0.value), Formatting.plain($0.key)] }
    table.rows += activities.prefix(Self.mostNamed).map {
      ["activity", String($0.donations), Formatting.plain($0.title ?? $0.activityType)]
    }
    if activities.count > Self.mostNamed {
      table.rows.append(["activity", "", "and \(Formatting.grouped(activities.count - Self.mostNamed)) more"])
    }
    for (kind, count, name) in [
      ("feedback", feedbackShortened, "shortened"), ("feedback", feedbackRemoved, "removed"),
      ("search", searchEntries, "entries"), ("item", items, "in the indexes of programs"),
      ("phrase", phrases, "your own"), ("place", places, "named by you"),
      ("hint", hints, "or app catalog entries"),
      ("checkpoint", checkpoints, "saved states of the learned model"),
    ] where count > 0 {
      table.rows.append([kind, String(count), name])
    }
    return table.rows.isEmpty ? headline : headline + "\n" + table.text()
  }
}
