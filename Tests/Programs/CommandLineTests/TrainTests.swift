import Foundation
import TestSupport
import Testing

@Suite("Training, and models that do not fit")
struct TrainTests {
  private static let training = ["train", "log.jsonl", "--until", "0.6", "--epochs", "1", "--seed", "7"]

  private static func trained() async throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    let outcome = try await Program.run(training + ["--out", "model.safetensors"], in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return scratch
  }

  @Test("the same log and seed give the same bytes, model and card")
  func repeatable() async throws {
    let scratch = try await Self.trained()
    let again = try await Program.run(
      Self.training + ["--out", "again.safetensors", "--card", "again.md", "--quiet"], in: scratch)
    #expect(again.errors.isEmpty)
    #expect(try scratch.read("again.safetensors") == scratch.read("model.safetensors"))
    #expect(try scratch.read("again.md") == scratch.read("card.md"))
    let card = String(decoding: try scratch.read("card.md"), as: UTF8.self)
    #expect(card.contains("| log.jsonl | 1 | 110 |"))
    #expect(card.contains("| naive-bayes |"))
  }

  @Test("figures on donations that a model was fitted on are labelled, others are not")
  func inSample() async throws {
    let scratch = try await Self.trained()
    let seen = ["evaluate", "log.jsonl", "--model", "model.safetensors", "--score-from", "0.5"]
    #expect(try await Program.run(seen, in: scratch).lines[1].hasPrefix("hunch (in-sample)\t"))
    #expect(try await Program.run(seen + ["--json"], in: scratch).text.contains("\"in_sample\":true"))
    let unseen = ["evaluate", "log.jsonl", "--model", "model.safetensors"]
    #expect(try await Program.run(unseen, in: scratch).lines[1].hasPrefix("hunch\t"))
    #expect(try await !Program.run(unseen + ["--json"], in: scratch).text.contains("\"in_sample\""))
    try scratch.write("log.jsonl", SampleLog.days(21))
    #expect(try await Program.run(seen, in: scratch).lines[1].hasPrefix("hunch\t"), "another log")
  }

  @Test("a model of another schema, and a damaged one, are rejected by name")
  func misfits() async throws {
    let scratch = try await Self.trained()
    let model = try scratch.read("model.safetensors")
    let key = Data("\"schema_fingerprint\":\"".utf8)
    let start = try #require(model.firstRange(of: key)).upperBound
    var foreign = model
    foreign.replaceSubrange(start..<start + 16, with: Data("0000000000000000".utf8))
    try foreign.write(to: scratch.folder.appending(path: "foreign.safetensors"))
    try model.prefix(1_000).write(to: scratch.folder.appending(path: "short.safetensors"))
    for (name, code, says) in [("foreign", 78, "0000000000000000"), ("short", 65, "bytes")] {
      for command in [["suggest", "--log", "log.jsonl"], ["evaluate", "log.jsonl"], ["doctor"]] {
        let outcome = try await Program.run(command + ["--model", "\(name).safetensors"], in: scratch)
        #expect(outcome.code == Int32(code), "\(command)")
        #expect(outcome.errors.contains("\(name).safetensors: ") && outcome.errors.contains(says))
      }
    }
  }

  @Test("logs with too few donations are rejected by name, before anything is written")
  func refusedLogs() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    try scratch.write("short.jsonl", SampleLog.days(19))
    try scratch.write("empty.jsonl", "")
    try scratch.write("broken.jsonl", "{}\n")
    try scratch.write("copy.jsonl", "\n" + SampleLog.days(22))
    let noon = (0..<200).map { minute in
      let time = "2026-03-02T1\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00Z"
      return SampleLog.line("me", time, "org.example.same", "The same")
    }
    try scratch.write("same.jsonl", noon.joined(separator: "\n"))
    let cases: [([String], Int32, String)] = [
      (["short.jsonl"], 65, "short.jsonl: 95 donations are too few"),
      (["log.jsonl", "--until", "0.2"], 65, "log.jsonl: up to the share 0.2"),
      (["same.jsonl"], 65, "same.jsonl: 0 of the 180 donations"),
      (["empty.jsonl"], 1, "empty.jsonl: no donations in it"),
      (["broken.jsonl"], 65, "broken.jsonl: none of the lines"), (["none.jsonl"], 66, "none.jsonl: "),
      (["."], 66, ".: "),
      (["log.jsonl", "copy.jsonl"], 64, "log.jsonl and copy.jsonl have the same donations"),
      (["-", "-"], 64, "standard input"), ([], 64, "log"),
    ]
    for (arguments, code, says) in cases {
      let outcome = try await Program.run(["train"] + arguments + ["--out", "m.safetensors"], in: scratch)
      #expect(outcome.code == code && outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(!left.contains { $0.hasPrefix("m.") || $0 == "card.md" })
  }

  @Test("no output replaces a log or another output")
  func namedTwice() async throws {
    let scratch = try Scratch()
    let log = SampleLog.days(22)
    try scratch.write("log.jsonl", log)
    for options in [
      ["--out", "log.jsonl"], ["--out", "m", "--card", "./log.jsonl"], ["--out", "m", "--checkpoint", "m"],
      ["--out", "m", "--card", "m.checkpoint"],
    ] {
      let outcome = try await Program.run(["train", "log.jsonl"] + options, in: scratch)
      #expect(outcome.code == 64 && outcome.errors.contains("named twice"), "\(outcome.errors)")
    }
    #expect(try scratch.read("log.jsonl") == Data(log.utf8))
    try scratch.write("card.md", "# Logs\n## log.jsonl\nMine.\n")
    let outcome = try await Program.run(
      ["train", "log.jsonl", "--out", "m", "--provenance", "card.md"], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("card.md: named twice"), "\(outcome.errors)")
    #expect(String(decoding: try scratch.read("card.md"), as: UTF8.self).contains("Mine."))
  }

  @Test("an interrupted training exits with 130 and leaves no model")
  func interrupted() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(28))
    let process = try Program.process(
      ["train", "log.jsonl", "--out", "model.safetensors", "--epochs", "100000"], in: scratch)
    let errors = Pipe()
    process.standardError = errors
    let running = try process.start()
    _ = await errors.fileHandleForReading.next()  // the first epoch is done
    process.interrupt()
    await running.end()
    #expect(process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "model.safetensors").path))
  }
}
