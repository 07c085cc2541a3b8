import Foundation
import TestSupport
import Testing

@Suite("Completion in shells")
struct CompletionTests {
  // MARK: Every argument

  /// A command with its arguments, as the program describes itself.
  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let preferredName: Name?
      let completionKind: Kind?
    }

    struct Name: Decodable {
      let name: String
    }

    /// The completion of any kind.
    struct Kind: Decodable {}

    /// The arguments with a value but no declared completion, with their commands.
    func silent(under path: String) -> [String] {
      let path = path.isEmpty ? commandName : "\(path) \(commandName)"
      // The parser's own command takes names of commands, which have their own completion.
      guard path != "hunch help" else { return [] }
      let own = (arguments ?? []).filter { $0.kind != "flag" && $0.completionKind == nil }
      return own.map { "\(path) \($0.preferredName?.name ?? $0.valueName ?? "?")" }
        + (subcommands ?? []).flatMap { $0.silent(under: path) }
    }
  }

  private struct Dump: Decodable {
    let command: Command
  }

  @Test("every argument and option declares its completion, even if it is empty")
  func complete() async throws {
    let outcome = try await Program.run(["--experimental-dump-help"], in: Scratch())
    let command = try JSONDecoder().decode(Dump.self, from: outcome.output).command
    #expect(command.silent(under: "") == [], "give each a completion:, or .nothing if nothing can be listed")
    #expect((command.subcommands ?? []).count > 20)
  }

  @Test(
    "the scripts of all shells have the completions that the parser lacks",
    arguments: ["bash", "zsh", "fish"])
  func scripts(_ shell: String) async throws {
    let scratch = try Scratch()
    for arguments in [["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"]] {
      let script = try await Program.run(arguments, in: scratch)
      #expect(script.code == 0)
      #expect(!script.text.contains("hunch-import-files"), "it is replaced")
      #expect(script.text.contains("---completion help -- positional@0"))
      #expect(script.text.contains("auto"))
    }
    #expect(try await Program.run(["--generate-completion-script", "tcsh"], in: scratch).code == 64)
  }

  // MARK: Names in a store

  /// A title that would run a command if a shell expanded it.
  private static let hostile = #"Run $(touch pwned) `touch pwned` "now" it's; a:b!c \z *"#

  private func store() async throws -> Scratch {
    let scratch = try Scratch()
    let encoded = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
    let lines =
      SampleLog.days(2, user: "ada")
      + #"{"user":"ada","time":"2026-03-03T08:00:00Z","activityType":"org.example.run","title":\#(encoded)}"#
    let outcome = try await Program.run(["import", "-"], in: scratch, input: lines)
    try #require(outcome.code == 0, "\(outcome.errors)")
    for folder in ["datasets", "bin"] {
      try FileManager.default.createDirectory(
        at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    try scratch.write("datasets/demo.jsonl", SampleLog.days(1))
    return scratch
  }

  @Test("names come from the store at once; without a store there are none")
  func names() async throws {
    let scratch = try await store()
    func names(_ request: String..., shell: String = "fish") async throws -> [String] {
      let outcome = try await Program.run(
        ["---completion"] + request + ["2", "0", "hunch", "open", ""], in: scratch,
        environment: ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "3.6"])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.lines
    }
    let titles = try await names("open", "--", "positional@0")
    #expect(titles.first == Self.hostile && Set(titles).count == titles.count && titles.count > 4)
    #expect(try await names("suggest", "--", "--user") == ["ada"])
    #expect(try await names("forget", "--", "--program").contains("org.example.player"))
    #expect(try await names("forget", "--", "--type").contains("org.example.player.play"))
    #expect(try await names("suggest", "--", "--tz").contains("Europe/Berlin"))
    let quoted = try await names("open", "--", "positional@0", shell: "bash")
    #expect(quoted.first == "'" + Self.hostile.replacing("'", with: #"'\''"#) + "'")
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "store"))
    #expect(try await names("open", "--", "positional@0").filter { !$0.isEmpty } == [])
    #expect(!FileManager.default.fileExists(atPath: scratch.path("store")), "asking creates no store")
  }

  // MARK: Terminals

  /// A shell on a terminal, which completes typed text.
  struct Shell: CustomTestStringConvertible, Sendable {
    let name: String
    /// The arguments that start it without its user's configuration.
    let command: String
    /// The text that is typed first.
    let begins: String

    var testDescription: String { name }

    var isThere: Bool {
      ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
    }
  }

  static let shells = [
    Shell(name: "bash", command: "bash --noprofile --norc -i", begins: "source ./script"),
    Shell(name: "zsh", command: "zsh -f -i", begins: "autoload -Uz compinit; compinit -u; source ./script"),
    Shell(name: "fish", command: "fish --no-config -i", begins: "source ./script"),
  ]

  /// The text before the tabulator, and the arguments that the program gets.
  static let typed: [(line: String, words: [String])] = [
    ("hunch sugg", ["suggest"]),
    ("hunch suggest --log datasets/d", ["suggest", "--log", "datasets/demo.jsonl"]),
    ("hunch evaluate datasets/de", ["evaluate", "datasets/demo.jsonl"]),
    ("hunch import datasets/d", ["import", "datasets/demo.jsonl"]),
    ("hunch import au", ["import", "auto"]),
    ("hunch import --from firef", ["import", "--from", "firefox"]),
    ("hunch feedback dism", ["feedback", "dismissed"]),
    ("hunch suggest --surface int", ["suggest", "--surface", "interrupt"]),
    ("hunch suggest --surface=int", ["suggest", "--surface=interrupt"]),
    ("hunch suggest --log=datasets/d", ["suggest", "--log=datasets/demo.jsonl"]),
    ("hunch suggest --tz Europe/Berl", ["suggest", "--tz", "Europe/Berlin"]),
    ("hunch suggest --user a", ["suggest", "--user", "ada"]),
    ("hunch help su", ["help", "suggest"]),
    ("hunch help phrase ma", ["help", "phrase", "match"]),
    ("hunch open Pl", ["open", "Play Blue in Green"]),
    ("hunch why Ru", ["why", hostile]),
    ("hunch feedback never Dir", ["feedback", "never", "Directions home"]),
    ("hunch open 'Open the c", ["open", "Open the calendar"]),
    ("hunch why \"Pl", ["why", "Play Blue in Green"]),
  ]

  @Test(
    "shells complete files, values, users, activities and commands, and no title runs a command",
    .enabled(if: TerminalRun.isPossible), arguments: shells.filter(\.isThere))
  func terminal(_ shell: Shell) async throws {
    let scratch = try await store()
    let script = try await Program.run(["--generate-completion-script", shell.name], in: scratch)
    try scratch.write("script", script.text)
    // A stand-in for the program: it passes requests for names on, and writes anything else
    // to a file.
    try scratch.write(
      "bin/hunch",
      """
      #!/bin/sh
      [ "$1" != ---completion ] || exec '\(Program.path.path)' "$@"
      { for word in "$@"; do printf '<%s>' "$word"; done; echo; } >>'\(scratch.path("seen"))'

      """)
    try scratch.setMode(0o755, of: "bin/hunch")
    let lines = [shell.begins] + Self.typed.map { $0.line + "\t" } + ["exit"]
    try scratch.write("typed", lines.joined(separator: "\n") + "\n")
    // Lines are typed slowly, as by hand: some shells drop input while they start.
    let typist =
      "sleep 2; while IFS= read -r line; do printf '%s\\n' \"$line\"; sleep 0.6; done <typed; sleep 1"
    let process = try Program.process(
      ["-c", "{ \(typist); } | timeout --foreground 120 script -qec '\(shell.command)' /dev/null >screen"],
      in: scratch)
    process.executableURL = URL(filePath: "/bin/sh")
    process.environment?["PATH"] = "\(scratch.path("bin")):/usr/bin:/bin"
    process.environment?["TERM"] = "xterm"
    _ = try await process.runToEnd()
    let seen = String(decoding: try scratch.read("seen"), as: UTF8.self).split(separator: "\n").map(
      String.init)
    let expected = Self.typed.map { $0.words.map { "<\($0)>" }.joined() }
    #expect(seen == expected, "\(shell.name)")
    #expect(try !scratch.names().contains("pwned"), "a title must not run as a command")
  }
}
