internal import DonationCodec
internal import Foundation

/// Where logs come from and under which terms, as somebody wrote it down for the card of a model: it cannot be told from logs.
///
/// A page of Markdown. Below the heading `# Logs` there is a heading of the second level for each log, with its name (or
/// several names with commas between them). Every other heading of the first level is copied to the card with its text.
struct Provenance {
  /// A heading and what stands below it.
  struct Section {
    let title: String
    let text: String
  }

  /// The page, as it was named.
  let path: String
  /// What is said of each log, by its name.
  let logs: [String: String]
  /// Everything else, in order.
  let notes: [Section]

  /// Reads a page.
  private init(markdown: String, path: String) {
    self.path = path
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
    self.logs = logs
  }

  /// Reads a file.
  ///
  /// - Throws: ``FileFailure``, or a ``Failure`` if nothing is said of any log.
  init(path: String) throws {
    let type =
      try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type] as? FileAttributeType
    guard let type else { throw FileFailure(file: path, reason: .notFound) }
    if type == .typeDirectory { throw FileFailure(file: path, reason: .isFolder) }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw FileFailure(file: path, reason: .notPermitted)
    }
    self.init(markdown: String(decoding: bytes, as: UTF8.self), path: path)
    guard !logs.isEmpty else {
      throw Failure(
        "\(path): below the heading \"# Logs\" there is no heading \"## NAME\" of a log", .badData)
    }
  }

  /// Names those of whom something is said that are not among these logs, which may be a slip; `nil` if there are none.
  func remark(onLogs names: [String]) -> String? {
    let others = Set(logs.keys).subtracting(names).sorted().map(Formatting.plain)
    return others.isEmpty
      ? nil : "\(path): left out, because no log is called so: \(others.joined(separator: ", "))"
  }

  private static let logsTitle = "Logs"

  /// The sections below the headings of a level; what stands before the first is left out.
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
