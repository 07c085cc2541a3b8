import Foundation
import TestSupport
import Testing

@Suite("Interrupted training")
struct TrainResumeTests {
  private static let training = ["train", "log.jsonl", "--until", "0.6", "--epochs", "40", "--quiet"]

  /// Starts a training, waits for its first checkpoint, and stops it by a signal; repeats this if
  /// the training ended before that.
  private static func stopped(_ scratch: Scratch, by signal: Int32) async throws -> Process {
    let model = scratch.folder.appending(path: "model.safetensors")
    for _ in 0..<20 {
      let process = try Program.process(training + ["--out", "model.safetensors"], in: scratch)
      let running = try process.start()
      while process.isRunning, !FileManager.default.fileExists(atPath: model.path + ".checkpoint") {
        try await Task.sleep(for: .milliseconds(1))
      }
      kill(process.processIdentifier, signal)
      await running.end()
      if process.terminationStatus != 0 { return process }
      try FileManager.default.removeItem(at: model)
    }
    throw CocoaError(.featureUnsupported)
  }

  @Test("after a kill or an interrupt, the same command resumes, and gives the same bytes")
  func carriesOn() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    let whole = try await Program.run(
      Self.training + ["--out", "whole.safetensors", "--card", "whole.md"], in: scratch)
    #expect(whole.code == 0 && whole.errors.isEmpty, "\(whole.errors)")
    for signal in [SIGKILL, SIGINT] {
      let process = try await Self.stopped(scratch, by: signal)
      #expect(process.terminationStatus == (signal == SIGINT ? 130 : SIGKILL))
      #expect(
        !FileManager.default.fileExists(atPath: scratch.folder.appending(path: "model.safetensors").path))
      let arguments = Self.training.dropLast() + ["--out", "model.safetensors"]
      let rest = try await Program.run(Array(arguments), in: scratch)
      #expect(rest.code == 0 && rest.errors.contains("resuming after "), "\(rest.errors)")
      #expect(try scratch.read("model.safetensors") == scratch.read("whole.safetensors"))
      #expect(try scratch.read("card.md") == scratch.read("whole.md"))
      let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      // A process killed while it writes leaves a draft.
      #expect(left.filter { $0.contains("checkpoint") && !$0.contains(".new-") } == [])
      try FileManager.default.removeItem(at: scratch.folder.appending(path: "model.safetensors"))
    }
  }

  @Test("the checkpoint of another training, or a damaged one, is rejected by name with a solution")
  func refused() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    _ = try await Self.stopped(scratch, by: SIGKILL)
    let kept = try scratch.read("model.safetensors.checkpoint")
    let named =
      Self.training + ["--out", "other.safetensors", "--checkpoint", "model.safetensors.checkpoint"]
    try scratch.write("other.jsonl", SampleLog.days(23))
    for (arguments, says) in [
      (named + ["--seed", "3"], "other settings"), (named + ["--without", "time"], "other settings"),
      (named + ["other.jsonl"], "other logs"),
    ] {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 78, "\(arguments)")
      #expect(outcome.errors.contains("model.safetensors.checkpoint: ") && outcome.errors.contains(says))
      #expect(outcome.errors.contains("remove it"))
    }
    #expect(try scratch.read("model.safetensors.checkpoint") == kept)
    try kept.dropLast(5).write(to: scratch.folder.appending(path: "model.safetensors.checkpoint"))
    let outcome = try await Program.run(named, in: scratch)
    #expect(outcome.code == 65 && outcome.errors.contains("remove it"), "\(outcome.errors)")
  }
}
