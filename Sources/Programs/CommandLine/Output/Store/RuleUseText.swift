internal import Activities
internal import Answers

/// The privacy rules that left donations out of an import, in words.
struct RuleUseText {
  /// Where the words are printed.
  enum Output {
    case standardOutput, standardError

    /// Whether users' data may appear there: standard error of a script may be kept in a log.
    fileprivate var mayHaveData: Bool { self == .standardOutput || Terminal.standardError.isInteractive }
  }

  /// The criteria of the rules, by number, where they may be printed: they have the user's words.
  private var criteria: [Int: String] = [:]

  /// - Parameters:
  ///   - rules: The rules of the store.
  ///   - output: Where the words are printed.
  ///   - now: The present moment.
  init(_ rules: PrivacyRules, on output: Output, now: Instant) {
    guard output.mayHaveData else { return }
    let reports = rules.rules.map { RuleReport($0, at: now) }
    criteria = Dictionary(reports.map { ($0.number, $0.what) }) { first, _ in first }
  }

  /// Returns the rules with the number of donations that each filtered, the most first: `left out
  /// by your rules: 40 by rule 1, 2 by rule 3`; `nil` if none filtered any.
  func line(of uses: [RuleUse]) -> String? {
    let words = uses.filter { $0.filtered > 0 }
      .sorted { ($1.filtered, $0.number) < ($0.filtered, $1.number) }
      .map { use in
        let what = use.isPause ? "a pause" : criteria[use.number]
        return "\(Formatting.grouped(use.filtered)) by rule \(use.number)\(what.map { " (\($0))" } ?? "")"
      }
      .joined(separator: ", ")
    return words.isEmpty ? nil : "left out by your rules: \(words)"
  }
}
