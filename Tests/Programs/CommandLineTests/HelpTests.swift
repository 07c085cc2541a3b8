import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite("Help is documentation")
struct HelpTests {
  private static let commands = HunchCommand.configuration.subcommands.map { $0._commandName }

  @Test("the program's help names every command and the exit codes")
  func program() async throws {
    let outcome = try await Program.run(["--help"], in: Scratch())
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    for command in Self.commands { #expect(outcome.text.contains("\n  \(command) "), "\(command)") }
    #expect(outcome.text.contains("Exit codes: 0 success"))
  }

  @Test("a command's help has an abstract, an example and a line for each option", arguments: commands)
  func command(_ name: String) async throws {
    let outcome = try await Program.run([name, "--help"], in: Scratch())
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
    "help and the version fail if they cannot be written, like every answer",
    arguments: [["--help"], ["--version"], ["forget", "--help"], ["help", "stats"], ["stats", "-h"]])
  func fullDisk(arguments: [String]) async throws {
    let scratch = try Scratch()
    let run = try await Program.run(arguments, in: scratch, into: URL(filePath: "/dev/full"))
    #expect(run.code == 74)
    #expect(run.errors.contains("standard output cannot be written"))
  }

  @Test("the help of evaluate names the points of the cold start")
  func coldStart() async throws {
    let outcome = try await Program.run(["evaluate", "--help"], in: Scratch())
    let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("after 1, 2, 3, 5, 10, 20, 50, 100 and 200 donations"))
  }

  @Test("the version is one line")
  func version() async throws {
    let outcome = try await Program.run(["--version"], in: Scratch())
    #expect(outcome.code == 0)
    #expect(outcome.lines.count == 1)
  }
}
