/// The text that a user has typed, which rules out every line that does not begin with it.
///
/// At an empty prompt, a line has the probability q. After a prefix, it is the share of q in
/// everything that may still come:
///
///     P(line | prefix) = q(line) / (Σ q(known lines with the prefix) + f · (1 − Σ q(known lines)))
///
/// The second term is the probability of a line that was never run, and begins with the prefix.
/// Each different line was new once, so f, the share of the different known lines that have the
/// prefix, tells how many new ones do. One more line is counted, as no prefix is impossible.
/// Without a prefix, f is 1, and P is q.
struct TypedPrefix {
  /// The probability of everything that may still come.
  private let rest: Double

  /// - Parameters:
  ///   - prefix: The typed text.
  ///   - likely: Lines with their probabilities at an empty prompt; others count as new.
  ///   - known: All different lines that the user ran.
  /// - Complexity: O(lines).
  init(_ prefix: String, likely: [(line: String, probability: Double)], known: some Collection<String>) {
    guard !prefix.isEmpty else {
      rest = 1
      return
    }
    let all = likely.reduce(0) { $0 + $1.probability }
    let matching = likely.reduce(0) { $0 + ($1.line.hasPrefix(prefix) ? $1.probability : 0) }
    let share = Double(known.count { $0.hasPrefix(prefix) } + 1) / Double(known.count + 1)
    rest = matching + share * max(0, 1 - all)
  }

  /// Returns the probability of a line with the prefix, given that at an empty prompt.
  func conditioned(_ probability: Double) -> Double { rest > 0 ? min(1, probability / rest) : 0 }
}
