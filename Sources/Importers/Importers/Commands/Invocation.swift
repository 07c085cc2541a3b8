/// The program that a command starts and its arguments, without keywords, assignments and starters.
struct Invocation: Sendable {
  /// The variables that are set for it, or in the shell if there is no program.
  private(set) var assignments: [ShellWord] = []
  /// The words before the program: `sudo`, `if`.
  private(set) var prefixes: [String] = []
  /// The programs among ``prefixes``, with `…` for their arguments, as a title shows them: `sudo`,
  /// `timeout …`.
  private(set) var starters: [String] = []
  /// The program as typed.
  let program: ShellWord
  /// The words after the program.
  let arguments: [ShellWord]

  /// Programs that start another one from their arguments, with their options that take a value,
  /// and the number of their own operands.
  private static let starters: [String: (options: Set<String>, operands: Int)] = [
    "sudo": (
      [
        "-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-D", "-R", "--user", "--group", "--prompt",
        "--host",
      ], 0
    ),
    "doas": (["-u", "-C"], 0), "env": (["-u", "-C", "--unset", "--chdir"], 0), "nohup": ([], 0),
    "time": (["-f", "-o"], 0),
    "nice": (["-n", "--adjustment"], 0), "ionice": (["-c", "-n", "-p"], 0), "chrt": ([], 1),
    "taskset": (["-c"], 0),
    "timeout": (["-s", "-k", "--signal", "--kill-after"], 1), "stdbuf": (["-i", "-o", "-e"], 0),
    "setsid": ([], 0),
    "command": ([], 0), "builtin": ([], 0), "exec": (["-a"], 0), "noglob": ([], 0), "nocorrect": ([], 0),
    "caffeinate": (["-t", "-w"], 0),
    "xargs": (
      [
        "-n", "-P", "-I", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--delimiter",
        "--arg-file",
      ], 0
    ),
    "watch": (["-n", "--interval"], 0), "unbuffer": ([], 0), "proxychains": ([], 0), "proxychains4": ([], 0),
    "torsocks": ([], 0),
    "firejail": ([], 0), "systemd-inhibit": (["--what", "--who", "--why"], 0), "dbus-run-session": ([], 0),
    "fakeroot": ([], 0),
    "sshpass": (["-p", "-f", "-d", "-P"], 0), "busybox": ([], 0), "rlwrap": ([], 0), "eatmydata": ([], 0),
    "entr": ([], 0),
  ]
  private static let keywords: Set<String> = [
    "if", "then", "else", "elif", "while", "until", "do", "!", "{", "coproc", "and", "or", "not", "begin",
  ]
  private static let endings: Set<String> = ["fi", "done", "esac", "}", "end", ";;"]

  /// Reads a command; fails if it starts no program.
  init?(_ command: ShellCommand) {
    var words = command.words[...]
    while let word = words.first {
      let text = word.isQuoted ? "" : word.text
      if Self.isAssignment(word) {
        assignments.append(word)
        words = words.dropFirst()
      } else if Self.keywords.contains(text) {
        prefixes.append(text)
        words = words.dropFirst()
      } else if text == "for" || text == "select" || text == "case" || text == "function" {
        // The body of `for x in …` is a separate command.
        return nil
      } else if words.count > 1, let starter = Self.starters[Self.name(of: word)],
        let rest = Self.started(by: starter, words.dropFirst(), &assignments)
      {
        prefixes.append(Self.name(of: word))
        starters.append(Self.name(of: word))
        if words.startIndex + 1 < rest.startIndex { starters.append("…") }
        words = rest
      } else {
        break
      }
    }
    guard let first = words.first, !first.bytes.isEmpty, first.isQuoted || !Self.endings.contains(first.text)
    else {
      return nil
    }
    program = first
    arguments = Array(words.dropFirst())
  }

  /// The program's name without its folder.
  var name: String { Self.name(of: program) }

  private static func name(of word: ShellWord) -> String {
    String(decoding: word.bytes.split(separator: .slash).last ?? [], as: UTF8.self)
  }

  /// Returns the words of the program that another one starts, or nil if it starts none.
  private static func started(
    by starter: (options: Set<String>, operands: Int), _ words: ArraySlice<ShellWord>,
    _ assignments: inout [ShellWord]
  ) -> ArraySlice<ShellWord>? {
    var words = words
    var operands = starter.operands
    while let word = words.first {
      let text = word.text
      if text == "--" {
        words = words.dropFirst()
      } else if text.hasPrefix("-"), text.count > 1 {
        words = words.dropFirst(takesNext(text, starter.options) ? 2 : 1)
      } else if isAssignment(word) {
        assignments.append(word)
        words = words.dropFirst()
      } else if operands > 0 {
        operands -= 1
        words = words.dropFirst()
      } else {
        return words
      }
    }
    return nil
  }

  /// Returns whether an option takes the next word: it is listed, or ends with the letter of a
  /// listed one, as `-vp` for `-p`.
  private static func takesNext(_ option: String, _ listed: Set<String>) -> Bool {
    if listed.contains(option) { return true }
    let letters = option.utf8.dropFirst()
    guard (2...8).contains(letters.count), letters.allSatisfy(\.isLetter),
      let place = letters.firstIndex(where: { listed.contains("-" + String(UnicodeScalar($0))) })
    else { return false }
    // In `-uroot`, the rest is the value.
    return letters.index(after: place) == letters.endIndex
  }

  /// Returns whether a word sets a variable: a name, perhaps an index or a plus, and an equals
  /// sign.
  static func isAssignment(_ word: ShellWord) -> Bool {
    guard let equals = word.bytes.prefix(128).firstIndex(of: .equals), equals > 0, !word.bytes[0].isDigit
    else { return false }
    var name = word.bytes[..<equals]
    if name.last == 0x2B { name.removeLast() }
    if name.last == UInt8(ascii: "]"), let bracket = name.firstIndex(of: UInt8(ascii: "[")) {
      name = name[..<bracket]
    }
    return !name.isEmpty && name.allSatisfy { $0.isAlphanumeric || $0 == .underscore }
  }
}
