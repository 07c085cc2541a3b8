internal import Activities
internal import Answers
internal import Suggestions

/// The text of app catalogs for people and scripts, never with a rank or a probability.
struct AppCatalogText {
  private let entries: [AppCatalogEntry]
  private let hasPhrases: Bool

  /// - Parameter phrases: Whether to print the phrase of each entry.
  init(_ entries: [AppCatalogEntry], phrases: Bool = false) {
    (self.entries, hasPhrases) = (entries, phrases)
  }

  /// The text for standard output; empty if there is nothing.
  var text: String {
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else { return plain }
    guard !entries.isEmpty else { return "" }
    let lines = entries.map { entry in
      "   \(Formatting.shortened(Formatting.plain("\(entry.displayTitle)"), to: 56))  "
        + (hasPhrases ? terminal.faint("say: \(Formatting.plain(entry.phrase))") + "  " : "")
        + terminal.faint(Formatting.plain(entry.program))
    }
    return ([terminal.faint("Other things you can do, from app catalogs:")] + lines).joined(separator: "\n")
  }

  /// The text for scripts: the fields of a suggestion, with hyphens for those that an entry does
  /// not have, and the program.
  private var plain: String {
    entries.map { entry in
      (["-", "-", "\(entry.displayTitle)"] + (hasPhrases ? [entry.phrase] : [])
        + [entry.activity.activityType, "catalogue of \(entry.program)"]).map(Formatting.plain).joined(
          separator: "\t")
    }.joined(separator: "\n")
  }
}
