internal import Answers
internal import Suggestions

/// The text of the reasons for a suggestion, for people and scripts.
struct ExplanationText {
  private let explanation: Explanation
  private let hasDetails: Bool
  private let isSuggested: Bool

  /// - Parameters:
  ///   - details: Whether to print the contributions to the score.
  ///   - isSuggested: Whether the activity is suggested, so that its facts are reasons.
  init(_ explanation: Explanation, details: Bool, isSuggested: Bool = true) {
    (self.explanation, hasDetails, self.isSuggested) = (explanation, details, isSuggested)
  }

  /// Returns the text for people: a sentence, and with details the amounts below each other, with
  /// their sum under a rule.
  ///
  /// The facts matter most, so they are not faint.
  ///
  /// - Parameter indentation: The number of columns that the caller uses at the left of each line.
  func drawn(on terminal: Terminal, indentation: Int = 0) -> [String] {
    let width = max(24, min(terminal.columns ?? Self.readable, Self.readable) - indentation)
    let said = isSuggested ? explanation.sentence : explanation.statement
    let sentence = Formatting.wrapped(Formatting.plain(said), to: width)
    return hasDetails ? sentence + contributions(on: terminal) : sentence
  }

  /// The maximum width of a line of prose in columns.
  private static let readable = 96

  private func contributions(on terminal: Terminal) -> [String] {
    let width = explanation.contributions.map(\.group.title.count).max() ?? 0
    func line(_ name: String, _ amount: String, _ words: String) -> String {
      terminal.faint(Formatting.padded(name, to: width)) + " " + Formatting.aligned(amount, to: 6) + "  "
        + words
    }
    let parts = explanation.contributions.map { part in
      line(
        part.group.title, Formatting.signed(part.amount, 2),
        part.fact.map { Formatting.plain($0.words) } ?? terminal.faint("no single count"))
    }
    let rule = terminal.faint(String(repeating: " ", count: width) + " " + String(repeating: "─", count: 6))
    let odds = "in nats, logarithms of odds: 0.7 more is about twice the odds"
    return parts + [rule, line("sum", Formatting.signed(sum, 2), terminal.faint(Self.meaning))]
      + terminal.wrapped(odds).split(separator: "\n").map { terminal.faint(String($0)) }
  }

  /// The lines for scripts: an empty field, `why`, and a field for each fact; with details also
  /// lines of an empty field, group, amount and fact.
  var plain: [String] {
    let facts = ["", "why"] + explanation.facts.map { Formatting.plain($0.words) }
    guard hasDetails else { return [facts.joined(separator: "\t")] }
    let parts = explanation.contributions.map { part in
      let words = Formatting.plain(part.fact?.words ?? "")
      return "\t\(part.group.name)\t\(Formatting.signed(part.amount, 4))\t\(words)"
    }
    return [facts.joined(separator: "\t")] + parts + ["\tsum\t\(Formatting.signed(sum, 4))\t\(Self.meaning)"]
  }

  private static let meaning = "nats above the mean of your activities"

  /// The sum of the parts: the score, within 1e-3.
  private var sum: Double { explanation.contributions.reduce(0) { $0 + $1.amount } }
}
