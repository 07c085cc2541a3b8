import Foundation
import TestSupport
import Testing

@Suite("Unreachable files are not reported as missing")
struct UnreachableFileTests {
  /// A folder that may not be entered, with a store and a key file in it.
  private final class Closed: Sendable {
    let scratch: Scratch

    init() async throws {
      scratch = try Scratch()
      let folder = scratch.folder.appending(path: "private")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      _ = try await Program.run(
        ["import", "-", "--store", "private/s.sqlite"], in: scratch, input: SampleLog.days(1))
      _ = try scratch.write("private/key", String(repeating: "0f1e", count: 16))
      for name in ["", "private", "private/s.sqlite", "private/key"] {
        try set(0o600, of: name)
        guard geteuid() == 0 else { continue }
        try FileManager.default.setAttributes(
          [.ownerAccountID: Program.another], ofItemAtPath: scratch.folder.appending(path: name).path)
      }
      try set(0o755, of: "")
      try set(0, of: "private")
    }

    deinit { try? set(0o700, of: "private") }

    private func set(_ mode: Int, of name: String) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: scratch.folder.appending(path: name).path)
    }
  }

  private static let questions = [
    ["forget", "--all"], ["forget", "--all", "--json"], ["doctor"], ["doctor", "--repair", "new.sqlite"],
    ["retention"], ["rules"], ["export"], ["stats"], ["suggest"], ["search", "x"], ["phrase", "list"],
    ["hint", "list"], ["resume"], ["encrypt", "--new-key-file", "key"], ["decrypt", "--yes"],
    ["donate", "--type", "a.b"], ["import", "-"],
  ]

  @Test("a store in an inaccessible folder is reported as forbidden, not missing", arguments: questions)
  func folder(arguments: [String]) async throws {
    let closed = try await Closed()
    let outcome = try await Program.run(
      arguments + ["--store", "private/s.sqlite"], in: closed.scratch, givesRightsUp: true)
    #expect(outcome.code == 77)
    #expect(outcome.errors.contains("check the owner and mode"), "\(outcome.errors)")
    #expect(!outcome.text.contains("forgot") && !outcome.text.contains("none yet"), "\(outcome.text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: closed.scratch.folder.path)
    #expect(!names.contains("key") && !names.contains("new.sqlite"), "nothing is created")
  }

  @Test(
    "a key file in an inaccessible folder is reported as forbidden, not missing",
    arguments: [["stats", "--key-file"], ["encrypt", "--new-key-file"]])
  func key(arguments: [String]) async throws {
    let closed = try await Closed()
    _ = try await Program.run(
      ["import", "-"], in: closed.scratch, input: SampleLog.days(1), givesRightsUp: true)
    let outcome = try await Program.run(arguments + ["private/key"], in: closed.scratch, givesRightsUp: true)
    #expect(outcome.code == 77)
    #expect(outcome.errors.contains("no permission to read the key file"), "\(outcome.errors)")
  }

  @Test(
    "a dangling or circular link is reported as such", arguments: ["nowhere", "link"],
    [
      ["doctor"], ["stats"], ["forget", "--all"], ["donate", "--type", "a.b"],
      ["doctor", "--repair", "n.sqlite"],
    ])
  func link(target: String, arguments: [String]) async throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder.appending(path: "link").path, withDestinationPath: target)
    let outcome = try await Program.run(arguments + ["--store", "link"], in: scratch)
    #expect(outcome.code == 66)
    #expect(outcome.errors.contains("a dangling link"), "\(outcome.errors)")
    let key = try await Program.run(["encrypt", "--new-key-file", "link"], in: scratch)
    #expect(key.code == 66 && key.errors.contains("a dangling link"), "\(key.errors)")
  }

  @Test("a path that is too long is reported as such")
  func length() async throws {
    let scratch = try Scratch()
    let name = String(repeating: "x", count: 256)
    for arguments in [["stats"], ["donate", "--type", "a.b"], ["forget", "--all"]] {
      let outcome = try await Program.run(arguments + ["--store", name], in: scratch)
      #expect(outcome.code == 73)
      #expect(outcome.errors.contains("longer than the system allows"), "\(outcome.errors)")
    }
    let key = try await Program.run(["encrypt", "--new-key-file", name], in: scratch)
    #expect(key.code == 73 && key.errors.contains("longer than the system allows"), "\(key.errors)")
  }

  @Test("a name that is too long for an output is reported as such", arguments: [243, 256])
  func output(length: Int) async throws {
    let scratch = try Scratch()
    _ = try scratch.write("log.jsonl", SampleLog.days(1))
    let name = String(repeating: "x", count: length)
    let outcome = try await Program.run(["train", "log.jsonl", "--out", name], in: scratch)
    #expect(outcome.code == 73 && outcome.errors.contains("the name is too long"), "\(outcome.errors)")
  }

  @Test("a link to a name that is too long is reported before the work")
  func outputBehindLink() async throws {
    let scratch = try Scratch()
    _ = try scratch.write("log.jsonl", SampleLog.days(1))
    let name = String(repeating: "x", count: 250)
    _ = try scratch.write(name, "")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder.appending(path: "link").path, withDestinationPath: name)
    let outcome = try await Program.run(["train", "log.jsonl", "--out", "link"], in: scratch)
    #expect(outcome.code == 73 && outcome.errors.contains("the name is too long"), "\(outcome.errors)")
  }

  @Test("a process that may open no more files reports it", arguments: [8, 9])
  func descriptors(limit: Int) async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    let command = "ulimit -n \(limit); exec '\(Program.path.path)' stats"
    let process = try Program.process(["-c", command], in: scratch)
    process.executableURL = URL(filePath: "/bin/sh")
    let run = try await process.runToEnd()
    #expect(run.code == 75 && run.errors.contains("too many files are open"), "\(run.errors)")
  }

  @Test("a repair that cannot be written names the new file, not its draft")
  func repair() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    _ = try scratch.write("file", "")
    let outcome = try await Program.run(["doctor", "--repair", "file/new.sqlite"], in: scratch)
    #expect(outcome.code == 73)
    #expect(outcome.errors.contains("/file/new.sqlite: "), "\(outcome.errors)")
    #expect(!outcome.errors.contains(".new-"))
  }

  @Test("forgetting without a store reports it", arguments: [["--all"], ["--all", "--json"], ["--last"]])
  func forgetting(arguments: [String]) async throws {
    let outcome = try await Program.run(["forget"] + arguments + ["--store", "typo.sqlite"], in: Scratch())
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("nothing was forgotten: there is no store at typo.sqlite"))
    #expect(outcome.text.isEmpty == false, "the receipt")
  }
}
