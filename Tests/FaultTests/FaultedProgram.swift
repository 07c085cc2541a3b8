import Foundation

/// Runs the built program with the shim before it.
enum FaultedProgram {
  /// What a run left behind.
  struct Outcome: Sendable {
    let output: Data
    let errors: String
    /// The exit code; `nil` if a signal ended it.
    let code: Int32?
    let signal: Int32?
    let report: FaultReport
  }

  /// The program lies beside the tests; `make faults` names the optimised one.
  static var path: String {
    ProcessInfo.processInfo.environment["HUNCH_FAULT_PROGRAM"]
      ?? (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
      .deletingLastPathComponent().appending(path: "hunch").path
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - folder: Where it works.
  ///   - input: What it reads from standard input.
  ///   - output: The file below `out` that standard output goes to, where it may fail as well.
  ///   - key: The name of the file with the store's key.
  ///   - fault: What goes wrong; nothing by default.
  ///   - memory: The limit of its address space in bytes.
  ///   - begun: Called with the process when it runs.
  static func run(
    _ arguments: [String], in folder: FaultFolder, input: String = "", into output: String? = nil,
    key: String? = nil, fault: Fault? = nil, memory: Int? = nil, begun: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Outcome {
    let name = UUID().uuidString
    let files = try folder.makeFiles(for: name, input: input, output: output)
    defer { for file in files.temporary { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: memory == nil ? path : "/bin/sh")
    let expanded = arguments.map(folder.expand)
    process.arguments =
      memory.map { ["-c", "ulimit -v \($0 / 1_024); exec \"$0\" \"$@\"", path] + expanded } ?? expanded
    process.currentDirectoryURL = folder.root
    var environment = environment(folder, fault, report: files.report, limited: memory != nil)
    if let key { environment["HUNCH_KEY_FILE"] = folder.root.path + "/" + key }
    process.environment = environment
    let input = try FileHandle(forReadingFrom: files.input)
    let (output, errors) = (
      try FileHandle(forWritingTo: files.output), try FileHandle(forWritingTo: files.errors)
    )
    // `Process` keeps them open for as long as it is there, which may be longer than thousands of trials can afford.
    defer { for handle in [input, output, errors] { try? handle.close() } }
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    let ended = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in ended.continuation.finish() }
    try process.run()
    begun?(process)
    // A program that cannot start its threads may wait for them for ever.
    if memory != nil { kill(process, after: .seconds(3)) }
    for await _ in ended.stream {}
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      output: try Data(contentsOf: files.output),
      errors: String(decoding: try Data(contentsOf: files.errors), as: UTF8.self),
      code: isSignal ? nil : process.terminationStatus, signal: isSignal ? process.terminationStatus : nil,
      report: try FaultReport(files.report))
  }

  /// Kills a process if it still runs after a while.
  static func kill(_ process: Process, after delay: DispatchTimeInterval) {
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      if process.isRunning { Foundation.kill(identifier, SIGKILL) }
    }
  }

  private static func environment(
    _ folder: FaultFolder, _ fault: Fault?, report: URL, limited: Bool
  ) -> [String: String] {
    var environment = [
      "HUNCH_STORE": folder.store, "TZ": "UTC", "HOME": folder.root.path, "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    guard let shim = FaultShim.shared, !limited else { return environment }
    environment["LD_PRELOAD"] = shim.library.path
    environment["HUNCH_FAULT"] = fault.map { "\($0)" } ?? "none 0 0"
    environment["HUNCH_FAULT_ROOT"] = folder.root.path
    environment["HUNCH_FAULT_REPORT"] = report.path
    environment["HUNCH_FAULT_SHADOW"] = folder.shadow.path
    return environment
  }
}
