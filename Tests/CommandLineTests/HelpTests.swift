import Foundation
import Testing

@Suite("Help is documentation")
struct HelpTests {
  static let commands = [
    "donate", "why", "feedback", "suggest", "search", "phrase", "forget", "import", "export", "stats",
    "simulate",
    "evaluate",
    "train", "doctor", "benchmark", "pause", "resume", "rules", "retention", "hint", "lint",
    "expect", "replay", "encrypt", "decrypt",
  ]

  @Test("the program's help names every command and the exit codes")
  func program() throws {
    let outcome = try Program.run(["--help"], in: Scratch())
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    for command in Self.commands { #expect(outcome.text.contains("\n  \(command) "), "\(command)") }
    #expect(outcome.text.contains("Exit codes: 0 done"))
  }

  @Test("a command's help has an abstract, an example and a line for each option", arguments: commands)
  func command(_ name: String) throws {
    let outcome = try Program.run([name, "--help"], in: Scratch())
    #expect(outcome.code == 0)
    #expect(outcome.text.hasPrefix("OVERVIEW: "))
    #expect(outcome.text.contains("hunch \(name) "), "an example or the usage")
    let options = outcome.lines.drop { $0 != "OPTIONS:" }.dropFirst()
    for (line, next) in zip(options, Array(options.dropFirst()) + [""]) where line.hasPrefix("  -") {
      let isDescribed = line.dropFirst(2).contains("  ") || next.hasPrefix("                 ")
      #expect(isDescribed, "\(line)")
    }
  }

  @Test(
    "help and the version that cannot be written are a failure, as every other answer is",
    arguments: [["--help"], ["--version"], ["forget", "--help"], ["help", "stats"], ["stats", "-h"]])
  func fullDisk(arguments: [String]) throws {
    let scratch = try Scratch()
    let process = Program.process(arguments, in: scratch)
    let errors = Pipe()
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(String(decoding: said, as: UTF8.self).contains("standard output cannot be written"))
  }

  @Test("the help of evaluate names the points of the cold start")
  func coldStart() throws {
    let outcome = try Program.run(["evaluate", "--help"], in: Scratch())
    let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("after 1, 2, 3, 5, 10, 20, 50, 100 and 200 donations"))
  }

  @Test("the version is one line")
  func version() throws {
    let outcome = try Program.run(["--version"], in: Scratch())
    #expect(outcome.code == 0)
    #expect(outcome.lines.count == 1)
  }
}
