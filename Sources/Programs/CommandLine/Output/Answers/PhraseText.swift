internal import Activities
internal import Answers
internal import Hunch
internal import Phrases

/// The text of phrases: a table on a terminal, else tab-separated lines.
enum PhraseText {
  static func text(of book: PhraseBook) -> String {
    let entries = book.orderedEntries
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else {
      return lines(
        entries.map {
          [
            $0.phrase, $0.origin.rawValue, $0.shortForm ?? "", $0.isAvailable ? "yes" : "gone",
            $0.title ?? "",
            $0.activityType, $0.identity.description,
          ]
        })
    }
    var table = Table(header: ["phrase", "origin", "short form", "title", "type"])
    table.words = [0, 1, 2, 3, 4]
    table.dispensable = [4, 3, 2]
    table.rows = entries.map {
      let title = $0.isAvailable ? $0.title ?? "" : "no longer available"
      return [
        cell($0.phrase), $0.origin.rawValue, cell($0.shortForm ?? ""), cell(title), cell($0.activityType),
      ]
    }
    return table.aligned(on: terminal)
  }

  /// Returns the text of a match: the chosen or fitting phrases, search results, or else the
  /// nearest phrases.
  static func text(of match: PhraseMatch, found: [SearchHit] = []) -> String {
    let terminal = Terminal.standardOutput
    let kind = match.candidates.isEmpty ? "nearest" : match.kind.rawValue
    var rows = (match.candidates.isEmpty && found.isEmpty ? match.nearest : match.candidates).map {
      candidate in
      [
        Formatting.fixed(candidate.similarity, 3), kind, candidate.entry.phrase,
        candidate.entry.isAvailable ? "\(candidate.entry.displayTitle)" : "no longer available",
        candidate.entry.activityType, candidate.entry.identity.description,
      ]
    }
    rows += found.compactMap { hit in
      hit.donation.map {
        [
          Formatting.fixed(hit.score, 3), "search", "", hit.title, $0.activity.activityType,
          $0.identity.description,
        ]
      }
    }
    guard terminal.isInteractive else { return lines(rows) }
    var table = Table(header: ["sure", "kind", "phrase", "title", "type"])
    table.words = [1, 2, 3, 4]
    table.dispensable = [4, 3]
    table.rows = rows.map { Array($0.prefix(5)).map(cell) }
    return table.aligned(on: terminal)
  }

  private static func lines(_ rows: [[String]]) -> String {
    rows.map { $0.map(Formatting.plain).joined(separator: "\t") }.joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String { Formatting.shortened(Formatting.plain(text), to: 56) }
}

extension PhraseCheckReport {
  /// The text for people and scripts.
  var text: String {
    let terminal = Terminal.standardOutput
    let rows = problems.map { [$0.phrase, $0.kind, $0.problem].map(Formatting.plain) }
    guard terminal.isInteractive else {
      return rows.map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
    var table = Table(header: ["phrase", "kind", "problem"])
    table.words = [0, 1, 2]
    table.rows = rows
    return table.aligned(on: terminal)
  }
}
