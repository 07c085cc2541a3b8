/// The commands of what somebody typed into a shell, read as far as is needed to tell programs from
/// their arguments.
///
/// Quotes, escapes, comments, redirections, here-documents and the operators between commands are
/// read as POSIX shells do; bash's, zsh's and fish's extensions as far as they change where a word
/// ends. Nothing is expanded. What stands in `$(…)`, `` `…` ``, `<(…)` and `(…)` is read as further
/// commands. Any bytes are a line: what is unfinished ends with the text.
///
/// - Complexity: O(length): what stands in substitutions is read once more for each level, three
///   levels deep.
struct ShellLine: Sendable {
  /// The commands in order; those of a substitution after the one that they stand in.
  private(set) var commands: [ShellCommand] = []
  /// How many bytes were looked at.
  private(set) var work = 0

  /// How deep substitutions are read.
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

/// A simple command: words, what they are redirected to, and what comes between it and the next
/// one.
struct ShellCommand: Sendable {
  /// What ends a command.
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
  /// The files that are written to or read from.
  var files: [ShellWord] = []
  /// Whether something is redirected.
  var isRedirected = false
  /// What comes after it.
  var end = End.end
  /// How deep in substitutions it stands.
  var level = 0
}

/// A word of a command without its quotes.
struct ShellWord: Sendable, Hashable {
  /// The bytes that it stands for; expansions are as they were typed.
  var bytes: [UInt8] = []
  /// Whether a part was quoted or escaped.
  var isQuoted = false
  /// Whether a part is put in by the shell: a variable, a substitution, a pattern of file names
  /// outside of quotes.
  var isExpanded = false

  /// The text, in which bytes that are no UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
