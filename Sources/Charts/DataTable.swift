/// Figures in rows: the first column names the row, the others are numbers.
package struct DataTable {
  /// The words above it.
  let caption: String
  /// The names of the columns.
  let header: [String]
  /// The rows, as many cells each as there are columns.
  package var rows: [[String]] = []

  /// A table without rows yet.
  package init(caption: String, header: [String]) {
    self.caption = caption
    self.header = header
  }

  /// The table, in a box of its own that scrolls where it is too wide.
  package var markup: Markup {
    let head = header.map { Markup("th", ["scope": "col"], ["\($0)"]) }
    let body = rows.map { row in
      Markup(
        "tr", [:],
        row.enumerated().map { column, cell in
          column == 0 ? Markup("th", ["scope": "row"], ["\(cell)"]) : Markup("td", [:], ["\(cell)"])
        })
    }
    return Markup(
      "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption],
      [
        Markup(
          "table", [:],
          [
            Markup("caption", [:], ["\(caption)"]), Markup("thead", [:], [Markup("tr", [:], head)]),
            Markup("tbody", [:], body),
          ])
      ])
  }
}
