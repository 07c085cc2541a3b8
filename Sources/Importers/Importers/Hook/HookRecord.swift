/// A command that the hook of a shell recorded, as one line of a spool.
///
/// The hook writes the line with the shell's own means, without starting a process. It begins with
/// the byte 1 and the format's version, has tabs between its fields, and ends with a field that is
/// a full stop. A line that lacks any of these is torn. In fields, `\\`, `\t` and `\n` stand for a
/// backslash, a tab and a line feed.
struct HookRecord {
  /// The name of the record, unique for each command of each shell.
  let identifier: String
  /// The start of the command, in microseconds since 1970.
  let start: Int64
  /// The UTC offset in minutes at the start; `nil` if the hook could not find it out.
  let offsetMinutes: Int?
  /// The exit code of the command.
  let exit: Int64?
  /// The duration in seconds.
  let duration: Double?
  /// The exit code of the command before it in the same shell.
  let previousExit: Int64?
  /// The shell, such as `zsh`.
  let shell: String
  let host: String?
  /// The working folder when the command began, an absolute path.
  let folder: String?
  /// The root folder of the repository that contains the working folder.
  let repository: String?
  /// The branch that was checked out when the command began.
  let branch: String?
  /// A Boolean value that indicates whether the line was offered to the user, who ran it unchanged.
  let isTaken: Bool
  /// The command line as typed.
  let line: String

  /// The byte at the beginning of a line, which no field contains.
  static let mark: UInt8 = 1
  private static let version = "1"
  private static let fieldCount = 15

  /// Reads a line without its line feed; returns `nil` if it is torn or of another version.
  ///
  /// After a torn line, the next one may follow on the same line: the part from the last mark on is
  /// read.
  init?(_ bytes: [UInt8]) {
    guard let begin = bytes.lastIndex(of: Self.mark) else { return nil }
    let fields = bytes[bytes.index(after: begin)...]
      .split(separator: .tab, omittingEmptySubsequences: false).map(Self.unescaped)
    guard fields.count == Self.fieldCount, fields[0] == Self.version, fields[14] == ".", !fields[1].isEmpty,
      let start = Self.microseconds(fields[2]), !fields[13].isEmpty
    else { return nil }
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    func absolute(_ text: String) -> String? { text.hasPrefix("/") ? text : nil }
    (identifier, self.start, offsetMinutes) = (fields[1], start, Self.minutes(fields[3]))
    (exit, previousExit) = (Int64(fields[4]), Int64(fields[6]))
    duration = Double(fields[5]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    (shell, host) = (fields[7], known(fields[8]))
    (folder, repository, branch) = (absolute(fields[9]), absolute(fields[10]), known(fields[11]))
    (isTaken, line) = (fields[12] == "1", fields[13])
  }

  /// Returns a field without its escapes.
  private static func unescaped(_ field: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      guard isEscaped || byte != UInt8(ascii: "\\") else {
        isEscaped = true
        continue
      }
      switch (isEscaped, byte) {
      case (true, UInt8(ascii: "n")): bytes.append(UInt8(ascii: "\n"))
      case (true, UInt8(ascii: "t")): bytes.append(.tab)
      default: bytes.append(byte)
      }
      isEscaped = false
    }
    return HistoryText.decoded(bytes)
  }

  /// Returns microseconds for seconds since 1970 with a fraction, such as `1772438400.25`.
  ///
  /// Some locales write the fraction after a comma.
  private static func microseconds(_ text: String) -> Int64? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let seconds = parts.first.flatMap({ Int64($0) }), seconds >= 0, seconds < 1 << 40 else {
      return nil
    }
    guard parts.count == 2 else { return seconds * 1_000_000 }
    let digits = parts[1].prefix(6)
    guard let fraction = Int64(digits), fraction >= 0, !digits.hasPrefix("+") else { return nil }
    return seconds * 1_000_000 + fraction * [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1][digits.count]
  }

  /// Returns the minutes of an offset such as `+0130`.
  private static func minutes(_ text: String) -> Int? {
    guard text.utf8.count == 5, let number = Int(text.dropFirst()),
      text.hasPrefix("+") || text.hasPrefix("-"),
      number >= 0, number % 100 < 60, number <= 1_800
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return text.hasPrefix("-") ? -minutes : minutes
  }
}
