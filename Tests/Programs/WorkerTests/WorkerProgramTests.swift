import Foundation
import TestSupport
import Testing

/// The program, against the command line, and under failures.
@Suite struct WorkerProgramTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func process(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.file(program)
    process.arguments = arguments
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.currentDirectoryURL = scratch.folder
    return process
  }

  private func run(
    _ program: String, _ arguments: [String], input: String = "", into output: URL? = nil
  ) async throws -> ProcessRun {
    try await process(program, arguments).runToEnd(input: Data(input.utf8), into: output)
  }

  /// Records of every kind; one deletes others.
  private static func mixed() throws -> Crowd {
    var crowd = try Crowd(["anna", "bert", "cleo"], length: 70)
    crowd.people[0].records += [
      #"{"type":"phrase","time":"2026-07-01T00:00:00Z","activityType":"org.example.mail.inbox","phrase":"post"}"#,
      #"{"type":"feedback","time":"2026-07-01T00:00:01Z","verdict":"pinned","scope":"type","shown":[{"activityType":"org.example.mail.inbox"}]}"#,
    ]
    crowd.people[1].records.append(
      #"{"type":"delete","time":"2026-07-01T00:00:00Z","activityType":"org.example.mail.inbox"}"#)
    return crowd
  }

  @Test func answersAreTheBytesOfHunchSuggest() async throws {
    let crowd = try Self.mixed()
    try scratch.write("log.jsonl", crowd.log)
    let lines = try await run(
      "hunch-worker", ["suggest", "--ask", Crowd.late, "--ask", Crowd.early], input: crowd.rows)
    try #require(lines.code == 0, "\(lines.errors)")
    for (name, line) in zip(crowd.people.map(\.name), lines.lines) {
      let common = ["suggest", "--log", "log.jsonl", "--user", name, "--json", "--quiet"]
      let late = try await run(
        "hunch", common + ["--at", "2026-08-03T08:10:00+02:00", "--why"] + Self.observed)
      let early = try await run("hunch", common + ["--at", "2026-03-04T07:30:00+01:00", "-n", "3"])
      let answers = [late, early].map { $0.text.dropLast() }.joined(separator: ",")
      #expect(line == #"{"person":"\#(name)","answers":[\#(answers)]}"#)
    }
  }

  /// A worker has no present moment, so the moment asked about is the last one observed.
  private static let observed = ["--observed-until", "2026-08-03T08:10:00+02:00"]

  @Test func sumsAreTheReportOfHunchEvaluate() async throws {
    let crowd = try Self.mixed()
    try scratch.write("log.jsonl", crowd.log)
    // Two runs, the later people first.
    var parts = (crowd, crowd)
    parts.0.people.removeFirst()
    parts.1.people.removeLast(2)
    var totals = ""
    for part in [parts.0, parts.1] {
      let run = try await run("hunch-worker", ["evaluate"], input: part.rows)
      try #require(run.code == 0, "\(run.errors)")
      totals += run.text
    }
    let sum = try await run("hunch-worker", ["sum", "--log", "log.jsonl"], input: totals)
    let report = try await run("hunch", ["evaluate", "--json", "--quiet", "log.jsonl"])
    let times = try Regex(#""microseconds_per_query":[0-9.e-]+,"#)
    #expect(sum.lines.first == report.lines.first?.replacing(times, with: ""))
    #expect(sum.lines.last?.hasPrefix(#"{"end":true,"v":1,"task":"sum","rows":5,"people":3,"#) == true)

    let lines = totals.split(separator: "\n").map(String.init)
    let other = lines[4].replacing(#""model":"#, with: #""model":"other","was":"#)
    for (damaged, reason) in [
      ([String(lines[0].dropFirst(100))], "row 1: not a line"),
      (Array(lines.dropLast()), "does not end with a trailer"),
      (Array(lines.dropFirst()), "row 2: the trailer counts"), ([], "does not end with a trailer"),
      (lines.dropLast() + [other], "row 5: the trailer names another model"),
    ] {
      let failed = try await run("hunch-worker", ["sum"], input: damaged.map { "\($0)\n" }.joined())
      #expect(failed.code == 65 && failed.text.isEmpty && failed.errors.contains(reason), "\(failed.errors)")
    }
  }

  @Test func badRowsGoToTheirFile() async throws {
    let crowd = try Crowd(["anna"], length: 2)
    let rows = crowd.rows + "anna\t{}\n"
    let run = try await run(
      "hunch-worker", ["learn", "--max-bad", "1", "--dead-letters", "bad"], input: rows)
    #expect(run.code == 0 && run.errors.isEmpty)
    let bad = String(decoding: try scratch.read("bad"), as: UTF8.self)
    #expect(bad == #"{"person":"anna","row":3,"reason":"time: missing or null; it is required"}"# + "\n")
    #expect(try scratch.mode("bad") == 0o600)
    let failed = try await self.run("hunch-worker", ["learn"], input: rows)
    #expect(failed.code == 65 && !failed.text.contains(#""end""#))
    #expect(failed.errors.hasPrefix("hunch-worker: more than 0 bad rows; the first is row 3: time"))
  }

  @Test func failuresHaveTheirCodes() async throws {
    let rows = try Crowd(["anna", "bert"], length: 2).rows
    func code(_ arguments: String..., input: String = rows, into output: String? = nil) async throws -> Int32
    {
      try await run("hunch-worker", arguments, input: input, into: output.map { URL(filePath: $0) }).code
    }
    #expect(try await code("learn", "--jobs", "0") == 64)
    #expect(try await code("suggest", "--ask", "{}") == 64)
    #expect(try await code("learn", input: rows + rows) == 65)
    #expect(try await code("learn", "--model", "absent") == 66)
    #expect(try await code("learn", "--dead-letters", "absent/file") == 73)
    #expect(try await code("learn", into: "/dev/full") == 74)
  }

  @Test func hunchWorkerStartsIt() async throws {
    let rows = try Crowd(["anna"], length: 2).rows + "anna\t{}\n"
    let run = try await run("hunch-worker", ["learn", "--max-bad", "1"], input: rows)
    let started = try await self.run("hunch", ["worker", "learn", "--max-bad", "1"], input: rows)
    #expect(started.code == 0 && started.text == run.text && !run.text.isEmpty)
    #expect(try await self.run("hunch", ["worker", "learn"], input: rows).code == 65)
  }

  @Test func aClosedPipeAndASignalEndIt() async throws {
    let rows = try Crowd((100..<140).map { "p\($0)" }, length: 1).rows
    try scratch.write("rows", rows)
    let program = try BuiltProgram.file("hunch-worker").path
    let shell = try process("hunch-worker", [])
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", #""$1" learn <rows | true; echo "${PIPESTATUS[0]}""#, "bash", program]
    #expect(try await shell.runToEnd().text == "141\n")
    let waiting = try process("hunch-worker", ["learn"])
    let input = Pipe()
    (waiting.standardInput, waiting.standardOutput) = (input, FileHandle.nullDevice)
    let running = try waiting.start()
    // Its handlers are in place when it has read the first rows, or soon after it was started.
    try await Task.sleep(for: .milliseconds(500))
    waiting.terminate()
    await running.end()
    #expect(waiting.terminationStatus == 143)
    try input.fileHandleForWriting.close()
  }
}
