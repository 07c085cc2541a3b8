import Foundation
import TestSupport
import Testing

/// The examples that readers copy from the first pages: every command runs, and prints the output
/// shown.
///
/// With `HUNCH_WRITE_EXAMPLES` the tests write the present output into the pages.
@Suite("Examples of the documents", .enabled(if: TerminalRun.isPossible), .timeLimit(.minutes(5)))
struct DocumentedExampleTests {
  private static let pages = ["README.md", "Sources/Stores/Hunch/Hunch.docc/GettingStarted.md"]
  private static let picture = "Documentation/images/demo.svg"
  private static let isWriting = ProcessInfo.processInfo.environment["HUNCH_WRITE_EXAMPLES"] != nil

  /// A reader's machine: the clone's data, and a history of their own.
  private static func machine() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appending(path: "datasets"), withDestinationURL: Repository.file("datasets"))
    try scratch.write(
      "history.jsonl", SampleLog.days(20).replacing("Play Blue in Green", with: "Play Morning News"))
    try scratch.write(".bash_history", "#1772438400\nmake test\n#1772438460\ngit commit -m done\n")
    try scratch.write(".zsh_history", ": 1772438500:0;make check\n")
    return scratch
  }

  @Test("every command runs in sequence", arguments: pages)
  func commands(page: String) async throws {
    let machine = try Self.machine()
    // The test uses its own store instead of the page's.
    let blocks = try Page(page).blocks("sh")
      .map { $0.filter { !$0.hasPrefix("export HUNCH_STORE=") } }
    let commands = blocks.filter {
      $0.contains { $0.contains("hunch ") } && !$0.contains { $0.hasPrefix("make ") }
    }
    #expect(!commands.isEmpty)
    for block in commands {
      // If nothing is worth an interruption, the exit code is 1.
      let script = block.map {
        $0.contains("--surface interrupt") ? $0.replacing(" #", with: " || [ $? = 1 ] #") : $0
      }
      let outcome = try await TerminalRun.run(
        "set -e\n" + script.joined(separator: "\n"), in: machine, columns: 120, hasColours: false,
        typed: "y\n")
      #expect(outcome.code == 0, "\(page): \(block): \(outcome.lines)")
    }
  }

  @Test("pages show what a terminal prints", arguments: pages)
  func sessions(page: String) async throws {
    var text = try Repository.text(page)
    let machine = try Self.machine()
    for block in Page(text: text).blocks() where block.language == "console" {
      var shown: [String] = []
      for line in block.lines where line.hasPrefix("$ ") {
        let screen = try await TerminalRun.run(
          String(line.dropFirst(2)), in: machine, columns: 100, hasColours: false)
        shown += [line] + screen.lines.dropLast(screen.lines.last == "" ? 1 : 0)
      }
      if Self.isWriting {
        text.replace(
          "```console\n\(block.lines.joined(separator: "\n"))\n```",
          with: "```console\n\(shown.joined(separator: "\n"))\n```")
      } else {
        #expect(shown == block.lines, "\(page)")
      }
    }
    if Self.isWriting { try text.write(to: Repository.file(page), atomically: true, encoding: .utf8) }
  }

  @Test("the README's picture shows the output of its first commands")
  func demo() async throws {
    let blocks = try Page("README.md").blocks("sh")
    let commands = try #require(blocks.first { $0.contains { $0.contains("datasets/demo.jsonl") } })
    let names = commands.map {
      $0.split(separator: " ").prefix { !$0.hasPrefix("-") && !$0.contains("/") }.joined(separator: " ")
    }
    let columns = 88
    var picture = TerminalPicture(
      title: "What is printed by \(names.joined(separator: ", ")) for datasets/demo.jsonl", columns: columns)
    let machine = try Self.machine()
    for command in commands {
      let screen = try await TerminalRun.run(command, in: machine, columns: columns, hasColours: true)
      #expect(screen.code == 0 && screen.lines.count > 1)
      picture.add(command, printing: screen.lines.dropLast(screen.lines.last == "" ? 1 : 0))
    }
    if Self.isWriting {
      try picture.svg.write(to: Repository.file(Self.picture), atomically: true, encoding: .utf8)
    } else {
      #expect(try Repository.text(Self.picture) == picture.svg)
    }
  }

  @Test("a picture places each piece of a line as the terminal does")
  func picture() {
    var picture = TerminalPicture(title: "<a & b>", columns: 10)
    picture.add("one", printing: ["\u{1B}[1mbold\u{1B}[0m  x y", ""])
    picture.add("two", printing: [])
    let svg = picture.svg
    #expect(svg.contains(#"<title id="t">&lt;a &amp; b></title>"#))
    #expect(
      svg.contains(#"x="20" y="51" class="bold" textLength="32" lengthAdjust="spacingAndGlyphs">bold<"#))
    #expect(
      svg.contains(#"x="68" y="51" class="plain" textLength="24" lengthAdjust="spacingAndGlyphs">x y<"#))
    #expect(svg.contains(#"x="36" y="108" class="cmd""#), "an empty line precedes the next command")
    #expect(svg.contains(#"viewBox="0 0 120 127""#))
  }
}
