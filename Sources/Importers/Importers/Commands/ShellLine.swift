/// The commands in a line that was typed into a shell, parsed far enough to separate programs from
/// arguments.
///
/// It reads quotes, escapes, comments, redirections, here-documents and the operators between
/// commands like a POSIX shell; extensions of bash, zsh and fish only where they change the end of
/// a word. It expands nothing. The contents of `$(…)`, `` `…` ``, `<(…)` and `(…)` are read as
/// further commands. Any bytes are valid: unfinished constructs end with the text.
///
/// - Complexity: O(length): each level of substitutions is read again, up to three levels.
struct ShellLine: Sendable {
  /// The commands in order; those of a substitution follow the command that contains it.
  private(set) var commands: [ShellCommand] = []
  /// The number of bytes examined.
  private(set) var work = 0

  /// The maximum depth of substitutions.
  static let depth = 3

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    var reader = ShellReader(bytes, within: bytes.indices, level: 0)
    var pending = reader.read(into: &commands)
    work = reader.work
    var level = 1
    while !pending.isEmpty, level <= Self.depth {
      var next: [Range<Int>] = []
      for range in pending {
        var inner = ShellReader(bytes, within: range, level: level)
        next += inner.read(into: &commands)
        work += inner.work
      }
      pending = next
      level += 1
    }
  }

  /// The commands of the line itself, without those in substitutions.
  var ownCommands: [ShellCommand] { commands.filter { $0.level == 0 } }
}

/// A simple command: its words, redirections, and the operator after it.
struct ShellCommand: Sendable {
  /// The end of a command.
  enum End: Sendable, Hashable {
    case pipe
    case and
    case or
    case sequence
    case background
    case end
  }

  /// The words, with assignments before the program and keywords such as `if`.
  var words: [ShellWord] = []
  /// The text of here-strings and here-documents.
  var input: [ShellWord] = []
  /// The files of redirections.
  var files: [ShellWord] = []
  /// Whether it has redirections.
  var isRedirected = false
  /// The operator after it.
  var end = End.end
  /// Its depth in substitutions.
  var level = 0
}

/// A word of a command without its quotes.
struct ShellWord: Sendable, Hashable {
  /// The bytes without quotes; expansions are as typed.
  var bytes: [UInt8] = []
  /// Whether a part was quoted or escaped.
  var isQuoted = false
  /// Whether the shell expands a part: a variable, a substitution, an unquoted pattern of file
  /// names.
  var isExpanded = false

  /// The text; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
