import Foundation
import TestSupport
import Testing

@Suite("Examples for other programs")
struct TrainExportTests {
  @Test("one file per log is written, without names, with the same bytes each time")
  func files() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22, user: "wilhelmina"))
    try scratch.write("other.jsonl", SampleLog.days(28))
    for folder in ["one", "two"] {
      let outcome = try await Program.run(
        ["train", "log.jsonl", "other.jsonl", "--until", "0.6", "--export", folder, "--quiet"], in: scratch)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    for name in ["log.safetensors", "other.safetensors"] {
      let bytes = try scratch.read("one/\(name)")
      #expect(try scratch.read("two/\(name)") == bytes)
      for secret in ["wilhelmina", "Blue in Green", "org.example"] {
        #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(secret)")
      }
      for name in ["report.features", "choose.starts", "fit.target", "sequence.time", "fingerprint"] {
        #expect(bytes.firstRange(of: Data("\"\(name)\":".utf8)) != nil, "\(name)")
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: scratch.folder.appending(path: "one").path
      ).count == 2)
  }

  @Test("a folder that is not empty, two logs of one name, and wrong options are rejected")
  func refused() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    let cases: [([String], Int32, String)] = [
      (["log.jsonl", "--export", "."], 73, "not empty"),
      (["log.jsonl", "--export", "log.jsonl"], 73, "log.jsonl: "),
      (
        ["log.jsonl", "../\(scratch.folder.lastPathComponent)/log.jsonl", "--export", "new"], 64,
        "the same file"
      ),
      (["log.jsonl", "--export", "new", "--out", "m.safetensors"], 64, "--export"),
      (["log.jsonl", "--export", "new", "--epochs", "2"], 64, "--epochs"),
      (["log.jsonl"], 64, "--out"),
    ]
    for (arguments, code, says) in cases {
      let outcome = try await Program.run(["train"] + arguments, in: scratch)
      #expect(outcome.code == code && outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "new").path))
  }
}
