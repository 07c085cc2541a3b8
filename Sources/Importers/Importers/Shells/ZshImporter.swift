/// The history of the shell zsh: lines, with `: SECONDS:DURATION;` before each command if
/// `EXTENDED_HISTORY` was set.
///
/// A command of several lines has a backslash before each line end but the last. The file is
/// *metafied*: the byte 0x83 means that the sixth bit of the next byte is inverted. Commands
/// without the prefix, or with a placeholder in it, have no time. The level is the same as for
/// every shell (``CommandActivity``), with the duration if known.
package struct ZshImporter: HistoryImporter {
  package let name = "zsh"
  package let summary = "commands of the shell zsh"
  package let locations = [
    HistoryLocation.home(".zsh_history"), .home(".zhistory"), .home(".histfile"), .data("zsh/history"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant

  package init() {}

  package func recognition(of file: HistoryFile) -> HistoryRecognition {
    let line = file.firstLine
    guard file.isText, let first = line.utf8.first else { return .foreign }
    if Self.prefix(of: Array(line.utf8)) != nil { return .certain }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "<") ? .foreign : .possible
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var command = GatheredLines()
    func finish() throws {
      guard let (number, text) = command.take() else { return }
      try receive(HistoryRecord(Self.content(of: text, settings), at: .line(number)))
    }
    try file.forEachLine { number, bytes in
      guard var bytes else {
        try finish()
        return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number)))
      }
      let goesOn = bytes.last == backslash
      if goesOn {
        bytes.removeLast()
      } else if bytes.last == space, bytes.last(where: { $0 != space }) == backslash {
        // A command that ends in a backslash is followed by a space that is not part of it.
        bytes.removeLast()
      }
      command.append(bytes, line: number)
      if !goesOn { try finish() }
    }
    try finish()
  }

  private static func content(of text: [UInt8], _ settings: HistorySettings) -> HistoryRecord.Content {
    let prefix = prefix(of: text)
    let line = HistoryText.decoded(unmetafied(text.dropFirst(prefix?.length ?? 0)))
    do throws(HistoryProblem) {
      var time = HistoryTime.order
      if let prefix {
        guard let start = prefix.start else { throw .time }
        time = try settings.time(start, .seconds)
      }
      let content = CommandActivity.content(of: line, at: time, in: "zsh", settings) {
        $0.duration = prefix?.duration.map(Double.init)
      }
      return content ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }

  /// The prefix of a command: `: `, digits, `:`, digits, `;`.
  private struct Prefix {
    /// The length in bytes.
    let length: Int
    /// The seconds since 1970; `nil` if there are more digits than a time has.
    let start: Int64?
    let duration: Int64?
  }

  private static func prefix(of bytes: [UInt8]) -> Prefix? {
    guard bytes.starts(with: [UInt8(ascii: ":"), space]) else { return nil }
    var place = 2
    func number(endingWith end: Unicode.Scalar) -> (digits: String, found: Bool) {
      let digits = bytes[place...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      place += digits.count
      guard !digits.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: end) else {
        return ("", false)
      }
      place += 1
      return (String(decoding: digits, as: UTF8.self), true)
    }
    let start = number(endingWith: ":")
    guard start.found else { return nil }
    let duration = number(endingWith: ";")
    guard duration.found else { return nil }
    return Prefix(length: place, start: Int64(start.digits), duration: Int64(duration.digits))
  }

  /// Returns bytes without the marks with which zsh escapes its special bytes.
  private static func unmetafied(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isTurned = false
    for byte in bytes {
      if byte == mark, !isTurned {
        isTurned = true
      } else {
        plain.append(isTurned ? byte ^ 0x20 : byte)
        isTurned = false
      }
    }
    return plain
  }

  private static let mark: UInt8 = 0x83
}

private let backslash = UInt8(ascii: "\\")
private let space = UInt8(ascii: " ")
