import Foundation
import TestSupport
import Testing

/// `hunch-client`, with a program that plays `hunchd`.
@Suite("hunch-client", .enabled(if: PretendedServer.isPossible), .timeLimit(.minutes(2)))
struct ClientTests {
  private static func run(
    _ arguments: [String], in scratch: Scratch, _ environment: [String: String] = [:]
  ) async throws -> ProcessRun {
    let process = Process()
    process.executableURL = try BuiltProgram.builtWithTests("hunch-client")
    process.arguments = arguments
    process.currentDirectoryURL = scratch.folder
    process.environment = BuiltProgram.environment(home: scratch.folder)
      .merging(["XDG_RUNTIME_DIR": scratch.path("run")]) { $1 }.merging(environment) { $1 }
    return try await process.runToEnd()
  }

  @Test("it prints the line at a position, exits with 1 after the last, and never is acknowledged")
  func lines() async throws {
    let scratch = try Scratch()
    let server = try await PretendedServer(
      in: scratch, answer: PretendedServer.answer(["make test", #"two\nlines \ud83d\ude00\\"#]))
    let first = try await Self.run(["next", "--exit", "2", "--prefix=ma\"k\te"], in: scratch)
    #expect(first.text == "make test\n" && first.code == 0, "\(first)")
    #expect(try await Self.run(["next", "--rank", "2"], in: scratch).text == "two\nlines \u{1F600}\\\n")
    let last = try await Self.run(["next", "--rank", "3"], in: scratch)
    #expect(last.code == 1 && last.text.isEmpty && last.errors.isEmpty)
    #expect(try await Self.run(["next", "--rank", "2", "--grey"], in: scratch).code == 1)
    #expect(try await Self.run(["never", "git push"], in: scratch).code == 0)
    let requests = try server.requests()
    #expect(requests[0].contains(#""exit":2,"prefix":"ma\"k\u0009e","limit":1"#), "\(requests)")
    #expect(requests[4].hasPrefix(#"{"v":1,"type":"never","line":"git push","folder":""#), "\(requests)")
    await server.end()
  }

  @Test("it sends a request as it is, and prints the answer; an error exits with 1")
  func send() async throws {
    let scratch = try Scratch()
    let server = try await PretendedServer(in: scratch, answer: #"{"candidates":0,"suggestions":[]}"#)
    let run = try await Self.run(["send", #"{"type":"suggest"}"#], in: scratch)
    #expect(run.text == "{\"candidates\":0,\"suggestions\":[]}\n" && run.code == 0, "\(run)")
    #expect(try server.requests() == [#"{"type":"suggest"}"#])
    try scratch.write("answer", #"{"problem":"request","type":"error","v":1}"# + "\n")
    let wrong = try await Self.run(["send", "{}"], in: scratch)
    #expect(wrong.text.contains(#""type":"error""#) && wrong.code == 1, "\(wrong)")
    for arguments in [["send"], ["send", "{\n}"], ["send", "{}", "{}"]] {
      #expect(try await Self.run(arguments, in: scratch).code == 64)
    }
    await server.end()
    #expect(try await Self.run(["send", "{}"], in: scratch).code == 69)
  }

  @Test("it prints no escape sequence, and refuses what is not an answer")
  func hostileAnswers() async throws {
    for (answer, code) in [
      (PretendedServer.answer([#"\u001b[31mred"#]), 1), (PretendedServer.answer(["\u{1B}[31mred"]), 69),
      ("red", 69), ("", 69), ("{\"v\":1,\"type\":\"next\"", 69), (PretendedServer.answer([#"\ud83d"#]), 69),
      (String(repeating: "[", count: 10_000), 69), (#"{"v":1,"type":"error","problem":"red"}"#, 69),
    ] {
      let scratch = try Scratch()
      let server = try await PretendedServer(in: scratch, answer: answer)
      let run = try await Self.run(["next", "--wait", "500"], in: scratch)
      #expect(run.text.isEmpty && run.errors.isEmpty && run.code == code, "\(answer.prefix(80)): \(run)")
      await server.end()
    }
  }

  @Test("without hunchd, with a folder that others can change, and after its limit, it exits with 69")
  func absence() async throws {
    let scratch = try Scratch()
    #expect(try await Self.run(["next"], in: scratch).code == 69)
    let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["make test"]))
    #expect(try await Self.run(["next"], in: scratch).code == 0)
    #expect(try await Self.run(["next"], in: scratch, ["HUNCH_STORE": "/other.sqlite"]).code == 69)
    try scratch.setMode(0o777, of: "run/hunch")
    #expect(try await Self.run(["next"], in: scratch).code == 69)
    try scratch.setMode(0o700, of: "run/hunch")
    try scratch.write("answer", PretendedServer.none)
    let start = ContinuousClock.now
    #expect(try await Self.run(["next", "--wait", "100"], in: scratch).code == 69)
    #expect(ContinuousClock.now - start < .seconds(5))
    await server.end()
    #expect(try await Self.run(["next"], in: scratch).code == 69)
  }

  @Test("it finds the hunchd of a store by whatever path the store is named")
  func paths() async throws {
    let scratch = try Scratch()
    let server = try await PretendedServer(in: scratch, answer: PretendedServer.answer(["make test"]))
    for (name, target) in [
      ("data", ".local/share"), ("link.sqlite", scratch.path("data/hunch/donations.sqlite")),
      ("circle", "circle"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
    }
    for path in [
      "link.sqlite", "data/hunch/donations.sqlite", "./data/..//share/hunch/donations.sqlite",
      "nothing/../data/hunch/donations.sqlite",
    ] {
      let run = try await Self.run(["next"], in: scratch, ["HUNCH_STORE": scratch.path(path)])
      #expect(run.code == 0, "\(path): \(run)")
    }
    for path in ["data/donations.sqlite", "circle", "../../..", String(repeating: "a/", count: 3_000)] {
      let run = try await Self.run(["next"], in: scratch, ["HUNCH_STORE": scratch.path(path)])
      #expect(run.code == 69 && run.errors.isEmpty, "\(path.prefix(50)): \(run)")
    }
    await server.end()
  }

  @Test("usage errors exit with 64")
  func usage() async throws {
    let scratch = try Scratch()
    for arguments in [
      [], ["later"], ["next", "x"], ["never"], ["next", "--rank", "0"], ["next", "--exit", "x"],
      ["next", "--minimum", "2"], ["next", "--prefix"], ["next", "--unknown"], ["never", "a", "b"],
    ] {
      let run = try await Self.run(arguments, in: scratch)
      #expect(run.code == 64 && run.errors.hasPrefix("Error: "), "\(arguments): \(run)")
    }
    #expect(try await Self.run(["--help"], in: scratch).text.contains("USAGE: hunch-client next"))
    #expect(try await Self.run(["--version"], in: scratch).text == "0.1.0\n")
  }
}
