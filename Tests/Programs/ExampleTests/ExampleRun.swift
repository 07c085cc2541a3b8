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

/// The Swift and shell blocks of a page.
struct Page {
  private let lines: [String]

  init(_ path: String) throws {
    lines = try Repository.text(path).components(separatedBy: "\n")
  }

  /// Returns the lines of each block in a language between two headings, in order.
  func blocks(_ language: String, after start: String, before end: String) -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    for line in lines.drop(while: { $0 != start }).prefix(while: { $0 != end }) {
      if line.hasPrefix("```") {
        isInside = line == "```\(language)"
        if isInside { blocks.append([]) }
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }
}
