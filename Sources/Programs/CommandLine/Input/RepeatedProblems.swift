internal import Answers
internal import LogFormat

/// The bad lines of a file: the first of each kind is shown, and the others are summed up.
struct RepeatedProblems {
  /// The maximum number of lines that a summary lists.
  private static let named = 8
  /// The maximum number of kinds to track; every line of further kinds is shown.
  private static let mostKinds = 100

  private struct Kind {
    let reason: String
    let first: Int
    var count = 0
    var others: [Int] = []
  }

  private var kinds: [Kind] = []

  /// Counts a bad line, and returns whether to show it.
  mutating func isShown(_ problem: LineProblem) -> Bool {
    let reason = "\(problem.error)"
    guard let index = kinds.firstIndex(where: { $0.reason == reason }) else {
      if kinds.count < Self.mostKinds { kinds.append(Kind(reason: reason, first: problem.line)) }
      return true
    }
    kinds[index].count += 1
    if kinds[index].others.count < Self.named { kinds[index].others.append(problem.line) }
    return false
  }

  /// Returns a sentence about the lines of each kind that were not shown.
  func rest(of file: String) -> [String] {
    kinds.filter { $0.count > 0 }.map { kind in
      let more = kind.count - kind.others.count
      return "\(file): \(Formatting.count(kind.count, "more line")) like line \(kind.first): "
        + kind.others.map(String.init).joined(separator: ", ")
        + (more > 0 ? " and \(Formatting.grouped(more)) more" : "")
    }
  }
}
