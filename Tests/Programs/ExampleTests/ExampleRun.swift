import Foundation
import TestSupport

/// A user's machine on which examples are run; each run is a separate process, and files stay.
struct Machine {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.setMode(0o700, of: "")
  }

  /// Runs a program to its end, in the machine's folder.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - path: Folders that come before those of the system in `PATH`.
  func run(
    _ program: URL, _ arguments: [String] = [], input: String = "", path: [URL] = []
  ) async throws -> ProcessRun {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = scratch.folder
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.environment?["XDG_RUNTIME_DIR"] = scratch.folder.path
    process.environment?["PATH"] = (path.map(\.path) + ["/usr/bin", "/bin"]).joined(separator: ":")
    return try await process.runToEnd(input: Data(input.utf8))
  }

  /// Runs an example of `Examples`, which is built with the tests.
  func example(_ name: String, _ arguments: [String] = [], input: String = "") async throws -> ProcessRun {
    try await run(BuiltProgram.builtWithTests(name), arguments, input: input)
  }
}
