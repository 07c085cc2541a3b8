internal import Activities
internal import Features
internal import Suggestions

/// Suggestions as people and scripts read them.
struct SuggestionText {
  private let list: SuggestionList

  init(_ list: SuggestionList) {
    self.list = list
  }

  /// What standard output wants.
  var text: String {
    let terminal = Terminal.standardOutput
    return terminal.isInteractive ? drawn(on: terminal) : plain
  }

  /// For people: rank, probability with a bar, phrase; reasons below, and then a blank line between suggestions.
  func drawn(on terminal: Terminal) -> String {
    let width = String(list.suggestions.count).count
    let indentation = String(repeating: " ", count: width + 2)
    let blocks = list.suggestions.map { suggestion in
      let rank = Formatting.aligned(String(suggestion.rank), to: width)
      let percent = Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3)
      let bar = terminal.faint(Formatting.bar(suggestion.probability, width: 10))
      let head =
        "\(rank)  \(percent) %  \(bar)  \(terminal.bold(Formatting.shortened(Formatting.plain(suggestion.phrase), to: 56)))"
      return ([head] + reasons(suggestion, on: terminal).map { indentation + $0 }).joined(separator: "\n")
    }
    let isExplained = list.suggestions.contains { $0.explanation != nil }
    return blocks.joined(separator: isExplained ? "\n\n" : "\n")
  }

  /// Amounts below each other, with their sum under a rule; the facts are what is read, so they are not faint.
  private func reasons(_ suggestion: Suggestion, on terminal: Terminal) -> [String] {
    guard let explanation = suggestion.explanation else { return [] }
    func line(_ name: String, _ amount: String, _ words: String) -> String {
      terminal.faint(Formatting.padded(name, to: 10)) + " " + Formatting.aligned(amount, to: 6) + "  " + words
    }
    let parts = explanation.contributions.map { part in
      line(
        part.group.rawValue, Formatting.signed(part.amount, 2),
        part.fact.map { Formatting.plain($0.words) } ?? terminal.faint(part.group.words))
    }
    let rule = terminal.faint(String(repeating: " ", count: 10) + " " + String(repeating: "─", count: 6))
    let sum = line("sum", Formatting.signed(explanation.sum, 2), terminal.faint("above the average activity"))
    return parts + [rule, sum]
  }

  /// For scripts: fields with tabs between them.
  var plain: String {
    let lines = list.suggestions.flatMap { suggestion in
      let fields = [
        String(suggestion.rank), Formatting.fixed(suggestion.probability, 4), suggestion.phrase,
        suggestion.activity.title ?? "", suggestion.activity.activityType,
      ]
      var lines = [fields.map(Formatting.plain).joined(separator: "\t")]
      guard let explanation = suggestion.explanation else { return lines }
      for part in explanation.contributions {
        let words = Formatting.plain(part.fact?.words ?? "")
        lines.append("\t\(part.group.rawValue)\t\(Formatting.signed(part.amount, 4))\t\(words)")
      }
      lines.append("\tsum\t\(Formatting.signed(explanation.sum, 4))\tabove the average activity")
      return lines
    }
    return lines.joined(separator: "\n")
  }
}

extension Explanation {
  /// What the parts add up to: the score, within 1e-3.
  fileprivate var sum: Double { contributions.reduce(0) { $0 + $1.amount } }
}

extension FeatureGroup {
  /// What the group asks, said where no single count stands behind its answer.
  fileprivate var words: String {
    switch self {
    case .habit: "how often it is done"
    case .time: "how often at such a time"
    case .previous: "how often after what was just done"
    case .rhythm: "whether it is due again"
    case .place: "how often here"
    case .context: "how often in such circumstances"
    case .recency: "how long ago it was last done"
    case .kinship: "how much it has in common with what was just done"
    case .agreement: "how far the kinds of evidence agree"
    }
  }
}
