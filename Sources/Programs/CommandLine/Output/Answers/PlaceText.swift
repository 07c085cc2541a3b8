internal import Activities
internal import Answers

extension PlaceReport {
  /// Returns the text: a table, and on a terminal how to name learned places.
  func text(on terminal: Terminal) -> String {
    var table = Table(header: ["kind", "name", "position", "donations", "days", "when"])
    table.words = [0, 1, 2, 5]
    table.dispensable = [4, 5]
    table.rows = rows.map { row in
      [
        row.kind.rawValue, row.name ?? "", row.position, row.donations.map(String.init) ?? "",
        row.days.map(String.init) ?? "", row.when ?? "",
      ]
    }
    let offers = rows.filter { $0.kind == .learned }.prefix(3)
    guard terminal.isInteractive, !offers.isEmpty else { return table.text(on: terminal) }
    let commands = offers.map { "  hunch place add \($0.routine ?? "NAME") \($0.position)" }
    return ([table.text(on: terminal), "", terminal.faint("Name learned places:")] + commands)
      .joined(separator: "\n")
  }
}
