internal import Foundation

/// The origin of logs and their terms, written for a model card, because logs do not contain them.
///
/// A page of Markdown. Below the heading `# Logs` there is a heading of the second level for each
/// log, with its name (or several names with commas between them). Every other heading of the first
/// level is copied to the card with its text.
public struct Provenance: Sendable {
  /// A heading and the text below it.
  struct Section {
    let title: String
    let text: String
  }

  /// The text on each log, by its name.
  let logs: [String: String]
  /// Everything else, in order.
  let notes: [Section]

  /// Reads a page; `nil` if it has no entry for any log.
  public init?(markdown: String) {
    let top = Self.sections(of: markdown, level: 1)
    notes = top.filter { $0.title != Self.logsTitle }
    var logs: [String: String] = [:]
    for part in top where part.title == Self.logsTitle {
      for entry in Self.sections(of: part.text, level: 2) {
        for name in entry.title.split(separator: ",") {
          logs[name.trimmingCharacters(in: .whitespaces)] = entry.text
        }
      }
    }
    guard !logs.isEmpty else { return nil }
    self.logs = logs
  }

  /// Returns the names with entries that are not among these logs, which may be a mistake.
  public func names(besides logs: [String]) -> [String] {
    Set(self.logs.keys).subtracting(logs).sorted()
  }

  private static let logsTitle = "Logs"

  /// Returns the sections below the headings of a level, without the text before the first.
  private static func sections(of text: String, level: Int) -> [Section] {
    let mark = String(repeating: "#", count: level) + " "
    var sections: [(title: String, lines: [Substring])] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(mark) {
        sections.append((line.dropFirst(mark.count).trimmingCharacters(in: .whitespaces), []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    return sections.map {
      Section(
        title: $0.title,
        text: $0.lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}
