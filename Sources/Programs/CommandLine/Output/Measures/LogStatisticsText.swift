internal import Answers
internal import Evaluation

extension LogStatistics.Report {
  /// One line per count: the kind, the number, the name.
  var text: String {
    var table = Table(header: ["kind", "donations", "name"], words: [0, 2])
    table.rows.append(["all", String(donations), "\(first ?? "") to \(last ?? "")"])
    for (kind, counts) in [
      ("user", users), ("program", programs), ("type", types), ("activity", activities),
    ] {
      table.rows += counts.map { [kind, String($0.donations), Formatting.plain($0.name)] }
    }
    return table.text()
  }
}
