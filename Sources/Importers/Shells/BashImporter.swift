/// The history of the shell bash: lines, with a line `#SECONDS` before each command if `HISTTIMEFORMAT` was set.
///
/// A line before the first such line is a command without a time. After it all lines up to the next one are one command, as bash writes
/// commands of several lines. The level is that of every shell (``CommandActivity``).
package struct BashImporter: HistoryImporter {
  package let name = "bash"
  package let summary = "commands of the shell bash"
  package let locations = [HistoryLocation.home(".bash_history")]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant

  package init() {}

  package func recognition(of file: HistoryFile) -> HistoryRecognition {
    let line = file.firstLine
    guard file.isText, let first = line.utf8.first else { return .foreign }
    if Self.stamp(line.utf8) != nil { return .certain }
    // What begins so is JSON or XML, and no command.
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "<") ? .foreign : .possible
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var stamp: Stamp?
    var command = GatheredLines()
    func finish() throws {
      guard let (number, text) = command.take() else { return }
      try receive(Self.record(of: text, at: number, stamp, settings))
    }
    try file.forEachLine { number, bytes in
      guard let bytes else {
        try finish()
        return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number)))
      }
      if let found = Self.stamp(bytes) {
        try finish()
        stamp = found
      } else {
        // Without times every line is a command.
        if stamp == nil { try finish() }
        command.append(bytes, line: number)
      }
    }
    try finish()
  }

  /// The seconds that stand before a command.
  private enum Stamp {
    case seconds(Int64)
    /// More digits than a time has.
    case invalid
  }

  private static func stamp(_ line: some Collection<UInt8>) -> Stamp? {
    guard line.first == UInt8(ascii: "#"), line.count > 1,
      line.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(String(decoding: line.dropFirst(), as: UTF8.self)).map(Stamp.seconds) ?? .invalid
  }

  private static func record(
    of text: [UInt8], at line: Int, _ stamp: Stamp?, _ settings: HistorySettings
  ) -> HistoryRecord {
    let content: HistoryRecord.Content
    do throws(HistoryProblem) {
      let time: HistoryTime =
        switch stamp {
        case .seconds(let seconds): .exact(try settings.instant(seconds, .seconds))
        case .invalid: throw .time
        case nil: .order
        }
      content =
        CommandActivity.content(of: HistoryText.decoded(text), at: time, in: "bash", settings)
        ?? .filtered(.trivial)
    } catch { content = .malformed(error) }
    return HistoryRecord(content, at: .line(line))
  }
}
