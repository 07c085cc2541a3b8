import Foundation
import TestSupport
import Testing

/// The grey text of zsh's hook, on a terminal, with a program that plays `hunchd`.
@Suite(
  "Grey text in zsh", .enabled(if: TerminalRun.isPossible && PretendedServer.isPossible),
  .timeLimit(.minutes(5)))
struct GreyTextTests {
  private static let right = "\u{1B}[C"
  private static let plugin = "/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh"

  /// A shell with the hook, in which a person types and reads.
  private final class Conversation {
    let scratch: Scratch
    private let input = Pipe()
    private let output = Pipe()
    private let process = Process()
    private let running: RunningProcess
    /// Everything that the shell has written, and the part before the last text that was awaited.
    private(set) var screen = ""
    private var unread = ""

    init(
      in scratch: Scratch, before: String = "", after: String = "", _ environment: [String: String] = [:]
    ) async throws {
      self.scratch = scratch
      let hook = try await Program.run(["init", "zsh"], in: scratch).text
      try scratch.write(".zshrc", "PS1='ready> '\n\(before)\n\(hook)\n\(after)\n")
      process.executableURL = URL(filePath: "/usr/bin/timeout")
      process.arguments = ["60", "/usr/bin/script", "-qec", "stty cols 80 rows 24; zsh -i", "/dev/null"]
      process.currentDirectoryURL = scratch.folder
      process.environment = Self.environment(of: scratch).merging(environment) { $1 }
      process.standardInput = input
      process.standardOutput = output
      running = try process.start()
    }

    static func environment(of scratch: Scratch) -> [String: String] {
      var variables = BuiltProgram.environment(home: scratch.folder)
      variables["XDG_RUNTIME_DIR"] = scratch.path("run")
      variables["TERM"] = "xterm-256color"
      variables["LANG"] = "C.UTF-8"
      variables["PATH"] = "\(BuiltProgram.folder.path):/usr/bin:/bin"
      return variables
    }

    func type(_ text: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Reads until a text appears; returns whether it did before the shell ended.
    @discardableResult
    func wait(for text: String) async -> Bool {
      while true {
        if let range = unread.range(of: text) {
          unread = String(unread[range.upperBound...])
          return true
        }
        let bytes = await output.fileHandleForReading.next()
        if bytes.isEmpty { return false }
        screen += String(decoding: bytes, as: UTF8.self)
        unread += String(decoding: bytes, as: UTF8.self)
      }
    }

    /// Leaves the shell.
    func leave() async throws {
      try type("\u{15}exit\r")
      await wait(for: "no shell writes this")
      try input.fileHandleForWriting.close()
      await running.end()
    }

    /// Returns the recorded lines, and how each was donated.
    func recorded() async throws -> [(line: String, source: String)] {
      let process = try Program.process(["export"], in: scratch)
      process.environment = Self.environment(of: scratch)
      return try await process.runToEnd().lines.compactMap {
        let record = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        let line = (record?["userInfo"] as? [String: Any])?["line"] as? String
        return line.map { ($0, record?["source"] as? String ?? "") }
      }
    }
  }

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.setMode(0o700, of: "")
    return scratch
  }

  @Test("Right takes the grey text, Enter alone runs nothing, and the outcome goes back to hunchd")
  func taking() async throws {
    let scratch = try Self.scratch()
    let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo 'one two'"]))
    let shell = try await Conversation(in: scratch)
    #expect(await shell.wait(for: "echo 'one two'"))
    try shell.type("\r")  // does not run it
    #expect(await shell.wait(for: "echo 'one two'"))
    #expect(!shell.screen.contains("\none two\r"), "\(shell.screen)")
    try shell.type("\(Self.right)\r")
    #expect(await shell.wait(for: "\none two\r"), "\(shell.screen)")
    #expect(await shell.wait(for: "echo 'one two'"))
    try shell.type("make other\r")
    #expect(await shell.wait(for: "echo 'one two'"))
    try await shell.leave()
    let recorded = try await shell.recorded()
    #expect(recorded.map(\.line).suffix(2) == ["echo 'one two'", "make other"], "\(recorded)")
    #expect(recorded.first { $0.line.hasPrefix("echo") }?.source == "suggestion")
    let requests = try server.requests()
    #expect(requests.contains { $0.contains(#""shown":"echo 'one two'","outcome":"taken""#) }, "\(requests)")
    #expect(requests.last?.contains(#""outcome":"overtyped""#) == true, "\(requests)")
    #expect(requests.allSatisfy { $0.contains(#""grey":true"#) && $0.contains(#""limit":1"#) })
    await server.end()
  }

  @Test("Alt-f takes a word, Ctrl-G removes the text, Alt-n takes another line, and Alt-r rejects one")
  func keys() async throws {
    let scratch = try Self.scratch()
    let server = try await PretendedServer(
      in: scratch, answer: PretendedServer.answer(["echo alpha beta", "echo gamma"]))
    let shell = try await Conversation(in: scratch)
    #expect(await shell.wait(for: "echo alpha beta"))
    try shell.type("\u{1B}f")
    try shell.type("delta\r")
    #expect(await shell.wait(for: "\ndelta\r"), "\(shell.screen)")
    #expect(await shell.wait(for: "echo alpha beta"))
    try shell.type("\u{07}")
    try shell.type("true\r")
    #expect(await shell.wait(for: "echo alpha beta"))
    try shell.type("\u{1B}n\r")
    #expect(await shell.wait(for: "\ngamma\r"), "\(shell.screen)")
    #expect(await shell.wait(for: "echo alpha beta"))
    try shell.type("\u{1B}r")
    #expect(await shell.wait(for: "Hunch will not offer this line again."))
    try await shell.leave()
    let requests = try server.requests()
    #expect(requests.contains { $0.contains(#""outcome":"dismissed""#) }, "\(requests)")
    #expect(requests.contains { $0.contains(#""type":"never","line":"echo alpha beta""#) }, "\(requests)")
    await server.end()
  }

  @Test("the grey text works in unusual shells, without an error")
  func unusualShells() async throws {
    let plugin = FileManager.default.fileExists(atPath: Self.plugin) ? "source \(Self.plugin)" : ""
    let settings: [(before: String, after: String)] = [
      ("", "set -u"), ("bindkey -v", "RPROMPT=${(l:300::r:)}"), (plugin, ""), ("", plugin),
      ("", "setopt ksharrays shwordsplit errreturn globsubst promptsubst allexport"),
      ("", "zle-line-init() { true }; zle -N zle-line-init"),
    ]
    for (before, after) in settings {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo alpha"]))
      let shell = try await Conversation(in: scratch, before: before, after: after)
      #expect(await shell.wait(for: "echo alpha"), "\(before) \(after): \(shell.screen)")
      try shell.type(Self.right)
      try shell.type("\r")
      #expect(await shell.wait(for: "\nalpha\r"), "\(before) \(after): \(shell.screen)")
      try await shell.leave()
      for word in ["not set", "bad", "no such", "_hunch", "invalid", "error"] {
        #expect(!shell.screen.contains(word), "\(before) \(after): \(shell.screen)")
      }
      await server.end()
    }
  }

  @Test("an answer with control characters, several lines or no end does not appear")
  func hostileAnswers() async throws {
    for answer in [
      PretendedServer.answer([#"echo \u001b[31mred"#]), PretendedServer.answer([#"echo red\necho two"#]),
      PretendedServer.answer(["echo \u{1B}[31mred"]), PretendedServer.answer(["echo \u{9B}31mred"]),
      #"{"v":1,"type":"error","problem":"red"}"#, "red", "",
      String(repeating: "red", count: 100_000), PretendedServer.answer([""]),
    ] {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: answer)
      let shell = try await Conversation(in: scratch)
      #expect(await shell.wait(for: "ready> "))
      try shell.type("echo $((6 * 7))\r")
      #expect(await shell.wait(for: "\n42\r"), "\(shell.screen)")
      try await shell.leave()
      #expect(!shell.screen.contains("red"), "\(answer.prefix(80)): \(shell.screen)")
      await server.end()
    }
  }

  @Test("a shown line that is typed by hand was right, and counts as the user's own")
  func typedByHand() async throws {
    let scratch = try Self.scratch()
    let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo alpha"]))
    let shell = try await Conversation(in: scratch)
    #expect(await shell.wait(for: "echo alpha"))
    try shell.type("echo alpha\r")
    #expect(await shell.wait(for: "\nalpha\r"), "\(shell.screen)")
    // The next prompt says what became of the line.
    for _ in 0..<600 where try server.requests().count < 2 { try await Task.sleep(for: .milliseconds(50)) }
    try await shell.leave()
    let recorded = try await shell.recorded()
    #expect(recorded.first { $0.line == "echo alpha" }?.source == "import:hook", "\(recorded)")
    let outcomes = try server.requests().map {
      $0.contains(#""outcome":"taken""#) ? "taken" : $0.contains(#""outcome":"overtyped""#) ? "overtyped" : ""
    }
    #expect(outcomes.prefix(2) == ["", "taken"], "\(outcomes)")
    await server.end()
  }

  @Test("Ctrl-C removes the grey text, runs the user's TRAPINT, and leaves it as it was")
  func interrupting() async throws {
    for trap in ["", "TRAPINT() { print user $1; return $((128+$1)) }"] {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo alpha"]))
      let shell = try await Conversation(in: scratch, before: trap)
      #expect(await shell.wait(for: "echo alpha"))
      // zsh loses a Ctrl-C that comes while a handler still runs, and nobody is as fast as that.
      try await Task.sleep(for: .milliseconds(500))
      try shell.type("\u{03}")
      // Blanks are written over the grey text before the next prompt.
      #expect(await shell.wait(for: "ready> "))
      let erased = shell.screen.components(separatedBy: "echo alpha").dropFirst().first ?? ""
      #expect(
        erased.prefix { $0 != "\n" && $0 != "\r\n" }.count { $0 == " " } >= 10, "\(trap): \(shell.screen)")
      #expect(erased.contains("user 2") == !trap.isEmpty, "\(shell.screen)")
      #expect(await shell.wait(for: "echo alpha"))
      try shell.type("print \"[$functions[TRAPINT]]\"\r")
      #expect(await shell.wait(for: trap.isEmpty ? "\n[]" : "print user $1"), "\(shell.screen)")
      try await shell.leave()
      await server.end()
    }
  }

  @Test("switched off, on a dumb terminal, and in incognito mode, nothing is asked")
  func switches() async throws {
    for environment in [["HUNCH_GREY_TEXT": "off"], ["TERM": "dumb"], ["HUNCH_INCOGNITO": "1"]] {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo alpha"]))
      let shell = try await Conversation(in: scratch, environment)
      try shell.type("echo $((6 * 7))\r")
      #expect(await shell.wait(for: "42"))
      try await shell.leave()
      #expect(try server.requests().isEmpty && !shell.screen.contains("alpha"), "\(environment)")
      await server.end()
    }
  }

  @Test("HUNCH_GREY_MINIMUM goes to hunchd if it is a probability")
  func minimum() async throws {
    for (value, member) in [("0.5", "0.5"), (".25", "0.25"), ("1.5", nil), ("0,\"grey\":false", nil)] {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["echo alpha"]))
      let shell = try await Conversation(in: scratch, ["HUNCH_GREY_MINIMUM": value])
      #expect(await shell.wait(for: "echo alpha"))
      try await shell.leave()
      let request = try #require(try server.requests().first)
      #expect(request.contains(member.map { "\"minimum\":\($0)" } ?? "\"grey\":true}"), "\(request)")
      #expect(request.contains("minimum") == (member != nil), "\(request)")
      await server.end()
    }
  }

  @Test("a hunchd that has ended, and one that does not answer, delay no prompt and show no error")
  func absence() async throws {
    for hasEnded in [true, false] {
      let scratch = try Self.scratch()
      let server = try await PretendedServer(in: scratch, answer: PretendedServer.none)
      if hasEnded { await server.end() }
      let shell = try await Conversation(in: scratch)
      #expect(await shell.wait(for: "ready> "))
      let start = ContinuousClock.now
      for number in 1...20 {
        try shell.type("echo $((\(number) * 7))\r")
        #expect(await shell.wait(for: "\n\(number * 7)\r"), "\(shell.screen)")
      }
      #expect(ContinuousClock.now - start < .seconds(10))
      try await shell.leave()
      for word in ["connection", "_hunch", "error"] { #expect(!shell.screen.contains(word)) }
      if !hasEnded { await server.end() }
    }
  }
}
