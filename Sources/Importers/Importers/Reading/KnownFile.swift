/// A file that users may take for a history but that cannot be imported, with the reason.
///
/// It is recognised by its content, whatever its name is. It is never passed to importers whose
/// histories have no marks, such as bash's.
package struct KnownFile: Hashable, Sendable {
  /// The kind of file, and what to do.
  let words: String

  /// Returns the kind of a file; `nil` if it is unknown.
  package static func of(_ file: HistoryFile) -> KnownFile? {
    all.first { $0.isIt(file) }?.file
  }

  /// The menu path with which a phone exports the Timeline.
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

  /// The maximum number of lines examined.
  private static let mostLines = 200
  /// The most frequent verbs of PowerShell's commands.
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

  /// Returns whether a text is PowerShell's: enough of its lines begin with `Verb-Noun` or a
  /// variable, or continue after a backtick.
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
