internal import Answers

extension SuggestionStatisticsReport {
  /// The text for standard output: two tables for people, one for scripts.
  var text: String {
    let terminal = Terminal.standardOutput
    return terminal.isInteractive ? drawn(on: terminal) : plain
  }

  /// The words for feedback that names no surface.
  private static let noSurface = "not stated"

  private func drawn(on terminal: Terminal) -> String {
    var counts = Table(
      header: ["week", "surface", "lists", "shown", "taken", "ignored"], words: [0, 1], dispensable: [2])
    counts.rows.append(["all", "all", String(lists), String(shown), String(taken), String(ignored)])
    for row in surfaces + weeks {
      counts.rows.append([row.week ?? "all", row.surface.value ?? Self.noSurface] + row.numbers)
    }
    var parts = [counts.aligned(on: terminal)]
    if !probabilities.bins.isEmpty {
      var bins = Table(
        header: ["probability", "suggestions", "said", "came true"], words: [0], dispensable: [1])
      for bin in probabilities.bins {
        bins.rows.append([
          "\(Self.percent(bin.from)) to \(Self.percent(bin.to)) %", String(bin.suggestions),
          "\(Self.percent(bin.said)) %", "\(Self.percent(bin.cameTrue)) %",
        ])
        bins.bars.append(bin.cameTrue)
      }
      parts.append(terminal.bold("Probabilities and outcomes") + "\n" + bins.aligned(on: terminal))
    }
    let notes = [
      (probabilities.undecided, "has no outcome yet", "have no outcome yet"),
      (probabilities.unstated, "was recorded without a probability", "were recorded without a probability"),
    ]
    for (number, one, several) in notes where number > 0 {
      parts.append(
        terminal.faint(
          terminal.wrapped("\(Formatting.count(number, "suggestion")) \(number == 1 ? one : several)")))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The lines for scripts: a kind, then the same columns for each.
  private var plain: String {
    var table = Table(
      header: [
        "kind", "week", "surface", "lists", "shown", "taken", "ignored", "from", "to", "said", "done",
      ])
    let noProbability = ["", "", "", ""]
    table.rows.append(
      ["all", "", "", String(lists), String(shown), String(taken), String(ignored)] + noProbability)
    for row in surfaces {
      table.rows.append(["surface", "", row.surface.value ?? ""] + row.numbers + noProbability)
    }
    for row in weeks {
      table.rows.append(["week", row.week ?? "", row.surface.value ?? ""] + row.numbers + noProbability)
    }
    for bin in probabilities.bins {
      table.rows.append(
        ["probability", "", "", "", String(bin.suggestions), "", ""]
          + [
            Formatting.fixed(bin.from, 1), Formatting.fixed(bin.to, 1), Formatting.fixed(bin.said, 4),
            String(bin.done),
          ])
    }
    for (kind, number) in [("undecided", probabilities.undecided), ("unstated", probabilities.unstated)] {
      table.rows.append([kind, "", "", "", String(number), "", ""] + noProbability)
    }
    return table.tabSeparated
  }

  private static func percent(_ share: Double) -> String { Formatting.fixed(share * 100, 0) }
}

extension SuggestionStatisticsReport.Row {
  /// The columns with numbers.
  fileprivate var numbers: [String] { [lists, shown, taken, ignored].map { String($0) } }
}
