/// A file that people take for a history, of which nothing can be imported, with the reason.
///
/// It is told by its content, whatever its name is. Importers whose histories have no mark of their
/// own, as bash's, never get such a file.
package struct KnownFile: Hashable, Sendable {
  /// What it is, and what to do.
  let words: String

  /// Returns what a file is; `nil` if it is nothing that is known here.
  package static func of(_ file: HistoryFile) -> KnownFile? {
    all.first { $0.isIt(file) }?.file
  }

  /// Where a phone exports the Timeline.
  private static let export = "Settings, Location, Timeline, Export Timeline data"

  private static let all: [(file: KnownFile, isIt: @Sendable (HistoryFile) -> Bool)] = [
    (
      KnownFile(
        words:
          "the edits of Google's Timeline, not the Timeline itself, which the phone keeps; export it there: \(export)"
      ), { $0.shape.contains("timelineEdits.[]") }
    ),
    (
      KnownFile(
        words:
          "the settings of Google's Timeline, not the Timeline itself; export that on the phone: \(export)"
      ),
      { file in ["deviceTag", "devicePrettyName"].contains { file.shape.contains("deviceSettings.[].\($0)") }
      }
    ),
    (
      KnownFile(
        words:
          "the history of PowerShell, which is not imported: it has no times, and the rules for shells do not read its commands"
      ), isPowerShells
    ),
  ]

  /// The most lines that are looked at.
  private static let mostLines = 200
  /// The verbs with which PowerShell's own commands most often begin.
  private static let verbs: Set<String> = [
    "Add", "Clear", "Compare", "Connect", "ConvertFrom", "ConvertTo", "Copy", "Disable", "Disconnect",
    "Enable",
    "Enter", "Exit", "Expand", "Export", "Find", "ForEach", "Format", "Get", "Import", "Install", "Invoke",
    "Join",
    "Measure", "Mount", "Move", "New", "Out", "Pop", "Push", "Read", "Receive", "Register", "Remove",
    "Rename",
    "Resolve", "Restart", "Resume", "Save", "Select", "Send", "Set", "Show", "Sort", "Split", "Start", "Stop",
    "Tee", "Test", "Trace", "Unblock", "Uninstall", "Unregister", "Update", "Use", "Wait", "Where", "Write",
  ]

  /// Returns whether a text is PowerShell's: some of its lines begin with `Verb-Noun` or a
  /// variable, or go on after a backtick, and those are many.
  private static func isPowerShells(_ file: HistoryFile) -> Bool {
    guard file.isText else { return false }
    let lines = file.head.split(separator: 0x0A, maxSplits: mostLines).prefix(mostLines)
      .map { HistoryText.decoded($0.last == 0x0D ? $0.dropLast() : $0) }
    let cmdlets = lines.count(where: isCmdlet)
    let others = lines.count { $0.hasSuffix(" `") || ($0.hasPrefix("$") && $0.contains(" = ")) }
    let isNamed = file.name.lowercased().hasPrefix("consolehost_history")
    return isNamed || (cmdlets > 0 && (cmdlets + others) * 4 >= lines.count)
  }

  private static func isCmdlet(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " && $0 != "|" && $0 != ";" }
    let parts = word.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && verbs.contains(String(parts[0]))
      && parts[1].first?.isUppercase == true && parts[1].allSatisfy { $0.isLetter || $0.isNumber }
  }
}
