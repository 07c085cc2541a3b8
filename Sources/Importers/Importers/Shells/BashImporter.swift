internal import Activities

/// The history of the shell bash: lines, with a line `#SECONDS` before each entry if
/// `HISTTIMEFORMAT` was set.
///
/// Such a line is a time if it is plausible (``BashStamps``) and outside of here-documents and
/// quotes; otherwise it is a comment. The first command after it has the time. A command continues
/// while bash would ask for more (``ShellContinuation``); a complete line is a separate command,
/// written by a shell without `HISTTIMEFORMAT`. Such commands, and those before the first time,
/// have no time. The level is the same as for every shell (``CommandActivity``).
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
    if BashLine.isNumber(line.utf8) { return .certain }
    // JSON or XML, not a command.
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "<") ? .foreign : .possible
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var stamps = BashStamps()
    var entries = BashEntries(settings)
    try file.forEachLine { number, bytes in
      if let bytes {
        for line in stamps.take(BashLine(bytes, number: number)) { try entries.take(line, receive) }
      } else {
        for line in stamps.finish() { try entries.take(line, receive) }
        try entries.finish(receive)
        try receive(HistoryRecord(.malformed(.tooLong), at: .line(number)))
      }
    }
    for line in stamps.finish() { try entries.take(line, receive) }
    try entries.finish(receive)
  }
}

/// A line of bash's history.
struct BashLine {
  let number: Int
  let bytes: [UInt8]
  /// The seconds since 1970 if it may be a time.
  var seconds: Int64?

  /// The earliest possible time: the release of bash 3.0, the first version with times.
  private static let earliest: Int64 = 1_090_886_400
  /// The latest time with ten digits, in the year 2286.
  private static let latest: Int64 = 9_999_999_999

  init(_ bytes: [UInt8], number: Int) {
    (self.bytes, self.number) = (bytes, number)
    guard Self.isNumber(bytes) else { return }
    seconds = Int64(String(decoding: bytes.dropFirst(), as: UTF8.self)).flatMap {
      (Self.earliest...Self.latest).contains($0) ? $0 : nil
    }
  }

  /// Returns whether a line is `#` and digits.
  static func isNumber(_ line: some Collection<UInt8>) -> Bool {
    line.first == .hash && line.count > 1 && line.dropFirst().allSatisfy(\.isDigit)
  }

  /// A Boolean value that indicates whether it is blank, or the time of a clock that was not set.
  var isEmpty: Bool { bytes.allSatisfy(\.isBlank) || Self.isNumber(bytes) }

  /// The same line as a comment.
  var asText: BashLine {
    var line = self
    line.seconds = nil
    return line
  }
}

/// The decision about lines that may be times: one far from both its neighbours is a number that
/// the user wrote.
///
/// Neighbours need not be in order, because each shell adds its commands when it ends. A line waits
/// for the next number, the first one for two, with the lines between them.
struct BashStamps {
  private var last: Int64?
  /// Lines that may be times, each with the lines after it.
  private var waiting: [(line: BashLine, seconds: Int64, held: [BashLine])] = []
  private var heldCount = 0

  private static let mostHeld = 256
  private static let year: Int64 = 31_557_600

  /// Takes a line, and returns the decided lines in order.
  mutating func take(_ line: BashLine) -> [BashLine] {
    if let seconds = line.seconds {
      waiting.append((line, seconds, []))
      return decide(leaving: last == nil ? 2 : 1)
    }
    guard !waiting.isEmpty else { return [line] }
    waiting[waiting.count - 1].held.append(line)
    heldCount += 1
    return heldCount < Self.mostHeld ? [] : finish()
  }

  /// Returns the waiting lines.
  mutating func finish() -> [BashLine] { decide(leaving: 0) }

  private mutating func decide(leaving count: Int) -> [BashLine] {
    var decided: [BashLine] = []
    while waiting.count > count {
      let (line, seconds, held) = waiting.removeFirst()
      let neighbours = [last].compactMap { $0 } + waiting.prefix(last == nil ? 2 : 1).map(\.seconds)
      let isTime = !Self.isStrange(seconds, beside: neighbours, isFirst: last == nil)
      if isTime { last = seconds }
      decided.append(isTime ? line : line.asText)
      decided += held
      heldCount -= held.count
    }
    return decided
  }

  private static func isStrange(_ seconds: Int64, beside neighbours: [Int64], isFirst: Bool) -> Bool {
    guard let one = neighbours.first else { return false }
    guard neighbours.count > 1 else { return !isFirst && abs(one - seconds) > 10 * year }
    let nearest = min(abs(one - seconds), abs(neighbours[1] - seconds))
    return nearest > year && abs(one - neighbours[1]) < nearest
  }
}

/// The commands in the lines of bash's history.
private struct BashEntries {
  private let settings: HistorySettings
  /// The time of the current lines in seconds; `nil` before the first time.
  private var seconds: Int64?
  /// A Boolean value that indicates whether a command has used this time.
  private var isTimeUsed = false
  /// The lines of an unfinished command.
  private var lines: [BashLine] = []
  private var size = 0
  private var continuation = ShellContinuation()
  /// The first of these lines that may be a time rather than text of the command.
  private var doubt: (place: Int, isInDocument: Bool)?
  /// A Boolean value that indicates whether the lines are the rest of a command that was too long.
  private var isSkipping = false

  /// The maximum number of lines of a command, and of one without a time.
  private static let (mostLines, mostUndatedLines) = (500, 64)
  /// The maximum number of lines after a doubtful time in which to search the end of the
  /// here-document or quote.
  private static let mostDoubted = 64

  init(_ settings: HistorySettings) { self.settings = settings }

  /// Takes the next line, and passes on the commands that it ends.
  mutating func take(_ line: BashLine, _ receive: (HistoryRecord) throws -> Void) throws {
    if let seconds = line.seconds {
      if isSkipping { reset() }
      guard !lines.isEmpty else {
        (self.seconds, isTimeUsed) = (seconds, false)
        return
      }
      if let doubt, !doubt.isInDocument {
        // Two times inside one quote mean that the quote was never closed.
        try rewind(receive)
        return try take(line, receive)
      }
      if doubt == nil { doubt = (lines.count, continuation.delimiter != nil) }
    }
    try append(line, receive)
  }

  /// Passes on the remaining commands.
  mutating func finish(_ receive: (HistoryRecord) throws -> Void) throws {
    while !lines.isEmpty {
      if doubt != nil {
        try rewind(receive)
      } else if continuation.delimiter != nil, seconds != nil {
        // The end of an unterminated here-document is unknown.
        try emit(lines, isWhole: false, receive)
        reset()
      } else {
        try split(receive)
      }
    }
  }

  private mutating func append(_ line: BashLine, _ receive: (HistoryRecord) throws -> Void) throws {
    if doubt?.isInDocument == true, let delimiter = continuation.delimiter, Self.begins(delimiter, line) {
      // The same delimiter begins another here-document, so the previous one was never closed.
      try rewind(receive)
      return try take(line, receive)
    }
    continuation.append(line.bytes)
    if isSkipping {
      if !continuation.wantsMore { reset() }
      return
    }
    lines.append(line)
    size += line.bytes.count
    if !continuation.wantsMore { return try finishCommand(receive) }
    if let doubt {
      if lines.count - doubt.place > Self.mostDoubted { try rewind(receive) }
    } else if seconds == nil, lines.count > Self.mostUndatedLines {
      try split(receive)
    } else if lines.count > Self.mostLines || size > GatheredLines.limit {
      try emit(lines, isWhole: false, receive)
      (lines, isSkipping) = ([], true)
    }
  }

  private mutating func finishCommand(_ receive: (HistoryRecord) throws -> Void) throws {
    if let doubt, !doubt.isInDocument {
      // If the lines from the time on are complete by themselves, the quote before it was never
      // closed.
      var fresh = ShellContinuation()
      for line in lines[doubt.place...] { fresh.append(line.bytes) }
      if !fresh.wantsMore { return try rewind(receive) }
    }
    defer { reset() }
    if !continuation.hasWords, lines.allSatisfy(\.isEmpty) { return }
    try emit(lines, isWhole: true, receive)
  }

  /// Treats the doubtful line as a time: the lines before it are one command, as bash wrote it, and
  /// the rest is read again.
  private mutating func rewind(_ receive: (HistoryRecord) throws -> Void) throws {
    guard let place = doubt?.place else { return }
    let rest = lines[place...]
    let isDated = seconds != nil
    lines.removeSubrange(place...)
    doubt = nil
    if isDated {
      try emit(lines, isWhole: true, receive)
      reset()
    } else {
      while !lines.isEmpty { try split(receive) }
    }
    for line in rest { try take(line, receive) }
  }

  /// Treats the first line as a command, and reads the others again.
  private mutating func split(_ receive: (HistoryRecord) throws -> Void) throws {
    let rest = lines.dropFirst()
    try emit(Array(lines.prefix(1)), isWhole: true, receive)
    reset()
    for line in rest { try take(line, receive) }
  }

  private mutating func reset() {
    (lines, size, doubt, isSkipping) = ([], 0, nil, false)
    continuation = ShellContinuation()
  }

  /// Passes on a command.
  ///
  /// - Parameter isWhole: Whether it was run in this form; otherwise the line is not kept, so that
  ///   `hunch open` never offers it.
  private mutating func emit(
    _ lines: [BashLine], isWhole: Bool, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    var text = GatheredLines()
    for line in lines { text.append(line.bytes, line: line.number) }
    guard let (number, bytes) = text.take() else { return }
    let content: HistoryRecord.Content
    do throws(HistoryProblem) {
      let isTimed = seconds != nil && !isTimeUsed && continuation.hasWords
      let time =
        try isTimed
        ? seconds.map { seconds throws(HistoryProblem) in try settings.time(seconds, .seconds) } : nil
      if isTimed { isTimeUsed = true }
      content =
        CommandActivity.content(of: HistoryText.decoded(bytes), at: time ?? .order, in: "bash", settings) {
          if isWhole { return }
          $0.activity.userInfo["line"] = nil
          $0.activity.isEligibleForPrediction = false
        } ?? .filtered(.trivial)
    } catch { content = .malformed(error) }
    try receive(HistoryRecord(content, at: .line(number)))
  }

  /// Returns whether a line begins a here-document with a delimiter.
  private static func begins(_ delimiter: [UInt8], _ line: BashLine) -> Bool {
    var other = ShellContinuation()
    other.append(line.bytes)
    return other.delimiter == delimiter
  }
}
