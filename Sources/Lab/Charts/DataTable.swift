/// Figures in rows: the first column names the row, the others are numbers.
///
/// If it is wider than its container, each row becomes a list, so that nothing is cut off or
/// scrolls sideways.
package struct DataTable {
  /// The container widths (rem) at which tables turn into lists; `StyleSheet` has a rule for each.
  static let breakpoints = [18, 21, 24, 28, 36, 44, 54, 64, 76]

  /// The words above it.
  let caption: String
  /// The names of the columns.
  let header: [String]
  /// The columns with words, which may wrap; always including the first.
  let wordColumns: Set<Int>
  /// The rows, each with one cell per column; a cell may have several lines.
  package var rows: [[String]] = []

  /// A table without rows yet.
  ///
  /// - Parameter wordColumns: The columns with words besides the first.
  package init(caption: String, header: [String], wordColumns: Set<Int> = []) {
    self.caption = caption
    self.header = header
    self.wordColumns = wordColumns.union([0])
  }

  /// The width that it takes (rem), by the widest of the usual fonts.
  var width: Double {
    let (letter, padding, mostLetters) = (0.56, 0.8, 14)
    return header.indices.reduce(0) { width, column in
      let cells = rows.compactMap { column < $0.count ? $0[column] : nil }
      let lines = cells.flatMap { $0.split(separator: "\n") }.map(\.count)
      let words = header[column].split { $0 == " " || $0 == "-" }.map { $0.count + 1 }
      let longest = lines.max() ?? 0
      let content = wordColumns.contains(column) ? min(mostLetters, longest) : longest
      return width + letter * Double(max(content, words.max() ?? 0)) + padding
    }
  }

  /// The style that turns it into a list if its container is narrower than ``width``.
  private var style: String {
    let needed = width
    return Self.breakpoints.first { Double($0) >= needed }.map { "fits-\($0)" } ?? "fits-nowhere"
  }

  /// The table, in a container of its own whose width decides its layout.
  package var markup: Markup {
    let head = header.enumerated().map { column, name in
      Markup("th", attributes(scope: "col", column), ["\(name)"])
    }
    let body = rows.map { row in
      Markup(
        "tr", [:],
        row.enumerated().map { column, cell in
          let lines = Self.lines(of: cell)
          if column == 0 { return Markup("th", attributes(scope: "row", column), lines) }
          let label = column < header.count ? header[column] : ""
          return wordColumns.contains(column)
            ? Markup("td", ["class": "words", "data-label": label], [Markup("span", [:], lines)])
            : Markup("td", ["data-label": label], [Markup("span", [:], lines)])
        })
    }
    return Markup(
      "div", ["class": "place", "role": "region", "aria-label": caption],
      [
        Markup(
          "table", ["class": style],
          [
            Markup("caption", [:], ["\(caption)"]), Markup("thead", [:], [Markup("tr", [:], head)]),
            Markup("tbody", [:], body),
          ])
      ])
  }

  /// The lines of a cell, with breaks between them.
  private static func lines(of cell: String) -> [Markup] {
    cell.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { line, text in
      (line == 0 ? [] : [Markup("br", [:])]) + ["\(String(text))"]
    }
  }

  private func attributes(scope: String, _ column: Int) -> KeyValuePairs<String, String> {
    wordColumns.contains(column) ? ["scope": scope, "class": "words"] : ["scope": scope]
  }
}
