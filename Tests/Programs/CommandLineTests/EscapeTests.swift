import Foundation
import TestSupport
import Testing

/// A folder of files with sequences that a terminal would obey.
private enum HostileFiles {
  /// U+FDD1, which cannot be in a literal, and which the program uses as a mark.
  private static let noncharacter = String(decoding: [0xEF, 0xB7, 0x91], as: UTF8.self)
  /// Hostile text: sequences that clear the screen, set its title or write a line of their own,
  /// with one byte or two; characters that reverse text, break a line, or are noncharacters.
  static let text =
    "\u{1B}[31m\u{1B}]0;t\u{7}\u{9B}2J\u{7F}\u{8}\u{202E}\u{2066}\u{2028}\(noncharacter)\r\nOBEYED\u{1B}[1m"
  /// Hostile text for names, which have no control characters.
  static let name = "\u{202E}\u{2066}\u{2028}\(noncharacter)"
  /// The name of a file.
  static let log = "log\(text.replacing("/", with: "")).jsonl"

  private static let texts = [
    "title", "subtitle", "keyword", "value", "content", "persistent", "item", "id", "action", "own words",
    "phrase", "unknown", "other", "summary", "tea", "expectation", "time", "nothing", " new words", "wrong",
  ]
  private static let names = ["user", "place", "device", "source", "attribute", "field", "routine", "key"]

  /// Returns a text with hostile parts added: as they are for arguments, escaped for JSON.
  static func hostile(_ text: String, isJSON: Bool) -> String {
    let encoded = isJSON ? escaped(Self.text) : Self.text
    var result = text.replacing("zq.", with: "zq\u{202E}.")
    for word in texts { result = result.replacing("ZQ\(word)", with: "ZQ\(word)\(encoded)") }
    for word in names { result = result.replacing("ZQ\(word)", with: "ZQ\(word)\(name)") }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Created once; each test works on a copy.
  static let prepared = Task { () throws -> Scratch in
    let (source, scratch) = (try await MarkedFiles.prepared.value, try Scratch())
    for name in try source.names() where !["store", "kept", "."].contains(where: name.hasPrefix) {
      let bytes = try source.read(name)
      guard !name.hasSuffix(".sqlite"), let text = String(data: bytes, encoding: .utf8) else {
        try FileManager.default.copyItem(atPath: source.path(name), toPath: scratch.path(name))
        continue
      }
      try scratch.write(name, hostile(text, isJSON: !name.hasSuffix(".txt")))
    }
    try scratch.write(log, String(decoding: scratch.read("good.jsonl"), as: UTF8.self))
    try scratch.write("bad" + log, String(decoding: scratch.read("bad.jsonl"), as: UTF8.self))
    let made = try await Program.run(["import", "good.jsonl"], in: scratch)
    try #require(made.code == 0 && made.errors.contains("added 120"))
    for words in MarkedFiles.furnishing {
      _ = try await Program.run(words.map { hostile($0, isJSON: false) }, in: scratch)
    }
    return scratch
  }

  static func copy() async throws -> Scratch {
    let (source, copy) = (try await prepared.value, try Scratch())
    for name in try source.names() {
      try FileManager.default.copyItem(atPath: source.path(name), toPath: copy.path(name))
    }
    return copy
  }
}

/// Foreign text must not control a terminal.
@Suite("Terminals obey no foreign text")
struct EscapeTests {
  /// Runs with hostile file names: `FILE` means ``HostileFiles/log``.
  ///
  /// `badFILE` has a line of the year 2999: in smaller steps than these its replay goes through
  /// 355,000 days.
  private static let files =
    [
      ["import"], ["lint"], ["stats", "--log"], ["evaluate"], ["evaluate", "--moments", "1d"],
      ["suggest", "--log"], ["replay", "--every", "300d", "--log"], ["train", "--export", "folder"],
      ["suggest", "--model"], ["doctor", "--model"], ["doctor", "--store"], ["simulate"], ["expect"],
      ["hint", "set"], ["encrypt", "--new-key-file"], ["feedback", "accepted", "--from"], ["search"],
      ["why"], ["suggest", "--at"], ["phrase", "match"], ["phrase", "check"],
    ].flatMap { words in
      ["FILE", "badFILE", "absentFILE"].map {
        MarkedRun(words[0], Array(words.dropFirst()) + [$0])
      }
    }
    + [
      MarkedRun("search", ["ZQtitle", "--user", "ZQuser"]),
      MarkedRun("lint", ["good.jsonl", "--imports", "--json"]),
      MarkedRun("suggest", ["--user", "ZQuser", "--why", "--details"]),
      MarkedRun("feedback", ["--user", "ZQuser"]),
      MarkedRun("suggest", ["--user", "ZQuser", "--min-probability", "0", "-n", "20"]),
      MarkedRun("why", ["--user", "ZQuser", "--details", "ZQown words"]), MarkedRun("rules", []),
      MarkedRun("stats", ["--top", "50"]),
      MarkedRun("forget", ["--type", "zq.type1.open", "--user", "ZQuser", "--yes"]),
      MarkedRun("forget", ["--all", "--dry-run", "--user", "ZQuser"]), MarkedRun("FILE"),
      MarkedRun("replay", ["--log", "good.jsonl", "--every", "1d", "--against-log", "good.jsonl"]),
    ]

  private static let runs = MarkerTests.runs + files

  private static func arguments(_ run: MarkedRun) -> [String] {
    (run.command.split(separator: " ").map(String.init) + run.arguments).map {
      $0.hasSuffix("FILE")
        ? $0.replacing("FILE", with: HostileFiles.log) : HostileFiles.hostile($0, isJSON: false)
    }
  }

  /// The scalars that a terminal would obey, or that break a line.
  private static func obeyed(_ text: String) -> Set<Unicode.Scalar> {
    Set(
      text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n" && scalar != "\t"
        case .format, .lineSeparator, .paragraphSeparator: scalar != "\u{200D}"
        default: scalar.properties.isNoncharacterCodePoint
        }
      })
  }

  private static func hasOwnLine(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("OBEYED") }
  }

  @Test("files and pipes get no control characters", arguments: runs)
  func piped(_ run: MarkedRun) async throws {
    let scratch = try await HostileFiles.copy()
    let arguments = Self.arguments(run)
    let outcome = try await Program.run(
      arguments, in: scratch, input: HostileFiles.hostile(run.input, isJSON: true))
    #expect(!outcome.isSignal)
    #expect(Self.obeyed(outcome.errors).isEmpty && !Self.hasOwnLine(outcome.errors), "\(outcome.errors)")
    // Lines of a log are written unchanged; JSON has no control characters below U+007F.
    guard run.command != "export", run.command != "simulate" else { return }
    #expect(Self.obeyed(outcome.text).isEmpty && !Self.hasOwnLine(outcome.text), "\(outcome.text)")
  }

  /// `script` runs a program on a terminal of its own.
  private static let script = URL(fileURLWithPath: "/usr/bin/script")

  /// The program's own sequences: two styles with their end, and the erasing of a line for
  /// progress.
  private static let own = ["\u{1B}[2m", "\u{1B}[1m", "\u{1B}[0m", "\r\u{1B}[K"]

  @Test(
    "terminals with colours obey no foreign text",
    .enabled(if: FileManager.default.isExecutableFile(atPath: script.path)),
    arguments: runs)
  func drawn(_ run: MarkedRun) async throws {
    let scratch = try await HostileFiles.copy()
    let process = try Program.process(["-qec", "bash run.sh", "/dev/null"], in: scratch)
    process.executableURL = Self.script
    let words = Self.arguments(run).map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }
    let typed = HostileFiles.hostile(run.input, isJSON: true)
    try scratch.write("typed", typed)
    try scratch.write(
      "run.sh", "stty cols 200 -onlcr\nexec '\(Program.path.path)' \(words.joined(separator: " ")) < typed\n")
    process.environment?["TERM"] = "xterm"
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    let running = try process.start()
    let bytes = await output.fileHandleForReading.contents()
    await running.end()
    let text = Self.own.reduce(String(decoding: bytes, as: UTF8.self)) { $0.replacing($1, with: "") }
    #expect(Self.obeyed(text).isEmpty && !Self.hasOwnLine(text), "\(text)")
    let all = String(decoding: bytes, as: UTF8.self)
    #expect(all.components(separatedBy: "\u{1B}[0m").count == 1 + Self.styles(all), "each style has its end")
  }

  private static func styles(_ text: String) -> Int {
    ["\u{1B}[2m", "\u{1B}[1m"].reduce(0) { $0 + text.components(separatedBy: $1).count - 1 }
  }

  @Test("the program's own colours still appear")
  func colours() async throws {
    let scratch = try await HostileFiles.copy()
    let process = try Program.process([], in: scratch)
    process.executableURL = Self.script
    process.arguments = ["-qec", "'\(Program.path.path)' stats", "/dev/null"]
    process.environment?["TERM"] = "xterm"
    let outcome = try await process.runToEnd()
    #expect(outcome.text.contains("\u{1B}[2m") && outcome.text.contains("\u{1B}[0m"))
  }
}
