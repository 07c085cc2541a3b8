/// The history of the shell fish: `- cmd: COMMAND`, then `  when: SECONDS` and possibly `  paths:`,
/// in a format similar to YAML.
///
/// In a command, `\\` is a backslash and `\n` a line end. The paths are files named in the command;
/// they are dropped. The level is the same as for every shell (``CommandActivity``).
package struct FishImporter: HistoryImporter {
  package let name = "fish"
  package let summary = "commands of the shell fish"
  package let locations = [HistoryLocation.data("fish/*_history")]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant

  package init() {}

  package func recognition(of file: HistoryFile) -> HistoryRecognition {
    file.isText && file.firstLine.hasPrefix(Self.command) ? .certain : .foreign
  }

  private static let command = "- cmd: "
  private static let time = "  when: "
  private static let other = ["  paths:", "    - "]

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var entry: (line: Int, command: String, time: Result<HistoryTime, HistoryProblem>)?
    func finish() throws {
      guard let found = entry else { return }
      entry = nil
      let content: HistoryRecord.Content =
        switch found.time {
        case .success(let time):
          CommandActivity.content(of: found.command, at: time, in: name, settings) ?? .filtered(.trivial)
        case .failure(let problem): .malformed(problem)
        }
      try receive(HistoryRecord(content, at: .line(found.line)))
    }
    try file.forEachLine { number, bytes in
      guard let bytes else {
        try finish()
        return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number)))
      }
      let line = HistoryText.decoded(bytes)
      if line.hasPrefix(Self.command) {
        try finish()
        entry = (number, Self.unescaped(line.dropFirst(Self.command.count)), .success(.order))
      } else if line.hasPrefix(Self.time), entry != nil {
        entry?.time = Result { () throws(HistoryProblem) in
          guard let seconds = Int64(line.dropFirst(Self.time.count)) else { throw .time }
          return try settings.time(seconds, .seconds)
        }
      } else if !Self.other.contains(where: line.hasPrefix), !line.allSatisfy(\.isWhitespace) {
        try receive(HistoryRecord(.malformed(Self.strangeLine), at: .line(number)))
      }
    }
    try finish()
  }

  private static let strangeLine = HistoryProblem(
    "not a line of fish's history; another program wrote it")

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var plain = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        plain += character == "n" ? "\n" : character == "\\" ? "\\" : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return isEscaped ? plain + "\\" : plain
  }
}
