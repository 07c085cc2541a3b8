internal import Answers

/// Rows of text in columns: aligned for people, tab-separated for programs.
struct Table {
  /// The names of the columns.
  let header: [String]
  /// The columns of words, which are aligned to the left; numbers are aligned to the right.
  var words: Set<Int> = [0]
  /// The columns to omit on a narrow terminal, in this order, after the bars.
  var dispensable: [Int] = []
  /// The rows.
  var rows: [[String]] = []
  /// The share from 0 to 1 that a bar after each row shows on a terminal.
  var bars: [Double] = []

  /// Returns the table for people; a narrow terminal gets no bars, and then fewer columns.
  func aligned(on terminal: Terminal) -> String {
    let rows = plainRows
    var widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    let (shown, showsBars) = layout(of: &widths, in: terminal.columns ?? .max)
    func line(_ cells: [String]) -> String {
      shown.map { index in
        words.contains(index)
          ? Formatting.padded(Formatting.shortened(cells[index], to: widths[index]), to: widths[index])
          : Formatting.aligned(cells[index], to: widths[index])
      }.joined(separator: "  ").trimmingSuffix()
    }
    let body = rows.enumerated().map { index, row in
      index < bars.count && showsBars
        ? (line(row) + "  " + Formatting.bar(bars[index], width: Self.barWidth)).trimmingSuffix() : line(row)
    }
    return ([terminal.faint(line(header))] + body).joined(separator: "\n")
  }

  private static let barWidth = 20

  /// The minimum width to which words are shortened, in characters.
  private static let leastWidth = 10

  /// Returns the columns that fit, and whether bars fit too; if the columns do not fit, the widest
  /// words are shortened.
  private func layout(of widths: inout [Int], in columns: Int) -> (shown: [Int], showsBars: Bool) {
    var shown = Array(header.indices)
    func width() -> Int { shown.map { widths[$0] }.reduce(0, +) + 2 * max(0, shown.count - 1) }
    let showsBars = !bars.isEmpty && width() + 2 + Self.barWidth <= columns
    for column in dispensable where width() > columns { shown.removeAll { $0 == column } }
    while width() > columns, let widest = shown.filter(words.contains).max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.leastWidth
    {
      widths[widest] -= 1
    }
    return (shown, showsBars)
  }

  /// The rows without characters that would break a line or end a cell.
  private var plainRows: [[String]] { rows.map { $0.map(Formatting.plain) } }

  /// The table for programs.
  var tabSeparated: String {
    ([header] + plainRows).map { $0.joined(separator: "\t") }.joined(separator: "\n")
  }

  /// Returns the table in the format for an output.
  func text(on terminal: Terminal = .standardOutput) -> String {
    terminal.isInteractive ? aligned(on: terminal) : tabSeparated
  }
}

extension String {
  /// Returns the text without spaces at its end.
  fileprivate func trimmingSuffix() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
