import Foundation
import Testing

/// A machine with nothing on it but the built programs: each run is a process of its own, the store stays.
final class World: Sendable {
  /// What a run left behind.
  struct Outcome {
    let text: String
    let errors: String
    let code: Int32

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Short, because the path of a socket has to be.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs `pizzeria`.
  func pizzeria(_ arguments: String...) throws -> Outcome { try run("pizzeria", arguments) }

  /// Runs `hunch`: another program on the same store.
  func hunch(_ arguments: String...) throws -> Outcome { try run("hunch", arguments) }

  /// Runs a program to its end.
  func run(_ program: String, _ arguments: [String]) throws -> Outcome {
    let files = ["out", "err"].map { folder.appending(path: "\(UUID().uuidString).\($0)") }
    for file in files { try Data().write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let process = process(program, arguments)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      text: try String(contentsOf: files[0], encoding: .utf8),
      errors: try String(contentsOf: files[1], encoding: .utf8), code: process.terminationStatus)
  }

  /// A run that was not started yet; the programs lie beside the tests.
  func process(_ program: String, _ arguments: [String]) -> Process {
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appending(path: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "HUNCH_STORE": folder.appending(path: "store/donations.sqlite").path, "XDG_RUNTIME_DIR": folder.path,
      "HOME": folder.path, "TZ": "UTC", "PATH": "/usr/bin:/bin",
    ]
    // A sanitizer that the tests run under is set alike for the program, with what scripts/sanitize.sh puts before it.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    return process
  }
}

/// The project's own files.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

/// A program that goes on while others run.
final class BackgroundRun {
  private let process: Process
  private let output = Pipe()
  private var unread: [String] = []
  private var rest = Data()

  init(_ process: Process) throws {
    self.process = process
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The next line that it prints; `nil` if it has ended.
  func line() -> String? {
    while unread.isEmpty {
      let some = output.fileHandleForReading.availableData
      guard !some.isEmpty else { return nil }
      rest += some
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        unread.append(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
    return unread.removeFirst()
  }

  /// The lines until it ends, and its code.
  func end() -> (lines: [String], code: Int32) {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return (lines, process.terminationStatus)
  }
}
