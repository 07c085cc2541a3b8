import Foundation
import TestSupport
import Testing

/// Runs the soak as `make soak` does, for some seconds.
@Suite("Soak", .serialized)
struct SoakTests {
  /// Runs the program, which is next to the tests.
  private static func run(_ arguments: [String]) async throws -> ProcessRun {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
      .deletingLastPathComponent().appending(path: "Soak")
    process.arguments = arguments + ["--folder", scratch.folder.path]
    let run = try await process.runToEnd()
    withExtendedLifetime(scratch) {}
    return run
  }

  private static let short = [
    "--seconds", "5", "--round", "0.5", "--people", "1", "--days", "1", "--rest", "1", "--check-every", "4",
    "--open-every", "5",
  ]

  @Test("after some seconds of donating, asking, answering and forgetting, nothing is lost and nothing grows")
  func holds() async throws {
    let outcome = try await Self.run(Self.short)
    #expect(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("soak: flat"), "\(outcome.text)")
  }

  @Test(
    "the program reports an unknown argument and does not start",
    arguments: [["--hours", "1"], ["--seconds", "-1"]])
  func usage(arguments: [String]) async throws {
    let outcome = try await Self.run(arguments)
    #expect(outcome.code == 2 && outcome.errors.contains("usage: Soak"), "\(outcome.errors)")
  }
}
