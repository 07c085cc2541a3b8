import Foundation
import TestSupport
import Testing

@Suite("Output files never replace protected files")
struct OutputFileTests {
  private static let persona =
    #"{"user":"p","timeZone":"UTC","days":2,"activities":{"a":{"activityType":"a.b"}},"routines":[{"name":"r","at":"08:00","steps":[{"do":"a"}]}]"#

  private static let outputs = [
    ["simulate", "life.json", "--out"], ["expect", "life.json", "--junit"],
    ["evaluate", "log.jsonl", "--report"], ["evaluate", "log.jsonl", "--moments", "1d", "--report"],
    ["train", "log.jsonl", "--epochs", "1", "--out"],
    ["train", "log.jsonl", "--epochs", "1", "--out", "model", "--card"],
    ["train", "log.jsonl", "--epochs", "1", "--out", "model", "--checkpoint"],
    ["benchmark", "store", "--quick", "--repetitions", "1", "--report"],
  ]

  private func scratch() async throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "life.json",
      Self.persona + #","expectations":[{"at":"2026-03-03 08:05","expect":"a"}]}"#)
    try scratch.write("log.jsonl", SampleLog.days(3))
    return scratch
  }

  /// `hunch train --out` once replaced the store with a model, with code 0.
  @Test("output never replaces a store, plain or encrypted, or its journals", arguments: outputs)
  func stores(arguments: [String]) async throws {
    let scratch = try await scratch()
    for (name, key) in [("plain", []), ("secret", ["--key-file", "key"])] {
      if !key.isEmpty {
        let made = try await Program.run(
          ["encrypt", "--new-key-file", "key", "--store", "other/\(name)"], in: scratch)
        #expect(made.code == 0, "\(made.errors)")
      }
      let made = try await Program.run(
        ["import", "-q", "log.jsonl", "--store", "other/\(name)"] + key, in: scratch)
      #expect(made.code == 0, "\(made.errors)")
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path("store"), withIntermediateDirectories: false)
    let files = ["plain", "secret", "plain-wal", "plain-shm", "secret-journal"].map { "other/" + $0 }
    let before = try ["plain", "secret"].map { try scratch.read("other/" + $0) }
    for file in files + ["store/donations.sqlite", "store/donations.sqlite-wal"] {
      let run = try await Program.run(arguments + [file], in: scratch)
      #expect(run.code == 73 && run.errors.contains("a donation store"), "\(file): \(run.errors)")
    }
    #expect(try ["plain", "secret"].map { try scratch.read("other/" + $0) } == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("other"))
    #expect(Set(names) == ["plain", "secret"])
  }

  @Test(
    "output never replaces the target of another user's link", .enabled(if: geteuid() == 0),
    arguments: outputs)
  func strangersLink(arguments: [String]) async throws {
    let scratch = try await scratch()
    try scratch.write("mine", "mine")
    let shared = scratch.path("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try scratch.setMode(0o1777, of: "shared")
    let link = shared + "/report"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path("mine"))
    let result = unsafe lchown(link, Program.another, Program.another)
    #expect(result == 0)
    let run = try await Program.run(arguments + ["shared/report"], in: scratch)
    #expect(run.code == 73 && run.errors.contains("a link of another user"), "\(run.errors)")
    #expect(try scratch.read("mine") == Data("mine".utf8))
  }

  @Test("a path with a slash at its end is the same store for reading and for writing")
  func trailingSlash() async throws {
    let scratch = try await scratch()
    let made = try await Program.run(["import", "-q", "log.jsonl", "--store", "a/store/"], in: scratch)
    #expect(made.code == 0, "\(made.errors)")
    for path in ["a/store/", "a/store", "a/store//"] {
      let found = try await Program.run(["stats", "--store", path], in: scratch)
      #expect(found.code == 0 && found.text.contains("all\t15\t"), "\(path): \(found.errors)")
    }
  }

  @Test("a limit on open files that is too low is reported, however low", arguments: 3...18)
  func fewFiles(limit: Int) async throws {
    let scratch = try await scratch()
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "ulimit -n \(limit); exec '\(Program.path.path)' import -q log.jsonl"]
    shell.currentDirectoryURL = scratch.folder
    shell.environment = BuiltProgram.environment(home: scratch.folder)
    let run = try await shell.runToEnd()
    // With three, the loader cannot even open the libraries; from 14 on, the limit suffices.
    #expect(
      !run.isSignal && run.code == (limit == 3 ? 127 : limit < 14 ? 75 : 0), "\(run.code) \(run.errors)")
  }

  @Test("the doctor explains a journal without its store")
  func leftJournal() async throws {
    let scratch = try await scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("a"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try scratch.write("a/s-wal", "left")
    let store = ["--store", "a/s"]
    let donated = try await Program.run(["donate", "--type", "a.b"] + store, in: scratch)
    let told = try await Program.run(["doctor"] + store, in: scratch)
    #expect(donated.code == 69 && told.code == 69)
    #expect(told.errors.contains("s-wal") && !told.errors.contains("in order"), "\(told.errors)")
  }

  /// The draft of a killed repair once kept donations forever, even those forgotten in the store.
  @Test("the doctor and forgetting report the file of a killed repair")
  func leftDraft() async throws {
    let scratch = try await scratch()
    let imported = try await Program.run(["import", "-q", "log.jsonl"], in: scratch)
    #expect(imported.code == 0)
    let (draft, other) = ("store/saved.sqlite.new-0A1B2C3D", "store/page.html.new-0A1B2C3D")
    for name in [draft, other, "store/other.sqlite"] {
      try FileManager.default.copyItem(
        atPath: scratch.path(name == other ? "log.jsonl" : "store/donations.sqlite"),
        toPath: scratch.path(name))
    }
    let told = try await Program.run(["doctor"], in: scratch)
    #expect(told.code == 65)
    #expect(told.errors.contains("saved.sqlite.new-0A1B2C3D: an interrupted repair"), "\(told.errors)")
    #expect(!told.errors.contains("page.html") && !told.errors.contains("other.sqlite"))
    let forgotten = try await Program.run(["forget", "--all", "--yes"], in: scratch)
    #expect(forgotten.code == 0)
    #expect(
      forgotten.errors.contains("saved.sqlite.new-0A1B2C3D: an interrupted repair"), "\(forgotten.errors)")
    #expect(!forgotten.errors.contains("page.html") && !forgotten.errors.contains("other.sqlite"))
    try FileManager.default.removeItem(atPath: scratch.path(draft))
    #expect(try await Program.run(["doctor"], in: scratch).code == 0)
  }
}
