import Foundation
import Importers
import TestSupport
import Testing

@testable import Resident

/// A user's machine with `hunchd`.
struct ResidentWorld {
  let scratch: Scratch
  let spool: CommandSpool

  init() throws {
    scratch = try Scratch()
    try scratch.setMode(0o700, of: "")
    try FileManager.default.createDirectory(
      atPath: scratch.path("run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    spool = try #require(
      CommandSpool(forStoreAt: scratch.path("shell.sqlite"), environment: Self.variables(scratch)))
    try #require(spool.prepare())
  }

  static func variables(_ scratch: Scratch) -> [String: String] {
    var variables = BuiltProgram.environment(home: scratch.folder)
    variables["XDG_RUNTIME_DIR"] = scratch.path("run")
    variables["HUNCH_STORE"] = scratch.path("shell.sqlite")
    return variables
  }

  func process(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.file(program)
    process.arguments = arguments
    process.environment = Self.variables(scratch)
    process.currentDirectoryURL = scratch.folder
    return process
  }

  func run(_ program: String, _ arguments: [String]) async throws -> ProcessRun {
    try await process(program, arguments).runToEnd()
  }

  func ask(_ request: String) async -> String? {
    await ResidentClient.answer(to: request, for: spool, within: .seconds(20))
  }

  /// Starts it in the background, and returns the number of its process when it answers.
  @discardableResult
  func start(_ arguments: [String] = []) async throws -> Int32 {
    let run = try await run("hunchd", ["--detach"] + arguments)
    try #require(run.code == 0, "\(run.errors)")
    for _ in 0..<400 {
      if let process = await self.process { return process }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Absent()
  }

  struct Absent: Error {}

  /// The number of its process, if it answers.
  var process: Int32? {
    get async {
      guard let answer = await ResidentClient.answer(to: #"{"v":1,"type":"status"}"#, for: spool),
        let object = try? JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      else { return nil }
      return (object["process"] as? Int).map { Int32($0) }
    }
  }

  func stop() async {
    _ = await ask(#"{"v":1,"type":"stop"}"#)
    for _ in 0..<200 {
      if await process == nil { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Records a command as a hook does.
  func record(_ line: String, number: Int, at seconds: Double, session: String = "7.7") throws {
    var record = RecordedCommand(line, named: "\(session).\(number)", at: "\(seconds)")
    record.folder = scratch.folder.path
    try RecordedCommand.append(record.text, to: "\(spool.folder)/\(session)")
  }
}
