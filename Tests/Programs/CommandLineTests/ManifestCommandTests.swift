import Foundation
import TestSupport
import Testing

@Suite("Manifests start programs with the chosen activity")
struct ManifestCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for folder in ["bin", "run", ".local/share/applications"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
  }

  private static func manifest(_ launch: String, schemes: String = #""player""#) -> String {
    #"""
    { "format": 1, "application": "org.example.player", "schemes": [\#(schemes)], "launch": { \#(launch) },
      "activityTypes": [{ "type": "org.example.player.play" }] }
    """#
  }

  private static let byFile = manifest(#""commands": [["player", "--take", "%f"]]"#)
  private static let byURL = manifest(#""commands": [["player", "--open", "%u"]]"#)

  private func hunch(_ arguments: String..., input: String = "") async throws -> ProcessRun {
    try await Program.run(
      arguments, in: scratch, input: input,
      environment: ["PATH": "\(scratch.path("bin")):/usr/bin:/bin", "XDG_RUNTIME_DIR": scratch.path("run")])
  }

  private func install(_ manifest: String) async throws {
    let run = try await hunch("manifest", "install", "-", input: manifest)
    try #require(run.code == 0, "\(run.errors)")
  }

  /// Creates a stand-in for a program, which prints its arguments, and the contents of a given
  /// file.
  private func standIn(_ name: String = "player", code: Int = 0) throws {
    try scratch.write(
      "bin/" + name,
      "#!/bin/sh\nprintf '%s\\n' \"$@\" | tee -a \"$HOME/started\"\nif [ -f \"$2\" ]; then stat -c %a \"$2\"; cat \"$2\"; fi\nexit \(code)\n"
    )
    try scratch.setMode(0o755, of: "bin/" + name)
  }

  private func started() -> [String] {
    ((try? scratch.read("started")).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(separator: "\n").map(String.init)
  }

  /// Imports an activity, and returns its identity.
  private func importing(
    _ userInfo: String, type: String = "org.example.player.play", _ more: String = ""
  ) async throws -> String {
    let line =
      #"{"time":"2026-03-02T08:00:00Z","activityType":"\#(type)","title":"Play blue","userInfo":{\#(userInfo)}\#(more)}"#
    try scratch.write("log.jsonl", line + "\n")
    try #require(try await hunch("import", "log.jsonl").code == 0)
    let found = try await hunch("search", "Play blue", "--json")
    return try #require(found.text.firstMatch(of: #/"identity":"([0-9a-f]{32})"/#)).output.1.description
  }

  private func verdicts() async throws -> Int {
    struct Line: Decodable { let verdict: String? }
    return try await hunch("export").jsonLines(as: Line.self).count { $0.verdict == "accepted" }
  }

  @Test("a manifest is installed, listed and removed")
  func managed() async throws {
    #expect(try await hunch("manifest", "list").code == 1)
    let installed = try await hunch("manifest", "install", "-", input: Self.byFile)
    #expect(installed.text == "installed org.example.player; it is started by: player --take %f\n")
    let list = try await hunch("manifest", "list")
    #expect(list.lines.count == 2)
    #expect(
      list.lines.last?.hasPrefix("org.example.player\tused\tplayer --take %f\tplayer\t1\t") == true,
      "\(list.text)")
    struct Listed: Decodable { let commands: [[String]]? }
    let json = try await hunch("manifest", "list", "--json").json(as: [Listed].self)
    #expect(json.map(\.commands) == [[["player", "--take", "%f"]]])
    let path = ".local/share/hunch/manifests/org.example.player.json"
    try scratch.setMode(0o666, of: path)
    #expect(try await hunch("manifest", "list").text.contains("others can write"))
    #expect(try await hunch("manifest", "remove", "org.example.player").code == 0)
    #expect(try await hunch("manifest", "remove", "org.example.player").code == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path(path)))
  }

  @Test("a wrong manifest is rejected with the position, and is not installed")
  func refused() async throws {
    for (text, code, words) in [
      ("{", 65, "not valid JSON"), (Self.manifest(#""commands": [["player"]]"#), 65, "$.launch.commands[0]"),
    ] as [(String, Int32, String)] {
      let run = try await hunch("manifest", "install", "-", input: text)
      #expect(run.code == code && run.errors.contains(words), "\(run.errors)")
    }
    #expect(try await hunch("manifest", "install", "none.json").code == 66)
    #expect(try await hunch("manifest", "list").code == 1)
    let silent = try await hunch(
      "manifest", "install", "-", input: #"{ "format": 1, "application": "a.b", "schemes": ["ab"] }"#)
    #expect(silent.code == 0 && silent.errors.contains("launch"))
  }

  @Test("the program is started with the activity in a private file, which is then removed")
  func byFile() async throws {
    let identity = try await importing(#""song":"blue","volume":3"#, #","requiredUserInfoKeys":["song"]"#)
    let none = try await hunch("open", identity, "--yes")
    #expect(none.code == 1 && none.errors.contains("hunch manifest install"), "\(none.errors)")
    try await install(Self.byFile)
    let missing = try await hunch("open", identity, "--yes")
    #expect(missing.code == 78 && missing.errors.contains("cannot be started"), "\(missing.errors)")
    try standIn(code: 3)
    #expect(try await hunch("open", identity, "--yes").code == 1)
    #expect(try await verdicts() == 0)
    try standIn()
    let run = try await hunch("open", identity, "--yes")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.lines.dropFirst(2).first == "600")
    let line = try #require(run.lines.last)
    #expect(line.contains(#""userInfo":{"song":"blue"}"#) && !line.contains("volume"), "\(line)")
    #expect(run.errors.contains(line) && run.errors.contains("for org.example.player"), "it is shown")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("run")).isEmpty)
    #expect(try await verdicts() == 1)
  }

  @Test("a program's own URL goes to the program of its manifest, or of a desktop file for its scheme")
  func byURL() async throws {
    let info = #""hunch.action.url":"player://song/blue""#
    let identity = try await importing(info, type: "org.example.other.play")
    try standIn()
    let none = try await hunch("open", identity, "--yes")
    #expect(none.code == 1 && started().isEmpty)
    try scratch.write(
      ".local/share/applications/player.desktop",
      "[Desktop Entry]\nType=Application\nName=X\nExec=x %u\nMimeType=x-scheme-handler/player;\n")
    try standIn("xdg-open")
    let byDesktop = try await hunch("open", identity, "--yes")
    #expect(byDesktop.code == 0 && started() == ["player://song/blue"], "\(byDesktop.errors)")
    #expect(byDesktop.errors.contains("for player"))
    try await install(Self.byURL)
    let json = try await hunch("open", identity, "--print", "--json")
    #expect(
      json.text.contains(
        #""kind":"continuation","opened":false,"program":"org.example.player","target":"player://song/blue""#),
      "\(json.text)")
    #expect(try await hunch("open", identity, "--yes").lines == ["--open", "player://song/blue"])
  }

  @Test("a desktop file that the manifest names gets the URL or the file, by gio, else gtk-launch")
  func byDesktopFile() async throws {
    let identity = try await importing(#""song":"blue""#)
    try await install(Self.manifest(#""desktopFile": "org.example.player""#))
    try standIn("gio")
    // Neither a program with a similar name, nor one that claims to be it.
    for (name, more) in [
      ("Org.Example.Player", ""), ("player", ""), ("other", "StartupWMClass=org.example.player\n"),
    ] {
      try scratch.write(
        ".local/share/applications/\(name).desktop",
        "[Desktop Entry]\nType=Application\nName=X\nExec=x %f\n\(more)")
    }
    #expect(try await hunch("open", identity, "--yes").code == 66, "no such desktop file")
    #expect(started().isEmpty)
    let path = ".local/share/applications/org.example.player.desktop"
    try scratch.write(path, "[Desktop Entry]\nType=Application\nName=X\nExec=x %f\n")
    let run = try await hunch("open", identity, "--yes")
    #expect(run.code == 0, "\(run.errors)")
    #expect(Array(started().prefix(2)) == ["launch", scratch.path(path)])
    let file = try #require(started().last)
    #expect(file.hasPrefix(scratch.path("run/hunch-continue-")))
    #expect(FileManager.default.fileExists(atPath: file), "the program takes it")
  }

  @Test(
    "an activity from a log is opened only after a question, even with --yes and its title",
    arguments: [["Play blue"], ["Play blue", "--yes"]])
  func strangers(_ arguments: [String]) async throws {
    _ = try await importing(#""hunch.action.url":"player://pay?all""#)
    try await install(Self.byURL)
    try standIn()
    let run = try await Program.run(
      ["open"] + arguments, in: scratch, environment: ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"])
    #expect(run.code == 64 && run.errors.contains("player://pay?all"), "\(run.errors)")
    #expect(run.errors.contains("comes from a log or a program") && started().isEmpty)
    #expect(try await verdicts() == 0)
  }

  @Test("an activity names no command: launch, arguments and other schemes in a log change nothing")
  func harmless() async throws {
    try await install(Self.byURL)
    try standIn()
    for info in [
      #""launch":"touch seen""#, #""hunch.action.url":"--help""#, #""hunch.action.url":"other://x""#,
      #""hunch.action.url":"player:%u $(touch seen)""#, #""commands":[["touch","seen"]]"#,
    ] {
      let identity = try await importing(info, #","application":"touch seen""#)
      _ = try await hunch("open", identity, "--yes")
    }
    #expect(try !scratch.names().contains("seen"))
    #expect(started().allSatisfy { !$0.contains("other") && $0 != "--help" }, "\(started())")
  }

  @Test(
    "a terminal shows the target, asks, and opens it", .enabled(if: TerminalRun.isPossible),
    arguments: ["y", "n"])
  func asked(_ answer: String) async throws {
    _ = try await importing(#""hunch.action.url":"player://song/blue""#)
    try await install(Self.byURL)
    try standIn()
    let screen = try await TerminalRun.run(
      "PATH='\(scratch.path("bin"))':$PATH; hunch open 'Play blue'", in: scratch, columns: 100,
      hasColours: false, typed: answer + "\n")
    #expect(screen.lines.contains { $0.contains("player://song/blue") }, "\(screen.lines)")
    #expect(screen.code == (answer == "y" ? 0 : 1), "\(screen.lines)")
    #expect(started() == (answer == "y" ? ["--open", "player://song/blue"] : []))
  }
}
