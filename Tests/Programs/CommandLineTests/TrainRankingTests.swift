import Foundation
import TestSupport
import Testing

@Suite("Training for horizons with a kept ranking")
struct TrainRankingTests {
  private static let shipped = Repository.file("Models/prior/model.safetensors")

  /// The log of some days, and a model with the ranking to keep.
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    try Data(contentsOf: shipped).write(to: scratch.folder.appending(path: "old.safetensors"))
    return scratch
  }

  private static func train(_ options: [String], in scratch: Scratch) async throws -> ProcessRun {
    try await Program.run(["train", "log.jsonl", "--until", "0.6"] + options, in: scratch)
  }

  /// The bytes of each tensor, and the metadata.
  private static func parts(
    _ bytes: Data
  ) throws -> (tensors: [String: Data], metadata: [String: String]) {
    let length = Int(bytes[0]) + Int(bytes[1]) << 8 + Int(bytes[2]) << 16
    let header = try #require(JSONSerialization.jsonObject(with: bytes[8..<8 + length]) as? [String: Any])
    var tensors: [String: Data] = [:]
    for case (let name, let entry as [String: Any]) in header where name != "__metadata__" {
      let offsets = try #require(entry["data_offsets"] as? [Int])
      tensors[name] = Data(bytes[(8 + length + offsets[0])..<(8 + length + offsets[1])])
    }
    return (tensors, try #require(header["__metadata__"] as? [String: String]))
  }

  @Test("the kept model's ranking stays the same, bit for bit, and so does the output of each run")
  func kept() async throws {
    let scratch = try Self.scratch()
    let first = try await Self.train(
      ["--ranking", "old.safetensors", "--out", "one.safetensors"], in: scratch)
    try #require(first.code == 0, "\(first.errors)")
    #expect(first.text.isEmpty && first.errors.contains("horizons: loss "))
    let (old, one) = try (
      Self.parts(scratch.read("old.safetensors")), Self.parts(scratch.read("one.safetensors"))
    )
    let added = one.tensors.keys.filter { $0.hasPrefix("horizon.") }
    #expect(added.count > 5)
    func ranking(_ tensors: [String: Data]) -> [String: Data] {
      tensors.filter { !$0.key.hasPrefix("horizon.") }
    }
    #expect(ranking(one.tensors) == ranking(old.tensors) && one.tensors != old.tensors)
    #expect(one.metadata["horizon_fingerprint"]?.isEmpty == false)
    for key in ["schema_fingerprint", "feature_names", "seed", "format"] {
      #expect(one.metadata[key] == old.metadata[key], "\(key)")
    }
    #expect(one.metadata["configuration"]?.contains("log.jsonl") == true)
    #expect(old.metadata["configuration"]?.contains("log.jsonl") == false)

    // Training again from the result changes neither the ranking nor the weights for horizons.
    let again = try await Self.train(
      ["--ranking", "one.safetensors", "--out", "two.safetensors", "--quiet"], in: scratch)
    #expect(again.code == 0 && again.errors.isEmpty, "\(again.errors)")
    #expect(try scratch.read("two.safetensors") == scratch.read("one.safetensors"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("card.md")))

    let suggest = ["suggest", "--log", "log.jsonl", "--at", "2026-03-23T08:00:00+01:00", "--json"]
    let answers = try await ["old", "one"].asyncMap {
      try await Program.run(suggest + ["--model", "\($0).safetensors"], in: scratch)
    }
    #expect(answers.allSatisfy { $0.code == 0 } && answers[0].text == answers[1].text)
    let ahead = try await ["old", "one"].asyncMap {
      try await Program.run(suggest + ["--within", "1h", "--model", "\($0).safetensors"], in: scratch)
    }
    #expect(ahead.allSatisfy { $0.code == 0 } && ahead[0].text != ahead[1].text)
  }

  @Test(
    "options for fitting a ranking, and no file to write, are usage errors",
    arguments: [
      ["--out", "m", "--card", "c.md"], ["--out", "m", "--checkpoint", "k"],
      ["--out", "m", "--provenance", "p.md"], ["--out", "m", "--without", "time"],
      ["--out", "m", "--epochs", "3"], ["--export", "folder", "--card", "c.md"], ["--show-plan"],
    ])
  func usage(options: [String]) async throws {
    let scratch = try Self.scratch()
    let outcome = try await Self.train(["--ranking", "old.safetensors"] + options, in: scratch)
    #expect(
      outcome.code == 64 && outcome.errors.contains("--ranking fits only horizons"), "\(outcome.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(Set(left).isSubset(of: ["log.jsonl", "old.safetensors"]))
  }

  @Test("--export writes the evidence at moments, one file per log")
  func exported() async throws {
    let scratch = try Self.scratch()
    let outcome = try await Self.train(
      ["--ranking", "old.safetensors", "--export", "moments"], in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    let (tensors, metadata) = try Self.parts(scratch.read("moments/log.safetensors"))
    #expect(metadata["format"] == "hunch-moments-1" && metadata["columns"]?.contains("day/like") == true)
    let rows = try #require(tensors["moments.done"]?.count)
    #expect(rows > 0 && tensors["moments.moment"]?.count == rows && tensors["moments.part"]?.count == rows)
    #expect((tensors["moments.features"]?.count ?? 0) % rows == 0 && tensors["moments.novel"] != nil)
    let refused = try await Self.train(["--ranking", "log.jsonl", "--export", "other"], in: scratch)
    #expect(refused.code == 65 && !FileManager.default.fileExists(atPath: scratch.path("other")))
  }

  @Test("an unusable ranking, and a log as the output, are rejected by name")
  func refused() async throws {
    let scratch = try Self.scratch()
    let foreign = Repository.file("Tests/Golden/model-0c059e2.safetensors").path
    for (ranking, out, code, says) in [
      ("none.safetensors", "m", 66, "none.safetensors"), (foreign, "m", 78, "3ad77544ae32d2a7"),
      ("log.jsonl", "m", 65, "log.jsonl"), ("old.safetensors", "log.jsonl", 64, "named twice"),
    ] {
      let outcome = try await Self.train(["--ranking", ranking, "--out", out], in: scratch)
      #expect(outcome.code == Int32(code) && outcome.errors.contains(says), "\(ranking): \(outcome)")
    }
    try scratch.write("short.jsonl", SampleLog.days(4))
    let short = try await Program.run(
      ["train", "short.jsonl", "--ranking", "old.safetensors", "--out", "m"], in: scratch)
    #expect(short.code == 65 && short.errors.contains("short.jsonl: 20 donations are too few"))
    #expect(try scratch.read("log.jsonl") == Data(SampleLog.days(22).utf8))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("m")))
  }

  @Test("the help explains --ranking, and the plan has every setting of horizons")
  func told() async throws {
    let scratch = try Self.scratch()
    let help = try await Program.run(["train", "--help"], in: scratch)
    #expect(help.text.contains("--ranking <file>") && help.text.contains("(`hunch suggest --within"))
    let plan = try await Program.run(["train", "--show-plan", "--seed", "7"], in: scratch)
    let settings = plan.lines.map { $0.components(separatedBy: "\t") }
    for name in ["lengths", "moments", "users", "linesPerMoment", "epochs", "hiddenSizes", "learningRate"] {
      #expect(settings.contains { $0[0] == "horizon.\(name)" }, "\(name)")
    }
    #expect(settings.filter { $0[0] == "seed" || $0[0] == "horizon.seed" }.map { $0[1] } == ["7", "7"])
    #expect(!settings.contains { $0[0] == "horizon.featureDropout" }, "it has none")
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
