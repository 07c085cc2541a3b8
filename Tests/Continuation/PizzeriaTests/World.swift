import Foundation
import TestSupport
import Testing

/// A machine with only the built programs: each run is a separate process, and the store stays.
final class World: Sendable {
  private let scratch: Scratch

  /// The working folder.
  var folder: URL { scratch.folder }

  init() throws {
    scratch = try Scratch()
    try scratch.setMode(0o700, of: "")
  }

  /// Runs `pizzeria`.
  func pizzeria(_ arguments: String...) async throws -> ProcessRun { try await run("pizzeria", arguments) }

  /// Runs `hunch`, another program on the same store.
  func hunch(_ arguments: String...) async throws -> ProcessRun { try await run("hunch", arguments) }

  /// Runs a program to its end.
  func run(_ program: String, _ arguments: [String]) async throws -> ProcessRun {
    try await process(program, arguments).runToEnd()
  }

  /// A run that has not started yet.
  func process(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.file(program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = BuiltProgram.environment(home: folder)
    process.environment?["HUNCH_STORE"] = scratch.path("store/donations.sqlite")
    process.environment?["XDG_RUNTIME_DIR"] = folder.path
    process.environment?["PATH"] = "\(BuiltProgram.folder.path):/usr/bin:/bin"
    return process
  }
}

/// A program that continues while others run.
final class BackgroundRun {
  private let process: Process
  private let running: RunningProcess
  private let output = Pipe()
  private var unread: [String] = []
  private var rest = Data()

  init(_ process: Process) throws {
    self.process = process
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    running = try process.start()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The next line of its output; `nil` if it has ended.
  func line() async -> String? {
    while unread.isEmpty {
      let some = await output.fileHandleForReading.next()
      guard !some.isEmpty else { return nil }
      rest += some
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        unread.append(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
    return unread.removeFirst()
  }

  /// The remaining lines, and the exit code.
  func end() async -> (lines: [String], code: Int32) {
    var lines: [String] = []
    while let line = await line() { lines.append(line) }
    await running.end()
    return (lines, process.terminationStatus)
  }
}
