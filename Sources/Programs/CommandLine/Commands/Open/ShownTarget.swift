internal import Activities
internal import Answers

/// A text to show before a question, as the lines of a terminal: all of it, or a part with the size
/// of the whole.
///
/// Long runs of blanks can push text off the screen, where nobody sees it. They are replaced by
/// their length (`⏎ × 400`). A text that still does not fit is cut in the middle, and its size is
/// shown.
struct ShownTarget {
  /// The lines to print.
  let lines: [String]
  /// The size of the whole text in words if the lines are only a part of it:
  /// `402 lines, 9,020 characters`.
  let size: String?

  /// Creates the lines of a text.
  ///
  /// - Parameters:
  ///   - text: The text, without invisible characters.
  ///   - rows: The number of rows that may be filled; at least 3.
  ///   - columns: The width of each row.
  /// - Complexity: O(length).
  init(_ text: String, rows: Int, columns: Int) {
    let lines = Self.shortened(text).map(Self.shortened(line:))
    let wrapped = lines.flatMap { Self.wrapped($0, to: max(8, columns)) }
    let rows = max(3, rows)
    guard wrapped.count > rows else {
      (self.lines, size) = (lines, nil)
      return
    }
    let tail = rows / 3
    let (first, last) = (wrapped.prefix(rows - tail - 1), wrapped.suffix(tail))
    let left = wrapped.dropFirst(first.count).dropLast(last.count).reduce(0) { $0 + $1.count }
    self.lines = Array(first) + ["… \(Formatting.count(left, "character")) not shown …"] + last
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).count
    size = "\(Formatting.count(all, "line")), \(Formatting.count(text.count, "character"))"
  }

  /// The maximum length of a run of blanks that is shown as it is, in columns.
  private static let longestRun = 16

  /// Returns the lines of a text, with several empty ones replaced by one line.
  private static func shortened(_ text: String) -> [String] {
    var lines: [String] = []
    var empty = 0
    func finish() {
      if empty > 1 {
        lines.append("⏎ × \(Formatting.grouped(empty + 1))")
      } else if empty == 1 {
        lines.append("")
      }
      empty = 0
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        empty += 1
      } else {
        finish()
        lines.append(String(line))
      }
    }
    finish()
    return lines
  }

  /// Returns a line with long runs of blanks replaced by their length.
  private static func shortened(line: String) -> String {
    var (shown, run, width) = ("", "", 0)
    func finish() {
      shown += width > longestRun ? "␣ × \(Formatting.grouped(run.count))" : run
      (run, width) = ("", 0)
    }
    for character in line {
      if character.isWhitespace {
        run.append(character)
        width += Self.width(of: character)
      } else {
        if !run.isEmpty { finish() }
        shown.append(character)
      }
    }
    finish()
    return shown
  }

  private static func wrapped(_ line: String, to columns: Int) -> [String] {
    var (rows, row, width) = ([String](), "", 0)
    for character in line {
      let own = Self.width(of: character)
      if width + own > columns {
        rows.append(row)
        (row, width) = ("", 0)
      }
      row.append(character)
      width += own
    }
    return rows + [row]
  }

  /// Returns the maximum width of a character in columns: 8 for tabs, 2 for wide scripts and emoji.
  private static func width(of character: Character) -> Int {
    if character == "\t" { return 8 }
    return character.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }
}
