import Foundation
import TestSupport
import Testing

/// `hunch train --examples` on outputs of `hunch-worker examples`.
@Suite struct TrainExamplesTests {
  private static let people = ["anna", "bert", "cleo"]
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ program: String, _ arguments: [String], input: String = "") async throws -> ProcessRun {
    let process = Process()
    process.executableURL = try BuiltProgram.file(program)
    process.arguments = arguments
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.currentDirectoryURL = scratch.folder
    return try await process.runToEnd(input: Data(input.utf8))
  }

  private static let training = ["train", "--until", "0.6", "--epochs", "1", "--quiet"]

  private func train(_ arguments: [String], out: String, input: String = "") async throws -> ProcessRun {
    try await run("hunch", Self.training + ["--out", out] + arguments, input: input)
  }

  /// Writes the log of all people, and the outputs of a worker for the first two and another for
  /// the last.
  private func writeOutputs() async throws {
    let crowd = try Crowd(Self.people, length: 70)
    try scratch.write("log.jsonl", crowd.log)
    var (first, last) = (crowd, crowd)
    first.people.removeLast()
    last.people = [crowd.people[2]]
    last.people[0].records.insert(#"{"type":"person","number":2}"#, at: 0)
    for (name, rows) in [("first", first.rows), ("last", last.rows)] {
      let output = try await run("hunch-worker", ["examples", "--until", "0.6"], input: rows)
      try #require(output.code == 0, "\(output.errors)")
      try scratch.write(name, output.text)
    }
  }

  /// Returns the bytes of each tensor.
  private static func tensors(_ bytes: Data) throws -> [String: Data] {
    let length = Int(bytes[0]) + Int(bytes[1]) << 8 + Int(bytes[2]) << 16
    let header = try #require(JSONSerialization.jsonObject(with: bytes[8..<8 + length]) as? [String: Any])
    var tensors: [String: Data] = [:]
    for case (let name, let entry as [String: Any]) in header where name != "__metadata__" {
      let offsets = try #require(entry["data_offsets"] as? [Int])
      tensors[name] = Data(bytes[(8 + length + offsets[0])..<(8 + length + offsets[1])])
    }
    return tensors
  }

  @Test func theRankingIsThatOfTheLogAndHorizonsCanBeAdded() async throws {
    try await writeOutputs()
    let fitted = try await train(["--examples", "last", "first"], out: "ranking.safetensors")
    try #require(fitted.code == 0 && fitted.errors.isEmpty, "\(fitted.errors)")
    let card = String(decoding: try scratch.read("card.md"), as: UTF8.self)
    #expect(card.contains("Fitted on examples of 3 people with 210 donations"))
    #expect(card.contains("## Figures\n\nNot measured here") && !card.contains("MRR by the number"))
    let whole = try await train(["log.jsonl", "--card", "whole.md"], out: "whole.safetensors")
    try #require(whole.code == 0, "\(whole.errors)")
    let tensors = try Self.tensors(scratch.read("ranking.safetensors"))
    let ofLog = try Self.tensors(scratch.read("whole.safetensors"))
    #expect(!tensors.isEmpty && tensors == ofLog.filter { !$0.key.hasPrefix("horizon.") })
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)) == [
        "card.md", "first", "last", "log.jsonl", "ranking.safetensors", "whole.md", "whole.safetensors",
      ])

    let suggest = ["suggest", "--log", "log.jsonl", "--user", "anna", "--at", "2026-08-03T08:10:00+02:00"]
    let answer = try await run("hunch", suggest + ["--model", "ranking.safetensors", "--json"])
    #expect(answer.code == 0, "\(answer.errors)")
    let added = try await run(
      "hunch",
      ["train", "--ranking", "ranking.safetensors", "log.jsonl", "--out", "both.safetensors", "--quiet"])
    #expect(added.code == 0, "\(added.errors)")
    let both = try Self.tensors(scratch.read("both.safetensors"))
    #expect(both.count > tensors.count && both.filter { !$0.key.hasPrefix("horizon.") } == tensors)
  }

  @Test func standardInputMayHaveTheOutputsOfAllWorkers() async throws {
    try await writeOutputs()
    let files = try await train(["--examples", "first", "last"], out: "files")
    let all = String(decoding: try scratch.read("last") + scratch.read("first"), as: UTF8.self)
    let piped = try await train(["--examples", "-"], out: "piped", input: all)
    #expect(files.code == 0 && piped.code == 0, "\(files.errors)\(piped.errors)")
    #expect(try scratch.read("files") == scratch.read("piped"))
  }

  @Test func failuresHaveTheirCodesAndLeaveNothing() async throws {
    try await writeOutputs()
    try scratch.write("torn", String(decoding: scratch.read("first").dropLast(20), as: UTF8.self))
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    for (arguments, code, says) in [
      (["--examples", "first", "torn"], 65, "torn: row 1: the same person as in first, row 1"),
      (["--examples", "torn"], 65, "torn: row 3: not a line"),
      (["--examples", "log.jsonl"], 65, "log.jsonl: row 1: not a line of `hunch-worker examples`"),
      (["--examples", "first", "--until", "0.7"], 78, "first: row 1: the examples were made with --until"),
      (["--examples", "first", "--seed", "3"], 78, "first: row 1: the examples were made with --seed 1;"),
      (["--examples", "absent"], 66, "absent"),
      (["--examples", "first", "--ranking", "last"], 64, "--examples fits a ranking"),
    ] as [([String], Int32, String)] {
      let outcome = try await train(arguments, out: "m")
      #expect(outcome.code == code && outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() == before)
    let usage = try await run("hunch", ["train", "--examples", "first", "--export", "folder"])
    #expect(usage.code == 64 && usage.errors.contains("--examples"))
    #expect(try await run("hunch-worker", ["examples", "--until", "0"]).code == 64)
  }

  @Test func theCheckpointOfOtherExamplesIsRejected() async throws {
    try await writeOutputs()
    let process = Process()
    process.executableURL = try BuiltProgram.file("hunch")
    let long = ["--examples", "first", "--checkpoint", "kept", "--epochs", "10000"]
    process.arguments = Self.training + ["--out", "long", "last"] + long
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.currentDirectoryURL = scratch.folder
    let running = try process.start()
    let kept = scratch.path("kept")
    while process.isRunning, !FileManager.default.fileExists(atPath: kept) {
      try await Task.sleep(for: .milliseconds(2))
    }
    kill(process.processIdentifier, SIGKILL)
    await running.end()
    try #require(FileManager.default.fileExists(atPath: kept))
    let other = try await train(long, out: "long")
    let says = "kept: the checkpoint is of a training with other logs"
    #expect(other.code == 78 && other.errors.contains(says), "\(other.errors)")
  }
}
