import Foundation
import TestSupport
import Testing

@testable import CommandLine

/// The hooks of `hunch init`, in real shells on a terminal.
@Suite("Hooks of shells", .enabled(if: TerminalRun.isPossible), .timeLimit(.minutes(5)))
struct ShellHookTests {
  /// A user's machine with a shell that reads the hook when it starts.
  private struct World {
    let scratch: Scratch
    let shell: ShellHook

    init(_ shell: ShellHook, before: String = "", after: String = "") async throws {
      (scratch, self.shell) = (try Scratch(), shell)
      try scratch.setMode(0o700, of: "")
      let printed = try await Program.run(["init", shell.rawValue], in: scratch)
      let name = [ShellHook.zsh: ".zshrc", .bash: ".bashrc", .fish: ".config/fish/config.fish"][shell] ?? ""
      // With the second folder, fish does not read all manuals when it starts for the first time.
      for folder in [".config/fish", ".local/share/fish/generated_completions"] {
        try FileManager.default.createDirectory(
          at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
      }
      try scratch.write(name, "\(before)\n\(printed.text)\n\(after)\n")
    }

    /// Types lines into the shell, one after the other, and returns what the terminal shows.
    @discardableResult
    func type(_ lines: [String], _ environment: [String: String] = [:]) async throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/script")
      process.arguments = ["-qec", "\(shell.rawValue) -i", "/dev/null"]
      process.currentDirectoryURL = scratch.folder
      process.environment = environmentOfPrograms.merging(environment) { $1 }
      let typed = (lines + ["exit"]).map { $0 + "\n" }.joined()
      let run = try await process.runToEnd(input: Data(typed.utf8))
      return run.text
    }

    /// Returns the recorded lines, as `hunch export` prints them.
    func recorded() async throws -> [[String: Any]] {
      let run = try await hunch(["export"])
      return try run.lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }

    /// Runs `hunch` as the shell would.
    func hunch(_ arguments: [String]) async throws -> ProcessRun {
      let process = try Program.process(arguments, in: scratch)
      process.environment = environmentOfPrograms
      return try await process.runToEnd()
    }

    /// Returns the recorded lines but for `exit`, which ends fish only after it was recorded.
    func commands() async throws -> [String] {
      try await recorded().compactMap { ($0["userInfo"] as? [String: Any])?["line"] as? String }
        .filter { $0 != "exit" }
    }

    private var environmentOfPrograms: [String: String] {
      var variables = BuiltProgram.environment(home: scratch.folder)
      variables["XDG_RUNTIME_DIR"] = scratch.path("run")
      variables["TERM"] = "dumb"
      variables["PATH"] = "\(BuiltProgram.folder.path):/usr/bin:/bin"
      return variables
    }
  }

  /// The shells of this machine; `make test` installs all.
  private static let shells = ShellHook.allCases.filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0.rawValue)")
  }

  private static func prepare(_ world: World) throws {
    try FileManager.default.createDirectory(
      atPath: world.scratch.path("run"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  @Test("every command is donated with its folder, branch, exit code and duration", arguments: shells)
  func donation(shell: ShellHook) async throws {
    let world = try await World(shell)
    try Self.prepare(world)
    let repository = world.scratch.folder.appending(path: "src")
    try FileManager.default.createDirectory(
      at: repository.appending(path: ".git"), withIntermediateDirectories: true)
    try world.scratch.write("src/.git/HEAD", "ref: refs/heads/feature/x\n")
    let screen = try await world.type([
      "make --version", "cd src", "grep absent .git/HEAD", "bash -c 'sleep 0.3'", "ls 'two  words'; make x",
    ])
    let records = try await world.recorded()
    func line(_ record: [String: Any]) -> String? {
      (record["userInfo"] as? [String: Any])?["line"] as? String
    }
    #expect(
      records.compactMap(line).filter { $0 != "exit" } == [
        "make --version", "cd src", "grep absent .git/HEAD", "bash -c 'sleep 0.3'", "ls 'two  words'; make x",
      ], "\(screen)")
    let failed = try #require(records.first { ($0["userInfo"] as? [String: Any])?["exit"] != nil })
    let context = try #require(failed["context"] as? [String: Any])
    #expect((failed["userInfo"] as? [String: Any])?["exit"] as? Int == 1)
    #expect(context["cwd"] as? String == repository.path && context["repo"] as? String == repository.path)
    #expect(context["branch"] as? String == "feature/x" && context["previousExit"] as? Int == 0)
    let slept = try #require(
      records.first { line($0) == "bash -c 'sleep 0.3'" })
    let duration = try #require(slept["duration"] as? Double)
    #expect(duration > 0.29 && duration < 5)
    #expect((slept["context"] as? [String: Any])?["previousExit"] as? Int == 1)
    #expect(failed["program"] as? String == shell.rawValue && failed["device"] != nil)
  }

  @Test("a leading space, HUNCH_INCOGNITO and shells of agents record nothing", arguments: shells)
  func silence(shell: ShellHook) async throws {
    let world = try await World(shell, before: shell == .bash ? "HISTCONTROL=ignoreboth" : "")
    try Self.prepare(world)
    try await world.type([" make secret", "make shown", "make shown"])
    try await world.type(["make hidden"], ["HUNCH_INCOGNITO": "1"])
    try await world.type(["make agent"], ["CLAUDECODE": "1"])
    #expect(Set(try await world.commands()) == ["make shown"])
  }

  @Test("private mode of fish records nothing", .enabled(if: shells.contains(.fish)))
  func privateMode() async throws {
    let world = try await World(.fish, after: "set -g fish_private_mode 1")
    try Self.prepare(world)
    try await world.type(["make private"])
    #expect(try await world.commands().isEmpty)
  }

  @Test(
    "a shell with set -u, without HOME, or without a folder to write in shows no error", arguments: shells)
  func noErrors(shell: ShellHook) async throws {
    let world = try await World(shell, after: shell == .fish ? "" : "set -u")
    let words = ["hunch", "unbound", "not set", "No such file", "Permission denied", "Unknown command"]
    // Without a runtime folder of the user's own, the spool is in /tmp.
    let fallback =
      "/tmp/hunch-\(getuid())/spool/"
      + world.scratch.path(".local/share/hunch/donations.sqlite").replacing("/", with: "%2F")
    defer { try? FileManager.default.removeItem(atPath: fallback) }
    for environment in [
      ["XDG_RUNTIME_DIR": "/proc/none"], ["XDG_RUNTIME_DIR": world.scratch.path("absent")],
      ["HUNCH_STORE": "relative.sqlite"],
      ["XDG_RUNTIME_DIR": world.scratch.path("run")],
    ] {
      let screen = try await world.type(["make --version >/dev/null", "true"], environment)
      for word in words { #expect(!screen.contains(word), "\(shell): \(environment): \(screen)") }
    }
    #expect(FileManager.default.fileExists(atPath: fallback))
  }

  @Test("the commands of a store named by HUNCH_STORE go into that store", arguments: shells)
  func otherStore(shell: ShellHook) async throws {
    let world = try await World(shell)
    try Self.prepare(world)
    try await world.type(["make other"], ["HUNCH_STORE": world.scratch.path("my stores/100%.sqlite")])
    try await world.type(["make usual"])
    #expect(try await world.commands() == ["make usual"])
  }

  @Test("a store has one spool, by whatever path HUNCH_STORE names it", arguments: shells)
  func samePlace(shell: ShellHook) async throws {
    let world = try await World(shell)
    try Self.prepare(world)
    for (name, target) in [("data", ".local/share"), ("link.sqlite", "data/hunch/donations.sqlite")] {
      try FileManager.default.createSymbolicLink(
        atPath: world.scratch.path(name), withDestinationPath: target)
    }
    let names = ["link.sqlite", "data/hunch/donations.sqlite", "data//../share/./hunch/donations.sqlite"]
    for (number, name) in names.enumerated() {
      try await world.type(["make \(number)"], ["HUNCH_STORE": world.scratch.path(name)])
    }
    #expect(Set(try await world.commands()) == ["make 0", "make 1", "make 2"])
  }

  @Test(
    "Alt-n puts the next command into the line, again the one after, and then the line as it was",
    arguments: shells)
  func nextCommand(shell: ShellHook) async throws {
    let world = try await World(shell)
    try Self.prepare(world)
    for _ in 0..<3 { try await world.type(["make --version", "grep root /etc/passwd"]) }
    // After grep comes make; the text that was typed is a prefix.
    let screen = try await world.type(["\u{1B}n"]) + world.type(["grep\u{1B}n"])
    try await world.type(["nothing\u{1B}n"])
    let lines = try await world.commands()
    try #require(lines.count == 8, "\(lines): \(screen)")
    #expect(lines[6] == "make --version" && lines[7] == "grep root /etc/passwd", "\(lines)")
    let sources = try await world.recorded().filter { $0["title"] as? String != "exit" }
      .map { $0["source"] as? String }
    #expect(sources[5] == "import:hook" && sources[6...7] == ["suggestion", "suggestion"])
  }

  @Test("Alt-n works in the keymaps of vi, whenever they are chosen", arguments: shells)
  func viKeymaps(shell: ShellHook) async throws {
    let vi = [ShellHook.zsh: "bindkey -v", .bash: "set -o vi", .fish: "fish_vi_key_bindings"][shell] ?? ""
    let world = try await World(shell, after: vi)
    try Self.prepare(world)
    for _ in 0..<2 { try await world.type(["make --version"]) }
    let screen = try await world.type(["\u{1B}n"])
    #expect(try await world.commands() == Array(repeating: "make --version", count: 3), "\(screen)")
    let source = try await world.recorded().last { $0["title"] as? String != "exit" }?["source"] as? String
    #expect(source == "suggestion")
  }

  @Test("hunch next skips failed, dangerous and vanished lines, and numbers the rest")
  func next() async throws {
    let world = try await World(.bash)
    try Self.prepare(world)
    try world.scratch.write("notes.txt", "")
    try await world.type(["bash notes.txt", "rm -rf build", "make absent", "make --version"])
    func next(_ arguments: [String]) async throws -> ProcessRun {
      try await world.hunch(["next"] + arguments)
    }
    var all: [String] = []
    for rank in 1...4 {
      let run = try await next(["--rank", "\(rank)"])
      all += run.lines
      #expect(run.code == (run.lines.isEmpty ? 1 : 0))
    }
    #expect(Set(all) == ["bash notes.txt", "make --version"])
    try FileManager.default.removeItem(at: world.scratch.folder.appending(path: "notes.txt"))
    #expect(try await next([]).lines == ["make --version"])
    #expect(try await next(["--exit", "2"]).code == 1, "not the line that has just failed")
    #expect(try await next(["--prefix", "git "]).code == 1)
    #expect(try await next(["--rank", "0"]).code == 64)
    #expect(try await next(["--exit", "x"]).code == 64)
    let json = try await next(["--json"])
    #expect(json.text.contains(#""line":"make --version""#) && json.text.contains(#""probability":0."#))
  }

  @Test("bash: a line that the history leaves out records nothing, and a repeated one is recorded again")
  func bashHistory() async throws {
    let world = try await World(.bash, before: "HISTCONTROL=ignoreboth:erasedups")
    try Self.prepare(world)
    // The history is read after the hook, and ends with a command that is not run here.
    try world.scratch.write(".bash_history", "make old\n")
    let screen = try await world.type([
      " make hidden", "make a", "make b", "sleep 2", "make a", "make b", " make hidden",
    ])
    #expect(try await world.commands() == ["make a", "make b", "sleep 2", "make a", "make b"], "\(screen)")
  }

  @Test("bash: the user's own prompt commands see what they saw without the hook")
  func bashPrompt() async throws {
    let world = try await World(
      .bash,
      before: """
        PROMPT_COMMAND='echo "status $? pipes ${PIPESTATUS[*]}"'
        alias local='echo bad' read='echo bad' printf='echo bad'
        set -a
        """, after: "set -eu")
    try Self.prepare(world)
    let screen = try await world.type([
      "set +e", "true | false | (exit 3)", "set -e", "! true", "[[ abc =~ b ]]",
      "echo match ${BASH_REMATCH[0]}",
      "env | grep -c _hunch_ || true", "make last || true",
    ])
    #expect(screen.contains("status 3 pipes 0 1 3") && screen.contains("match b"), "\(screen)")
    #expect(!screen.contains("bad\r"), "\(screen)")
    #expect(try await world.commands().last == "make last || true")
  }

  @Test(
    "zsh: HISTORY_IGNORE is a pattern of the user's shell; an invalid one is not reported",
    .enabled(if: shells.contains(.zsh)))
  func zshPattern() async throws {
    let world = try await World(
      .zsh,
      before:
        "setopt extendedglob allexport; HISTORY_IGNORE='(#i)*secret*'; alias local='echo bad' print='echo bad'"
    )
    try Self.prepare(world)
    let screen = try await world.type(["make SECRET", "make shown", "HISTORY_IGNORE='(ls'", "make other"])
    #expect(try await world.commands() == ["make shown"])
    #expect(!screen.contains("bad pattern") && !screen.contains("bad\r"), "\(screen)")
  }

  @Test("a folder with a line feed in its name does not stop a shell", arguments: shells)
  func strangeFolder(shell: ShellHook) async throws {
    let world = try await World(shell, after: "cd deep*/sub")
    try Self.prepare(world)
    try FileManager.default.createDirectory(
      at: world.scratch.folder.appending(path: "deep\nfolder/sub"), withIntermediateDirectories: true)
    try await world.type(["make here"])
    let context = try await world.recorded().last?["context"] as? [String: Any]
    #expect(context?["cwd"] as? String == world.scratch.path("deep\nfolder/sub"))
  }

  @Test("hunch init rejects a shell that it does not know")
  func unknownShell() async throws {
    let run = try await Program.run(["init", "csh"], in: try Scratch())
    #expect(run.code == 64 && run.errors.contains("zsh, bash, fish"))
  }
}
