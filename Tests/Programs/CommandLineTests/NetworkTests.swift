import Foundation
import TestSupport
import Testing

/// `strace` lists the system calls of a program.
private let strace = URL(fileURLWithPath: "/usr/bin/strace")

/// Whether it works here: some containers forbid it.
@Sendable private func traces() async -> Bool {
  let process = Process()
  process.executableURL = strace
  process.arguments = ["-f", "-o", "/dev/null", "/bin/true"]
  return (try? await process.runToEnd())?.code == 0
}

@Suite("No network", .enabled("needs strace, and that it may trace", traces))
struct NetworkTests {
  /// Returns the calls of a run that create a socket, bind or connect it, or send.
  ///
  /// Foundation asks the system for the names of a file's owners, and the C library may ask a
  /// service of the machine (nscd) through a Unix socket.
  private static func calls(_ arguments: [String], in scratch: Scratch) async throws -> (
    calls: [String], code: Int32
  ) {
    let process = try Program.process(
      ["-f", "-qq", "-e", "trace=%network", "-e", "signal=none", "-o", "calls", Program.path.path]
        + arguments,
      in: scratch)
    process.executableURL = strace
    let run = try await process.runToEnd()
    let calls = String(decoding: try scratch.read("calls"), as: UTF8.self).split(separator: "\n").map(
      String.init)
    let families = calls.filter { $0.contains("socket(") || $0.contains("sa_family") || $0.contains("bind(") }
    return (families.filter { !$0.contains("AF_UNIX") }, run.code)
  }

  @Test("no command opens a socket beyond the machine")
  func commands() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let now = ["--at", "2026-03-18T08:00:00+01:00"]
    let commands: [(arguments: [String], code: Int32)] = [
      (["import", "log.jsonl"], 0), (["donate", "--type", "org.example.mail.open"] + now, 0),
      (["suggest", "--why"] + now, 0), (["search", "lunch"] + now, 0), (["phrase", "list"], 0),
      (["lint", "log.jsonl"], 1), (["stats"], 0), (["doctor"], 0),
      (["evaluate", "log.jsonl", "--report", "report.html"], 0),
      (["rules", "add", "--hash", "--info", "k"], 0),
      (["forget", "--last"], 0), (["export"], 0),
    ]
    for (arguments, expected) in commands {
      let (calls, code) = try await Self.calls(arguments, in: scratch)
      #expect(code == expected, "\(arguments)")
      #expect(calls.isEmpty, "\(arguments)")
    }
  }

  @Test("the test detects a socket")
  func control() async throws {
    let scratch = try Scratch()
    let process = try Program.process(
      [
        "-f", "-qq", "-e", "trace=%network", "-o", "calls", "/bin/bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9",
      ],
      in: scratch)
    process.executableURL = strace
    _ = try await process.runToEnd()
    #expect(String(decoding: try scratch.read("calls"), as: UTF8.self).contains("socket(AF_INET"))
  }
}
