import Foundation
import Testing

/// Runs the soak as `make soak` does, for some seconds.
@Suite("Soak", .serialized)
struct SoakTests {
  private struct Outcome {
    let text: String
    let code: Int32
  }

  /// The program lies beside the tests.
  private static func run(_ arguments: [String]) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let said = folder.appending(path: "said.txt")
    try Data().write(to: said)
    let process = Process()
    process.executableURL = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .deletingLastPathComponent().appending(path: "Soak")
    process.arguments = arguments + ["--folder", folder.path]
    let output = try FileHandle(forWritingTo: said)
    (process.standardOutput, process.standardError) = (output, output)
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    try output.close()
    return Outcome(
      text: String(decoding: try Data(contentsOf: said), as: UTF8.self), code: process.terminationStatus)
  }

  private static let short = [
    "--seconds", "5", "--round", "0.5", "--people", "1", "--days", "1", "--rest", "1", "--check-every", "4",
    "--open-every", "5",
  ]

  @Test("people who donate, ask, answer and forget for some seconds lose nothing, and nothing grows")
  func holds() async throws {
    let outcome = try await Self.run(Self.short)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.text.contains("soak: flat"), "\(outcome.text)")
  }

  @Test(
    "what is not understood is said, and nothing is begun",
    arguments: [["--hours", "1"], ["--seconds", "-1"]])
  func usage(arguments: [String]) async throws {
    let outcome = try await Self.run(arguments)
    #expect(outcome.code == 2 && outcome.text.contains("usage: Soak"), "\(outcome.text)")
  }
}
