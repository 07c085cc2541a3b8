internal import Features
internal import Suggestions

/// The contributions to a score, as people and scripts read them.
struct ExplanationText {
  private let explanation: Explanation

  init(_ explanation: Explanation) {
    self.explanation = explanation
  }

  /// For people: amounts below each other, with their sum under a rule; the facts are what is read, so they are not faint.
  func drawn(on terminal: Terminal) -> [String] {
    func line(_ name: String, _ amount: String, _ words: String) -> String {
      terminal.faint(Formatting.padded(name, to: 10)) + " " + Formatting.aligned(amount, to: 6) + "  " + words
    }
    let parts = explanation.contributions.map { part in
      line(
        part.group.name, Formatting.signed(part.amount, 2),
        part.fact.map { Formatting.plain($0.words) } ?? terminal.faint(part.group.words))
    }
    let rule = terminal.faint(String(repeating: " ", count: 10) + " " + String(repeating: "─", count: 6))
    return parts + [rule, line("sum", Formatting.signed(sum, 2), terminal.faint(Self.meaning))]
  }

  /// For scripts: an empty field, group, amount and fact, with tabs between them.
  var plain: [String] {
    explanation.contributions.map { part in
      let words = Formatting.plain(part.fact?.words ?? "")
      return "\t\(part.group.name)\t\(Formatting.signed(part.amount, 4))\t\(words)"
    } + ["\tsum\t\(Formatting.signed(sum, 4))\t\(Self.meaning)"]
  }

  private static let meaning = "above the average activity"

  /// The sum of the parts: the score, within 1e-3.
  private var sum: Double { explanation.contributions.reduce(0) { $0 + $1.amount } }
}

extension ReasonGroup {
  /// The words for what the group asks, said where no single count stands behind its answer.
  fileprivate var words: String {
    switch self {
    case .evidence(let group): group.words
    case .feedback: "what you made of it when it was shown"
    case .benefit: "what its program says that it saves"
    case .combination: "how many ways of doing it are offered as one"
    case .hint: "what a program says may matter now"
    }
  }
}

extension FeatureGroup {
  fileprivate var words: String {
    switch self {
    case .habit: "how often it is done"
    case .time: "how often at such a time"
    case .previous: "how often after what was just done"
    case .rhythm: "whether it is due again"
    case .place: "how often here"
    case .context: "how often in such circumstances"
    case .recency: "how long ago it was last done"
    case .sharedParameters: "how much it has in common with what was just done"
    case .agreement: "how far the kinds of evidence agree"
    }
  }
}
