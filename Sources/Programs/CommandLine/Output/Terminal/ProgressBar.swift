internal import Answers
internal import Synchronization

/// Shows progress on standard error, if that is a terminal and `--quiet` is not set.
final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var drawn = ""
  }

  private let isShown: Bool
  private let label: String
  private let state = Mutex(State())

  /// Creates a bar that is not shown yet.
  init(_ label: String, quiet: Bool) {
    self.label = label
    isShown = !quiet && Terminal.standardError.isInteractive
  }

  deinit {
    finish()
  }

  /// Adds to the amount done of a total.
  func advance(by amount: Int, of total: Int) {
    let done = state.withLock { state in
      state.done += amount
      return state.done
    }
    show(done, of: total)
  }

  /// Shows the amount done of a total, with words after it.
  func show(_ done: Int, of total: Int, words: String = "") {
    let share = total > 0 ? Double(done) / Double(total) : 0
    draw("\(label) \(Formatting.bar(share, width: 24))▏ \(Int(share * 100)) % \(words)")
  }

  /// Shows words, if the total is unknown.
  func show(_ words: String) {
    draw("\(label) \(words)")
  }

  /// Erases the bar.
  func finish() {
    let wasDrawn = state.withLock { state in
      defer { state.drawn = "" }
      return !state.drawn.isEmpty
    }
    if wasDrawn { Console.eraseLine() }
  }

  private func draw(_ text: String) {
    guard isShown else { return }
    state.withLock { state in
      guard state.drawn != text else { return }
      state.drawn = text
      Console.redraw(text)
    }
  }
}
