import Foundation
import TestSupport
import Testing

@Suite("HUNCH_SCORING: the arithmetic of scores")
struct ScoringTests {
  @Test("an unknown value is refused wherever something is scored, with the values there are")
  func refused() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(8))
    #expect(try await Program.run(["import", "log.jsonl"], in: scratch).code == 0)
    for arguments in [
      ["suggest"], ["why", "org.example.mail.open"], ["evaluate", "log.jsonl"], ["replay"],
      ["hint", "routines"],
      ["feedback"],
    ] {
      let outcome = try await Program.run(arguments, in: scratch, environment: ["HUNCH_SCORING": "gpu"])
      #expect(outcome.code == 78, "\(arguments)")
      #expect(
        outcome.errors.contains("HUNCH_SCORING has to be fused or blas, or not be set"), "\(arguments)")
    }
  }

  @Test("BLAS suggests and measures what the fused loops do", arguments: ["blas", "fused", ""])
  func equal(path: String) async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(12))
    #expect(try await Program.run(["import", "log.jsonl"], in: scratch).code == 0)
    for arguments in [
      ["suggest", "--at", "2026-03-13T08:05:00+01:00"], ["evaluate", "log.jsonl"],
    ] {
      let expected = try await Program.run(arguments, in: scratch)
      let found = try await Program.run(arguments, in: scratch, environment: ["HUNCH_SCORING": path])
      #expect(expected.code == 0 && found.code == 0)
      #expect(!expected.lines.isEmpty && Self.untimed(found) == Self.untimed(expected), "\(arguments)")
    }
  }

  /// The lines without the time of a query, which stands last where there are several columns.
  private static func untimed(_ run: ProcessRun) -> [String] {
    run.lines.map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns.count > 4 ? columns.dropLast().joined(separator: "\t") : line
    }
  }
}
