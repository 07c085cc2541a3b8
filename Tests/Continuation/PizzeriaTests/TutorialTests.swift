import Foundation
import TestSupport
import Testing

/// Compares the tutorial's code and output with the program's.
@Suite("Pizzeria: the tutorial", .timeLimit(.minutes(5)))
struct TutorialTests {
  private static let document = "Sources/Stores/Hunch/Hunch.docc/Continuation.md"

  @Test("every Swift block after the whole program is in a file of the example, whitespace aside")
  func code() throws {
    func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    let folder = Repository.root.appending(path: "Examples/Pizzeria")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let sources = try files.map { bare(try String(contentsOf: $0, encoding: .utf8)) }
    let blocks = try Page(Self.document).blocks("swift", after: "## 1. Describe the content")
    #expect(blocks.count >= 9)
    for block in blocks {
      let code = bare(block.joined())
      #expect(sources.contains { $0.contains(code) }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test("every command prints what the tutorial shows, one after the other")
  func sessions() async throws {
    let world = try World()
    let commands = try Page(Self.document).blocks("console").flatMap { try Self.commands(in: $0) }
    #expect(commands.count > 10)
    var background: [BackgroundRun] = []
    for command in commands {
      if command.isInBackground {
        let run = try BackgroundRun(world.process("pizzeria", command.arguments))
        background.append(run)
        for line in command.output { #expect(await run.line() == line, "\(command.arguments)") }
      } else {
        let outcome = try await world.run("pizzeria", command.arguments)
        let shown = (outcome.text + outcome.errors).split(separator: "\n").map(String.init)
        #expect(shown == command.output, "\(command.arguments)")
      }
    }
    #expect(background.count == 1)
    for run in background { #expect(await run.end().code == 0, "what was offered was taken over") }
  }

  @Test("it is short enough to be read in one go")
  func length() throws {
    #expect(try Repository.text(Self.document).components(separatedBy: "\n").count < 450)
  }

  private struct Command {
    let arguments: [String]
    let isInBackground: Bool
    var output: [String] = []
  }

  /// The commands of a block, each with the lines below it.
  private static func commands(in block: [String]) throws -> [Command] {
    var commands: [Command] = []
    for line in block {
      if line.hasPrefix("$ ") {
        var words = words(of: line.dropFirst(2))
        try #require(words.first == "pizzeria", "\(line)")
        let isInBackground = words.last == "&"
        if isInBackground { words.removeLast() }
        commands.append(Command(arguments: Array(words.dropFirst()), isInBackground: isInBackground))
      } else {
        try #require(!commands.isEmpty, "\(line)")
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  /// Words separated by spaces; text in double quotes is one word.
  private static func words(of line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}
