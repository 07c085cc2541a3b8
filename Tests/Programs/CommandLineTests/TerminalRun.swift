import Foundation
import TestSupport

/// Runs a command of the shell on a terminal of its own.
enum TerminalRun {
  /// `script` provides the terminal.
  private static let script = URL(filePath: "/usr/bin/script")

  /// A Boolean value that indicates whether there is one.
  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: script.path) }

  /// The final screen, and the exit code.
  struct Screen {
    /// The lines, with the sequences of their styles.
    let lines: [String]
    let code: Int32
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - command: A command for `sh`; `hunch` is the built program.
  ///   - scratch: The working folder, with the store.
  ///   - columns: The width of the terminal.
  ///   - hasColours: Whether the program may use them.
  ///   - typed: The typed text.
  static func run(
    _ command: String, in scratch: Scratch, columns: Int, hasColours: Bool, typed: String = ""
  ) async throws -> Screen {
    let process = try Program.process(
      ["-qec", "hunch() { '\(Program.path.path)' \"$@\"; }; stty cols \(columns); \(command)", "/dev/null"],
      in: scratch)
    process.executableURL = script
    process.environment?["TERM"] = "xterm"
    if !hasColours { process.environment?["NO_COLOR"] = "1" }
    let (output, input) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = input
    let running = try process.start()
    try input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
    try input.fileHandleForWriting.close()
    let bytes = await output.fileHandleForReading.contents()
    await running.end()
    // Only the text after the last erasure of a line stays in it.
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
      .map { $0.components(separatedBy: "\r\u{1B}[K").last ?? "" }
    return Screen(lines: lines, code: process.terminationStatus)
  }
}
