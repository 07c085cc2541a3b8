import Foundation
import TestSupport

/// Runs the built program with the shim preloaded.
enum FaultedProgram {
  /// The result of a run.
  struct Outcome: Sendable {
    let output: Data
    let errors: String
    /// The exit code; `nil` if a signal ended it.
    let code: Int32?
    let signal: Int32?
    let report: FaultReport
  }

  /// Runs it until it ends.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  /// - folder: Its working folder.
  /// - input: Its standard input.
  /// - output: The file below `out` for standard output, where writing may fail as well.
  ///   - key: The name of the file with the store's key.
  /// - fault: The fault; none by default.
  ///   - memory: The limit of its address space in bytes.
  /// - begun: Called with the process once it is running.
  static func run(
    _ arguments: [String], in folder: FaultFolder, input: String = "", into output: String? = nil,
    key: String? = nil, fault: Fault? = nil, memory: Int? = nil, begun: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Outcome {
    let report = try folder.makeReport()
    defer { try? FileManager.default.removeItem(at: report) }
    let process = Process()
    let program = try BuiltProgram.file("hunch")
    process.executableURL = memory == nil ? program : URL(filePath: "/bin/sh")
    let expanded = arguments.map(folder.expand)
    process.arguments =
      memory.map { ["-c", "ulimit -v \($0 / 1_024); exec \"$0\" \"$@\"", program.path] + expanded }
      ?? expanded
    process.currentDirectoryURL = folder.root
    var environment = await environment(folder, fault, report: report, limited: memory != nil)
    if let key { environment["HUNCH_KEY_FILE"] = folder.root.path + "/" + key }
    process.environment = environment
    let printed = output.map { folder.root.appending(path: "out/" + $0) }
    if let printed { try Data().write(to: printed) }
    let run = try await process.runToEnd(input: Data(input.utf8), into: printed) { process in
      begun?(process)
      // A program that cannot start its threads may wait for them forever.
      if memory != nil { kill(process, after: .seconds(3)) }
    }
    return Outcome(
      output: try printed.map { try Data(contentsOf: $0) } ?? run.output, errors: run.errors,
      code: run.isSignal ? nil : run.code, signal: run.isSignal ? run.code : nil,
      report: try FaultReport(report))
  }

  /// Kills a process if it is still running after a while.
  static func kill(_ process: Process, after delay: DispatchTimeInterval) {
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      if process.isRunning { Foundation.kill(identifier, SIGKILL) }
    }
  }

  private static func environment(
    _ folder: FaultFolder, _ fault: Fault?, report: URL, limited: Bool
  ) async -> [String: String] {
    var environment = [
      "HUNCH_STORE": folder.store, "TZ": "UTC", "HOME": folder.root.path, "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    guard !limited, let shim = await FaultShim.shared() else { return environment }
    environment["LD_PRELOAD"] = shim.library.path
    environment["HUNCH_FAULT"] = fault.map { "\($0)" } ?? "none 0 0"
    environment["HUNCH_FAULT_ROOT"] = folder.root.path
    environment["HUNCH_FAULT_REPORT"] = report.path
    environment["HUNCH_FAULT_SHADOW"] = folder.shadow.path
    return environment
  }
}
