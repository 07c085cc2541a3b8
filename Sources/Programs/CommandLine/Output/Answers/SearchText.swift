internal import Activities
internal import Answers
internal import Foundation
internal import Phrases

/// The text of search results: a table on a terminal, else tab-separated lines.
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
    let titles = HitTitles(results.hits)
    table.rows = results.hits.map { hit in
      [
        cell(titles.title(of: hit)), cell(hit.program), Formatting.grouped(hit.uses),
        hit.lastUse.map { InstantText.short($0.rfc3339) } ?? "",
      ]
    }
    return table.aligned(on: terminal)
  }

  /// Returns the reason why nothing was found, and similar titles.
  ///
  /// It is printed on standard error, where titles may appear only on a terminal.
  static func text(of diagnosis: SearchDiagnosis) -> String {
    let reason = reason(of: diagnosis)
    guard !diagnosis.near.isEmpty, Terminal.standardError.isInteractive else { return reason }
    let titles = diagnosis.near.map { "\"\(cell($0))\"" }
    let last = titles.count > 1 ? " or \(titles[titles.count - 1])" : ""
    let first = titles.count > 1 ? titles.dropLast().joined(separator: ", ") : titles[0]
    return "\(reason); did you mean \(first)\(last)?"
  }

  private static func reason(of diagnosis: SearchDiagnosis) -> String {
    let user = cell(diagnosis.query.user.name)
    switch diagnosis.reason {
    case .noWords: return "nothing found: the text has no letter or digit; give a word"
    case .emptyStore: return "nothing found: no donations yet"
    case .notEligible:
      let them = diagnosis.notEligible == 1 ? "its program excludes it" : "their programs exclude them"
      return
        "nothing found: \(matching(diagnosis.notEligible, "activity", "activities")), but \(them) from searches"
    case .expired:
      let have = diagnosis.expired == 1 ? "it has" : "they have"
      return "nothing found: \(matching(diagnosis.expired, "activity", "activities")), but \(have) expired"
    case .otherUser:
      let found = diagnosis.otherUsers.filter { $0.matches > 0 }.sorted { $0.matches > $1.matches }
      let names = found.prefix(3).map {
        "\(Formatting.count($0.matches, "activity", "activities")) of user \(cell($0.user.name))"
      }
      let verb = found.count == 1 && found[0].matches == 1 ? "matches" : "match"
      let name = cell(found[0].user.name)
      return "nothing found for user \(user): \(names.joined(separator: ", ")) \(verb); add --user \(name)"
    case .noDonations:
      let names = diagnosis.otherUsers.prefix(3).map { cell($0.user.name) }.joined(separator: ", ")
      let more = diagnosis.otherUsers.count > 3 ? ", …" : ""
      return "nothing found: user \(user) has no donations here; name another with --user (\(names)\(more))"
    case .noMatch:
      return diagnosis.query.text.allSatisfy(\.isWhitespace) ? "nothing can be found" : "nothing found"
    }
  }

  private static func matching(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(Formatting.count(count, singular, plural)) \(count == 1 ? "matches" : "match")"
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

/// The titles of search results, with distinguishing words for equal ones.
private struct HitTitles {
  private let book: PhraseBook

  init(_ hits: [SearchHit]) {
    book = PhraseBook(
      of: hits.compactMap(\.activity).map { PhraseSource($0, identity: $0.identity) },
      language: PhraseOptions.language)
  }

  func title(of hit: SearchHit) -> String {
    guard let activity = hit.activity, activity.title == hit.title else { return hit.title }
    return book.displayTitle(for: activity, activity.identity).description
  }
}
