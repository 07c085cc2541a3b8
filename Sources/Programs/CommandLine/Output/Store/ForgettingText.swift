internal import Activities
internal import Answers

extension ForgettingReport {
  /// Of so many activities the text names each; of more, the ones with most donations.
  private static let mostNamed = 20

  /// A line that says how many, then a line for each thing that went with them: the kind, the
  /// number, the name.
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
      ("hint", hints, "or catalogue entries"),
      ("checkpoint", checkpoints, "saved states of the learned model"),
    ] where count > 0 {
      table.rows.append([kind, String(count), name])
    }
    return table.rows.isEmpty ? headline : headline + "\n" + table.text()
  }
}
