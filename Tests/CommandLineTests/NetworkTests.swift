import Foundation
import Testing

/// `strace` lists the calls that a program makes of the system.
private let strace = URL(fileURLWithPath: "/usr/bin/strace")

/// Whether it may: some containers forbid it.
private let traces: Bool = {
  let process = Process()
  process.executableURL = strace
  process.arguments = ["-f", "-o", "/dev/null", "/bin/true"]
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}()

@Suite("No network", .enabled(if: traces, "needs strace, and that it may trace"))
struct NetworkTests {
  /// The calls of a run that make a socket, give it an address, or send to one.
  ///
  /// Foundation asks the system for the names of a file's owners, and the C library may ask a service of the machine (nscd)
  /// through a Unix socket.
  private static func calls(_ arguments: [String], in scratch: Scratch) throws -> (
    calls: [String], code: Int32
  ) {
    let process = Program.process(
      ["-f", "-qq", "-e", "trace=%network", "-e", "signal=none", "-o", "calls", Program.path.path]
        + arguments,
      in: scratch)
    process.executableURL = strace
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    let calls = String(decoding: try scratch.read("calls"), as: UTF8.self).split(separator: "\n").map(
      String.init)
    let families = calls.filter { $0.contains("socket(") || $0.contains("sa_family") || $0.contains("bind(") }
    return (families.filter { !$0.contains("AF_UNIX") }, process.terminationStatus)
  }

  @Test("nothing that the program does opens a socket to anywhere beyond the machine")
  func commands() throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let commands = [
      ["import", "log.jsonl"], ["donate", "--type", "org.example.mail.open"], ["suggest", "--why"],
      ["search", "lunch"], ["phrase", "list"], ["lint", "log.jsonl"], ["stats"], ["doctor"],
      ["evaluate", "log.jsonl", "--report", "report.html"], ["rules", "add", "--hash", "--info", "k"],
      ["forget", "--last"], ["export"],
    ]
    for arguments in commands {
      let (calls, code) = try Self.calls(arguments, in: scratch)
      #expect(code == 0 || code == 1, "\(arguments)")
      #expect(calls.isEmpty, "\(arguments)")
    }
  }

  @Test("a socket would be seen")
  func control() throws {
    let scratch = try Scratch()
    let process = Program.process(
      [
        "-f", "-qq", "-e", "trace=%network", "-o", "calls", "/bin/bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9",
      ],
      in: scratch)
    process.executableURL = strace
    try process.run()
    process.waitUntilExit()
    #expect(String(decoding: try scratch.read("calls"), as: UTF8.self).contains("socket(AF_INET"))
  }
}
