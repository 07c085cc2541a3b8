internal import Activities
internal import Answers
internal import Features
internal import Suggestions

/// The text of suggestions, for people and scripts.
struct SuggestionText {
  private let list: SuggestionList
  private let hasDetails: Bool
  private let hasPhrases: Bool
  private let isWhole: Bool

  /// The minimum probability of a suggestion that a terminal shows.
  private static let leastShown = 0.03
  /// The number of suggestions that a terminal shows if all are less likely than that.
  private static let mostUnlikely = 3
  private static let barWidth = 10

  /// - Parameters:
  ///   - details: Whether explanations have the contributions to the score.
  ///   - phrases: Whether to print the phrase of each suggestion.
  ///   - isWhole: Whether a terminal also shows unlikely suggestions.
  init(_ list: SuggestionList, details: Bool = false, phrases: Bool = false, isWhole: Bool) {
    (self.list, hasDetails, hasPhrases, self.isWhole) = (list, details, phrases, isWhole)
  }

  /// The text for standard output.
  var text: String {
    let terminal = Terminal.standardOutput
    return terminal.isInteractive ? drawn(on: terminal) : plain
  }

  /// The suggestions that are likely enough for a terminal.
  private var likely: [Suggestion] {
    list.suggestions.filter { $0.probability >= Self.leastShown || $0.isPinned }
  }

  /// The suggestions that a terminal shows.
  var shown: [Suggestion] {
    let likely = likely
    return isWhole
      ? list.suggestions : likely.isEmpty ? Array(list.suggestions.prefix(Self.mostUnlikely)) : likely
  }

  /// Returns the text for people: rank, probability with a bar, and title; with reasons below,
  /// blank lines separate the suggestions.
  ///
  /// Unless the whole list is wanted, it ends after the likely suggestions, with a note.
  func drawn(on terminal: Terminal) -> String {
    let (likely, shown) = (likely, shown)
    let width = String(shown.last?.rank ?? 0).count
    let indentation = String(repeating: " ", count: width + 2)
    let blocks = shown.map { suggestion in
      let rank = Formatting.aligned(String(suggestion.rank), to: width)
      let percent = Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3)
      let said = Formatting.within("\(percent) %", list.horizon)
      let room = (terminal.columns ?? .max) - indentation.count - said.count - 2
      let isNarrow = room < Self.barWidth + 2 + 24
      let bar =
        isNarrow ? "" : "  " + terminal.faint(Formatting.bar(suggestion.probability, width: Self.barWidth))
      let title = Formatting.shortened(
        Formatting.plain("\(suggestion.displayTitle)"),
        to: min(56, max(10, room - (isNarrow ? 0 : Self.barWidth + 2))))
      let phrase = hasPhrases ? "  " + terminal.faint("say: \(Formatting.plain(suggestion.phrase))") : ""
      let head = "\(rank)  \(said)\(bar)  \(terminal.bold(title))\(phrase)"
      let hint =
        (suggestion.isPinned ? [FrontDoor.pinned] : [])
        + (suggestion.hinter.map { ["hint of \(Formatting.plain($0))"] } ?? [])
      let reasons =
        suggestion.explanation.map {
          ExplanationText($0, details: hasDetails).drawn(on: terminal, indentation: indentation.count)
        } ?? []
      return ([head] + (hint.map(terminal.faint) + reasons).map { indentation + $0 }).joined(separator: "\n")
    }
    let isExplained = list.suggestions.contains { $0.explanation != nil }
    let text = blocks.joined(separator: isExplained ? "\n\n" : "\n")
    guard shown.count < list.suggestions.count else { return text }
    let verdict = likely.isEmpty ? "nothing is likely; these are the most likely" : "nothing else is likely"
    return "\(text)\n\(terminal.faint("\(verdict) (--all for more)"))"
  }

  /// The text for scripts: tab-separated fields; a horizon is the last one.
  var plain: String {
    let lines = list.suggestions.flatMap { suggestion in
      let fields =
        [
          String(suggestion.rank), Formatting.fixed(suggestion.probability, 4), "\(suggestion.displayTitle)",
        ] + (hasPhrases ? [suggestion.phrase] : []) + [suggestion.activity.activityType]
        + (suggestion.isPinned ? ["pinned"] : [])
        + [suggestion.hinter.map { "hint of \($0)" }].compactMap(\.self)
        + Formatting.horizonField(list.horizon)
      var lines = [fields.map(Formatting.plain).joined(separator: "\t")]
      if let explanation = suggestion.explanation {
        lines += ExplanationText(explanation, details: hasDetails).plain
      }
      return lines
    }
    return lines.joined(separator: "\n")
  }
}
