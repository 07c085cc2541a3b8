import Foundation
import TestSupport
import Testing

@Suite("Files and dumps left by the program")
struct ProcessPrivacyTests {
  private static func mode(_ name: String, in scratch: Scratch) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.folder.appending(path: name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("every new file is private to its owner, and an existing one keeps its mode")
  func modes() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(24))
    try scratch.write("life.json", ExpectSample.life)
    let writers = [
      (["simulate", "life.json", "--out", "out.jsonl"], ["out.jsonl"]),
      (["evaluate", "log.jsonl", "--report", "out.html"], ["out.html"]),
      (["expect", "life.json", "--junit", "out.xml"], ["out.xml"]),
      (["train", "log.jsonl", "--export", "out"], ["out/log.safetensors"]),
      (
        ["train", "log.jsonl", "--out", "out.safetensors", "--card", "out.md", "--epochs", "1"],
        ["out.safetensors", "out.md"]
      ),
    ]
    for (arguments, files) in writers {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 0, "\(outcome.errors)")
      for file in files { #expect(try Self.mode(file, in: scratch) == 0o600, "\(file)") }
    }
    #expect(try Self.mode("out", in: scratch) == 0o700)
    let shared: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
    try FileManager.default.setAttributes(
      shared, ofItemAtPath: scratch.folder.appending(path: "out.html").path)
    let again = try await Program.run(["evaluate", "log.jsonl", "--report", "out.html"], in: scratch)
    #expect(again.code == 0)
    #expect(try Self.mode("out.html", in: scratch) == 0o644)
  }

  @Test(
    "a crash leaves neither a core file nor, by default, a backtrace",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer takes the signal, and writes a report"),
    arguments: [nil, "enable=no"])
  func crash(setting: String?) async throws {
    let scratch = try Scratch()
    let process = try Program.process(["donate"], in: scratch)
    if let setting { process.environment?["SWIFT_BACKTRACE"] = setting }
    let (input, errors) = (Pipe(), Pipe())
    (process.standardInput, process.standardError) = (input, errors)
    let running = try process.start()
    try input.fileHandleForWriting.write(contentsOf: Data(SampleLog.days(1).utf8))
    // The store exists once the program has begun to read.
    let store = scratch.folder.appending(path: "store/donations.sqlite").path
    while process.isRunning, !FileManager.default.fileExists(atPath: store) {
      try await Task.sleep(for: .milliseconds(10))
    }
    let limits = try String(contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").filter { $0 == "1" || $0 == "0" }.count == 2, "\(core ?? "")")
    kill(process.processIdentifier, SIGSEGV)
    try input.fileHandleForWriting.close()
    await running.end()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGSEGV)
    #expect(await errors.fileHandleForReading.contents() == Data())
  }
}

/// A persona for the commands that read one.
enum ExpectSample {
  static let life = #"""
    {"user": "u", "timeZone": "UTC", "days": 20,
     "activities": {"mail": {"activityType": "org.example.mail.open", "title": "Open mail"}},
     "routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mail"}]}],
     "expectations": [{"name": "mail", "at": "2026-03-20 07:55", "expect": {"first": "mail"}}]}
    """#
}
