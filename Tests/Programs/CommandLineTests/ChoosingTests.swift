import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite("Choosing rows with the keyboard")
struct RowChoiceTests {
  private static let rows = (1...30).map { "row \($0)" }

  @Test("bytes of a terminal become keys, and everything else is skipped")
  func keys() {
    let typed: [(String, [RowChoice.Key])] = [
      ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OB", [.up, .down]), ("jk", [.down, .up]),
      ("\u{1B}", [.leave]), ("q", [.leave]), ("\r", [.enter]), ("\n", [.enter]), ("\u{3}", [.interrupt]),
      ("\u{1A}", [.suspend]), ("12", [.digit(1), .digit(2)]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
      ("\u{1B}[1;5A", [.up]), ("\u{1B}[200~x\u{1B}[201~", []), ("\u{1B}x", []), ("é漢\t", []),
      ("\u{1B}[H\u{1B}[F", [.first, .last]), ("\u{1B}[", []),
    ]
    for (text, keys) in typed { #expect(RowChoice.Key.keys(in: Array(text.utf8)) == keys, "\(keys)") }
  }

  @Test("keys move the selection, digits name a row, and Enter chooses it")
  func selection() {
    func selected(_ keys: [RowChoice.Key]) -> Int {
      var choice = RowChoice(Self.rows)
      for key in keys { #expect(choice.press(key, page: 10) == .undecided) }
      return choice.selected
    }
    #expect(selected([.down, .down, .up]) == 1)
    #expect(selected([.up]) == 29, "it wraps")
    #expect(selected([.up, .down]) == 0)
    #expect(selected([.pageDown, .pageDown, .pageDown, .pageDown]) == 29)
    #expect(selected([.digit(1), .digit(2)]) == 11)
    #expect(selected([.digit(3), .digit(5)]) == 4, "there is no row 35")
    #expect(selected([.digit(2), .down, .digit(1)]) == 0, "another key ends a number")
    #expect(selected([.digit(0)]) == 0)
    var choice = RowChoice(Self.rows)
    _ = choice.press(.last, page: 10)
    #expect(choice.press(.enter, page: 10) == .chosen(29))
    #expect(choice.press(.leave, page: 10) == .left && choice.press(.interrupt, page: 10) == .interrupted)
  }

  @Test("the selected row is visible, and no line is wider than the terminal", arguments: [1, 8, 20, 80])
  func lines(columns: Int) {
    let wide = ["漢字かな交じり文", "👩‍👩‍👧‍👦 family", String(repeating: "é", count: 300), "", "plain"]
    var choice = RowChoice((0..<6).flatMap { _ in wide })
    for _ in 0..<31 {
      let lines = choice.lines(columns: columns, page: 4, on: .standardOutput)
      #expect(lines.count == 5)
      for line in lines {
        let width = line.unicodeScalars.reduce(0) { width, scalar in
          let isStyle = (0xFDD0...0xFDEF).contains(scalar.value)
          return width + (isStyle ? 0 : scalar.value >= 0x1100 && scalar != "…" ? 2 : 1)
        }
        #expect(width <= columns, "\(line)")
      }
      if columns > 8 {
        #expect(lines.count { $0.contains(">") } == 1)
        #expect(lines.contains { $0.contains("\(choice.selected + 1)") })
      }
      _ = choice.press(.down, page: 4)
    }
  }
}

@Suite("Opening rows of the last list", .enabled(if: TerminalRun.isPossible))
struct ShownRowTests {
  private let scratch: Scratch

  init() async throws {
    scratch = try Scratch()
    let now = Date()
    // The board is done each day, the mail on three days of four, the news on every second day.
    let lines = (1...40).flatMap { day in
      ["board", "mail", "news"].enumerated().filter { day % 4 >= $0.offset }.map { number, page in
        let time = now.addingTimeInterval(Double(-86_400 * day + 600 + number)).ISO8601Format()
        return
          #"{"time":"\#(time)","activityType":"org.example.\#(page)","title":"The \#(page)","webpageURL":"https://example.org/\#(page)"}"#
      }
    }
    try scratch.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    let imported = try await Program.run(["import", "log.jsonl"], in: scratch)
    try #require(imported.code == 0, "\(imported.errors)")
    let files = FileManager.default
    for folder in ["run", "elsewhere"] {
      try files.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  /// Runs commands on one terminal, with lists in a folder of their own.
  private func run(_ commands: String, columns: Int = 120) async throws -> TerminalRun.Screen {
    try await TerminalRun.run(
      "export XDG_RUNTIME_DIR=\(scratch.path("run")); \(commands)", in: scratch, columns: columns,
      hasColours: false)
  }

  /// The page of a row in a printed list.
  private static func page(ofRow row: Int, in lines: [String]) throws -> String {
    let line = try #require(lines.first { $0.hasPrefix("\(row)  ") }, "\(lines)")
    let page = try #require(["board", "mail", "news"].first { line.contains("The \($0)") })
    return "https://example.org/\(page)"
  }

  @Test(
    "rows have numbers, and a number opens the row of the last list",
    arguments: ["hunch", "hunch suggest --all"])
  func numbered(command: String) async throws {
    for row in 1...2 {
      let screen = try await run("\(command); echo; hunch open --print \(row)")
      #expect(screen.code == 0, "\(screen.lines)")
      let opened = screen.lines.last { $0.hasPrefix("https://") }
      #expect(opened == (try Self.page(ofRow: row, in: screen.lines)))
    }
    let why = try await run("\(command) >shown; \(command); hunch why 2 --json >why.json")
    #expect(why.code == 0)
    let explained = String(decoding: try scratch.read("why.json"), as: UTF8.self)
    let page = try Self.page(ofRow: 2, in: why.lines)
    #expect(explained.contains("org.example.\(page.split(separator: "/").last ?? "")"))
  }

  @Test("the last list counts, whatever is likely now")
  func last() async throws {
    let screen = try await run("hunch suggest --all; hunch feedback never 'The board'; hunch open --print 1")
    #expect(screen.lines.contains("https://example.org/board"), "\(screen.lines)")
    // A list of a log is not of the store.
    let log = try await run("hunch; hunch suggest --log log.jsonl; hunch open --print 1")
    #expect(log.code == 64 && log.lines.joined().contains("no list was shown in this terminal"))
  }

  @Test("a list that is missing, old, short or of another user is a clear error")
  func refused() async throws {
    func expect(_ commands: String, _ words: String, code: Int32 = 64) async throws {
      let screen = try await run(commands)
      #expect(screen.code == code, "\(commands): \(screen.lines)")
      #expect(screen.lines.joined(separator: " ").contains(words), "\(commands): \(screen.lines)")
    }
    try await expect("hunch open 1", "no list was shown in this terminal")
    try await expect("hunch; setsid -w '\(Program.path.path)' open 1", "no list was shown in this terminal")
    try await expect("hunch; hunch open 77", "the list has only")
    try await expect("hunch; hunch open 1 --user other", "another user")
    let age = "sed -i \"3s/.*/$(( ($(date +%s) - 3700) * 1000 ))/\" \"$XDG_RUNTIME_DIR\"/hunch/lists/*"
    try await expect("hunch; \(age); hunch open 1", "too old to name rows")
    let damage = "for list in run/hunch/lists/*; do echo nonsense >$list; done"
    try await expect("hunch; \(damage); hunch open 1", "no list was shown")
    let forget = "hunch forget --yes --type org.example"
    try await expect("hunch; \(forget).other; hunch open 1", "no list was shown in this terminal")
    // Another program forgets, which does not know of the list.
    try await expect(
      "hunch; export XDG_RUNTIME_DIR=$PWD/elsewhere; \(forget).mail; \(forget).news; export XDG_RUNTIME_DIR=$PWD/run; hunch open --print 2",
      "was forgotten", code: 1)
  }

  @Test("the remembered list has no words of the user, and nobody else can read it")
  func privacy() async throws {
    _ = try await run("hunch")
    let folder = scratch.path("run/hunch/lists")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
    let text = String(decoding: try scratch.read("run/hunch/lists/\(name)"), as: UTF8.self)
    #expect(!text.contains("board") && !text.contains("example"))
    for path in [folder, "\(folder)/\(name)"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
      #expect(mode.map { $0.intValue & 0o077 } == 0)
    }
  }

  @Test("without a terminal a name is needed")
  func noTerminal() async throws {
    let outcome = try await Program.run(["open"], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("give a phrase, a title"), "\(outcome.errors)")
  }

  // MARK: The keyboard

  /// Keys, and texts that the terminal shows one after the other before they are typed.
  private struct Typed {
    let keys: String
    var after = ["The "]
  }

  /// Types keys while commands run on a terminal, and returns its output.
  ///
  /// The file `drawn` exists once the terminal shows what the first keys wait for.
  private func typing(_ all: [Typed], into commands: String, rows: Int = 24) async throws -> String {
    try? FileManager.default.removeItem(atPath: scratch.path("drawn"))
    let process = try Program.process(
      [
        "--foreground", "60", "script", "-qec",
        "hunch() { '\(Program.path.path)' \"$@\"; }; stty rows \(rows) cols 60; \(commands)", "/dev/null",
      ],
      in: scratch)
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.environment?["TERM"] = "xterm"
    process.environment?["NO_COLOR"] = "1"
    process.environment?["XDG_RUNTIME_DIR"] = scratch.path("run")
    let (output, input) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = input
    let running = try process.start()
    var (bytes, place) = (Data(), 0)
    for typed in all {
      for text in typed.after {
        while true {
          if let found = bytes[place...].range(of: Data(text.utf8)) {
            place = found.upperBound
            break
          }
          let more = await output.fileHandleForReading.next()
          try #require(!more.isEmpty, "no \(text) in \(String(decoding: bytes, as: UTF8.self))")
          bytes += more
        }
      }
      try scratch.write("drawn", "")
      try input.fileHandleForWriting.write(contentsOf: Data(typed.keys.utf8))
    }
    bytes += await output.fileHandleForReading.contents()
    try input.fileHandleForWriting.close()
    await running.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Prints the exit code, and whether the terminal reads lines and echoes again.
  private static let state =
    "echo \"code=$?\"; stty -a | grep -oE -- '-?(icanon|echo|isig)\\b' | tr '\\n' ' '"
  private static let restored = "isig icanon echo"

  @Test("hunch open lets the user choose with arrows, letters and numbers")
  func choosing() async throws {
    for (keys, row) in [("\u{1B}[B\r", 1), ("jjk\r", 1), ("3\r", 2), ("\u{1B}[A\r", 2), ("\r", 0)] {
      let lines = try await Program.run(["suggest", "--surface", "search"], in: scratch).lines
      let titles = lines.map { $0.split(separator: "\t").map(String.init)[2] }
      try #require(titles.count == 3)
      let text = try await typing([Typed(keys: keys)], into: "hunch open --print; \(Self.state)")
      let page = "https://example.org/\(titles[row].split(separator: " ").last ?? "")"
      #expect(text.contains(page) && text.contains("code=0"), "\(keys.debugDescription): \(text)")
      #expect(text.contains(Self.restored), "\(text)")
      #expect(!text.contains("\u{1B}[1m") && !text.contains("\u{1B}[2m"), "NO_COLOR is set")
    }
    let exported = try await Program.run(["export"], in: scratch).objects()
    let shown = exported.filter { $0["verdict"] as? String == "shown" }
    #expect(shown.count == 5 && shown.allSatisfy { $0["surface"] as? String == "search" })
  }

  @Test("Esc, q and Ctrl-C leave, and signals restore the terminal")
  func leaving() async throws {
    for (key, code) in [("\u{1B}", 1), ("q", 1), ("\u{3}", 130)] {
      let text = try await typing([Typed(keys: key)], into: "hunch open --print; \(Self.state)")
      #expect(text.contains("code=\(code)") && text.contains(Self.restored), "\(text)")
      #expect(!text.contains("https://"))
    }
    for (name, code) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
      let text = try await typing(
        [Typed(keys: "")],
        into: """
          (until [ -e drawn ]; do sleep 0.05; done; pkill -\(name) -s 0 -x hunch) & \
          hunch open --print; \(Self.state)
          """)
      #expect(text.contains("code=\(code)") && text.contains(Self.restored), "\(name): \(text)")
    }
  }

  @Test("Ctrl-Z suspends with the terminal's own settings, and fg continues")
  func suspending() async throws {
    try scratch.write("job.sh", "'\(Program.path.path)' open --print\n\(Self.state)\nfg\n\(Self.state)\n")
    let text = try await typing(
      [Typed(keys: "\u{1A}"), Typed(keys: "\r", after: ["code=148", "The "])], into: "bash -m job.sh")
    let states = text.components(separatedBy: "code=").dropFirst()
    #expect(states.count == 2 && states.first?.hasPrefix("148") == true, "\(text)")
    #expect(states.last?.hasPrefix("0") == true, "\(text)")
    #expect(states.allSatisfy { $0.contains(Self.restored) }, "\(text)")
    #expect(text.contains("https://example.org/"))
  }

  @Test("continued in the background, it draws nothing until it is in the foreground")
  func background() async throws {
    try scratch.write(
      "job.sh",
      "'\(Program.path.path)' open --print\necho behind; bg; sleep 1; echo before\nfg\n\(Self.state)\n")
    let text = try await typing(
      [Typed(keys: "\u{1A}"), Typed(keys: "\r", after: ["before", "The "])], into: "bash -m job.sh")
    let parts = text.components(separatedBy: "behind").last?.components(separatedBy: "before") ?? []
    try #require(parts.count == 2, "\(text)")
    #expect(!parts[0].contains("%") && !parts[0].contains("\u{1B}"), "\(text)")
    #expect(parts[1].contains("%") && parts[1].contains("https://example.org/"), "\(text)")
    #expect(parts[1].contains("code=0") && parts[1].contains(Self.restored), "\(text)")
  }

  @Test("a low terminal scrolls")
  func low() async throws {
    let text = try await typing([Typed(keys: "jj\r")], into: "hunch open --print; \(Self.state)", rows: 4)
    #expect(text.contains("1 of 3") && text.contains("code=0"), "\(text)")
  }
}
