internal import Activities
internal import Foundation

/// The text of what was found, as people and scripts read it: a table on a terminal, else lines with tabs.
enum SearchText {
  static func text(of results: SearchResults) -> String {
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else {
      return lines(
        results.hits.map { hit in
          [
            Formatting.fixed(hit.score, 4), hit.title, hit.program, hit.kind, String(hit.uses),
            hit.lastUse?.rfc3339 ?? "",
          ]
        })
    }
    var table = Table(header: ["title", "program", "uses", "last use"])
    table.words = [0, 1, 3]
    table.dispensable = [1, 2]
    table.rows = results.hits.map { hit in
      [cell(hit.title), cell(hit.program), Formatting.grouped(hit.uses), hit.lastUse?.rfc3339 ?? ""]
    }
    return table.aligned(on: terminal)
  }

  static func text(of values: [OfferedValue]) -> String {
    rows(
      ["value", "program", "from", "last use"],
      values.map { [$0.text, $0.program, $0.source.activity.title ?? "", $0.source.context.instant.rfc3339] })
  }

  static func text(of donations: [Donation]) -> String {
    rows(
      ["time", "title", "type", "program", "address"],
      donations.map {
        [
          $0.context.instant.rfc3339, $0.activity.title ?? "", $0.activity.activityType, $0.program,
          $0.activity.webpageURL?.absoluteString ?? "",
        ]
      })
  }

  private static func rows(_ header: [String], _ rows: [[String]]) -> String {
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else { return lines(rows) }
    var table = Table(header: header)
    table.words = Set(header.indices)
    table.dispensable = Array(header.indices.dropFirst(2).reversed())
    table.rows = rows.map { $0.map(cell) }
    return table.aligned(on: terminal)
  }

  private static func lines(_ rows: [[String]]) -> String {
    rows.map { $0.map(Formatting.plain).joined(separator: "\t") }.joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    Formatting.shortened(Formatting.plain(text), to: 56)
  }
}

extension SearchHit {
  /// The type of the activity; an item has none.
  fileprivate var kind: String { activity?.activityType ?? "item" }
}
