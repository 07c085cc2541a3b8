import Foundation
import Importers
import TestSupport
import Testing

@testable import Resident

/// `hunchd` as a user's shells see it.
@Suite("The resident program", .timeLimit(.minutes(5)))
struct ResidentTests {
  private static func next(_ folder: String) -> String {
    let host = ProcessInfo.processInfo.hostName
    return
      #"{"v":1,"type":"next","folder":"\#(folder)","host":"\#(host)","session":"7.7","exit":0,"limit":1}"#
  }

  @Test("it gives the same answer as hunch next, byte for byte, with and without it")
  func sameAnswer() async throws {
    let world = try ResidentWorld()
    let start = Date().timeIntervalSince1970 - 86_400
    for number in 0..<40 {
      try world.record(
        ["git status", "uptime -p", "true"][number % 3], number: number, at: start + Double(number) * 60)
    }
    try await world.start(["--unchecked"])
    let answer = try #require(await world.ask(Self.next(world.scratch.folder.path)))
    #expect(answer.contains(#""line":"#) && answer.contains(#""donations":40"#), "\(answer)")
    // The time has passed a little, which does not change what is likely, but its last digits.
    let client = try await world.run("hunch", ["next", "--session", "7.7", "--exit", "0", "--json"])
    await world.stop()
    let alone = try await world.run("hunch", ["next", "--session", "7.7", "--exit", "0", "--json"])
    for run in [client, alone] {
      let other = try #require(run.lines.first, "\(run.errors)")
      #expect(Self.withoutProbability(other) == Self.withoutProbability(answer))
    }
  }

  private static func withoutProbability(_ json: String) -> String {
    json.replacing(/"probability":[0-9.e-]+/, with: "")
  }

  @Test("at the same moment, the answers are the same to the last digit")
  func sameMoment() async throws {
    let world = try ResidentWorld()
    for number in 0..<30 {
      try world.record(
        ["a1", "b1", "a1 x"][number % 3], number: number, at: 1_700_000_000 + Double(number) * 60)
    }
    try await world.start(["--unchecked"])
    let question =
      #"{"v":1,"type":"next","folder":"/src","session":"7.7","time":"2023-11-14T23:00:00Z","limit":5}"#
    let first = try #require(await world.ask(question))
    #expect(first.contains(#""donations":30"#))
    await world.stop()
    try await world.start(["--unchecked"])
    #expect(await world.ask(question) == first)
    await world.stop()
  }

  @Test("one runs for a store; a second one leaves, and says nothing")
  func one() async throws {
    let world = try ResidentWorld()
    let process = try await world.start()
    let second = try await world.run("hunchd", [])
    #expect(second.code == 0 && second.errors.isEmpty && second.text.isEmpty)
    async let many = withTaskGroup(of: Int32?.self) { group in
      for _ in 0..<6 { group.addTask { try? await world.run("hunchd", ["--detach"]).code } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(await many == Array(repeating: 0, count: 6))
    try await Task.sleep(for: .seconds(1))
    #expect(await world.process == process)
    try FileManager.default.createSymbolicLink(
      atPath: world.scratch.path("link.sqlite"), withDestinationPath: "shell.sqlite")
    for path in ["./run/../shell.sqlite", "link.sqlite", world.scratch.path("./link.sqlite")] {
      let same = try await world.run("hunchd", ["--status", "--store", path])
      #expect(same.text.contains(#""process":\#(process)"#), "\(path): \(same)")
    }
    let status = try await world.run("hunchd", ["--status"])
    #expect(status.code == 0 && status.text.contains(#""process":\#(process)"#))
    #expect(try await world.run("hunchd", ["--stop"]).code == 0)
    await world.stop()
    #expect(try await world.run("hunchd", ["--status"]).code == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(world.spool.base)/hunchd.\(process)"))
  }

  @Test("after it was killed, the next one takes its place and what was recorded meanwhile")
  func killed() async throws {
    let world = try ResidentWorld()
    let first = try await world.start(["--unchecked"])
    try world.record("make one", number: 1, at: 1_700_000_000)
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":1"#) == true)
    kill(first, SIGKILL)
    try world.record("make two", number: 2, at: 1_700_000_060)
    #expect(await world.process == nil, "a stale socket is no answer")
    let second = try await world.start(["--unchecked"])
    #expect(second != first)
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":2"#) == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: world.spool.base)
    #expect(names.filter { $0.hasPrefix("hunchd.") } == ["hunchd.\(second)"])
    await world.stop()
  }

  @Test("twenty shells at once, while it is killed again and again: nothing is lost, doubled or swapped")
  func many() async throws {
    let world = try ResidentWorld()
    let shells = 20
    let commands = 500
    let recording = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for shell in 1...shells {
          group.addTask {
            for number in 0..<commands / shells {
              let time = Date().timeIntervalSince1970
              try world.record(
                "make s\(shell) n\(number % 5)", number: number, at: time, session: "\(shell).1")
              try await Task.sleep(for: .milliseconds(20))
            }
          }
        }
        try await group.waitForAll()
      }
    }
    for _ in 0..<max(4, commands / 500) {
      let process = try await world.start(["--unchecked"])
      _ = await world.ask(Self.next("/src"))
      kill(process, SIGKILL)
    }
    try await recording.value
    try await world.start(["--unchecked"])
    _ = await world.ask(Self.next("/src"))
    await world.stop()
    let exported = try await world.run("hunch", ["export"])
    let lines = exported.lines.compactMap { line in
      line.firstMatch(of: /"id":"hook:(\d+)\.1\.(\d+)"/).map { (Int($0.1) ?? 0, Int($0.2) ?? 0) }
    }
    #expect(lines.count == commands)
    for shell in 1...shells {
      let own = lines.filter { $0.0 == shell }.map(\.1)
      #expect(own == Array(0..<commands / shells), "shell \(shell)")
    }
  }

  @Test("a command around which a shell waits does not wait for it")
  func substitution() async throws {
    let world = try ResidentWorld()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    // Descriptor 9 is a pipe that the substitution waits for, too.
    process.arguments = [
      "-c", "x=$(exec 9>&1; \"$0\" --detach; echo done); echo \"$x\"", try BuiltProgram.file("hunchd").path,
    ]
    process.environment = ResidentWorld.variables(world.scratch)
    let begun = ContinuousClock.now
    let run = try await process.runToEnd()
    #expect(run.text == "done\n" && ContinuousClock.now - begun < .seconds(20))
    try await world.start()
    let number = try #require(await world.process)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd")
    let targets = descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/fd/\($0)")
    }
    #expect(
      !targets.isEmpty
        && !targets.contains { $0.hasPrefix("/dev/pts") || $0.contains(world.scratch.path("run/9")) })
    await world.stop()
  }

  @Test("a wrong request is answered with an error, and the next one as usual")
  func wrongRequests() async throws {
    let world = try ResidentWorld()
    try await world.start()
    for request in ["", "{", "[]", #"{"v":1,"type":"what"}"#, "\u{1}\u{2}"] {
      let answer = try #require(await world.ask(request))
      #expect(answer.contains(#""type":"error""#) && answer.contains(#""problem":"request""#), "\(answer)")
    }
    let long = #"{"v":1,"type":"next","prefix":"\#(String(repeating: "x", count: 70_000))"}"#
    #expect(await world.ask(long) == nil, "a request that is too long ends its connection")
    #expect(await world.process != nil)
    await world.stop()
  }

  @Test("another store at its path, and one that comes late, are noticed")
  func replacedStore() async throws {
    let world = try ResidentWorld()
    try await world.start(["--unchecked"])
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":0"#) == true)
    try world.record("make one", number: 1, at: 1_700_000_000)
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":1"#) == true)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: world.scratch.path("shell.sqlite\(suffix)"))
    }
    try world.record("make other", number: 2, at: 1_700_000_060)
    let answer = try #require(await world.ask(Self.next("/src")))
    #expect(answer.contains(#""line":"make other""#) && answer.contains(#""donations":1"#), "\(answer)")
    let forgotten = try await world.run("hunch", ["forget", "--type", "shell.run", "--yes"])
    #expect(forgotten.code == 0, "\(forgotten.errors)")
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":0"#) == true)
    await world.stop()
  }

  @Test("a refused line is not offered again, in any shell")
  func refused() async throws {
    let world = try ResidentWorld()
    try await world.start(["--unchecked"])
    for number in 0..<6 {
      try world.record("make one", number: number, at: 1_700_000_000 + Double(number))
    }
    #expect(await world.ask(Self.next("/src"))?.contains(#""line":"make one""#) == true)
    #expect(await world.ask(#"{"v":1,"type":"never","line":"make one"}"#)?.contains("done") == true)
    #expect(await world.ask(Self.next("/src"))?.contains(#""lines":[]"#) == true)
    #expect(try await world.run("hunch", ["next"]).code == 1)
    #expect(try await world.run("hunch", ["prompt", "--offer", "make one"]).code == 0)
    #expect(
      try await world.run("hunch", ["prompt"]).text.contains(
        "minimum\t33 %, and 67 % in the first two weeks\n"))
    #expect(
      try await world.run("hunch", ["prompt", "--minimum", "0.5"]).code == 0)
    #expect(try await world.run("hunch", ["prompt"]).text.contains("minimum\t50 %\n"))
    #expect(await world.ask(Self.next("/src"))?.contains(#""line":"make one""#) == true)
    await world.stop()
  }

  @Test("it ends by itself when nobody asks, and at a signal, without leaving files")
  func ends() async throws {
    let world = try ResidentWorld()
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      let process = try await world.start()
      kill(process, signal)
      for _ in 0..<200 {
        if kill(process, 0) != 0 { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(kill(process, 0) != 0, "signal \(signal)")
      #expect(!FileManager.default.fileExists(atPath: ResidentPlace.addressFile(of: world.spool)))
      #expect(!FileManager.default.fileExists(atPath: "\(world.spool.base)/hunchd.\(process)"))
    }
  }

  @Test("an older one makes room for a newer one; a newer one stays, and says what to do")
  func versions() async throws {
    let world = try ResidentWorld()
    let first = try await world.start()
    await #expect(throws: ResidentError.newerIsRunning(version: "0.1.0")) {
      try await Takeover(version: "0.0.9").place(of: world.spool, process: 1)
    }
    #expect(try await Takeover(version: "0.1.0").place(of: world.spool, process: 1) == nil)
    let place = try await Takeover(version: "0.10.0").place(of: world.spool, process: 1)
    #expect(place != nil)
    #expect(await world.process == nil)
    for _ in 0..<100 where kill(first, 0) == 0 { try await Task.sleep(for: .milliseconds(50)) }
    #expect(kill(first, 0) != 0)
    #expect(ResidentError.newerIsRunning(version: "0.1.0").description.contains("hunchd --stop"))
  }

  @Test("it says why it cannot begin")
  func obstacles() async throws {
    let world = try ResidentWorld()
    try world.scratch.setMode(0o755, of: "run/hunch")
    let open = try await world.run("hunchd", [])
    #expect(open.code == 73 && open.errors.contains("only you may enter"), "\(open.errors)")
    try world.scratch.setMode(0o700, of: "run/hunch")
    #expect(try await world.run("hunchd", ["--idle", "-1"]).code == 64)
    #expect(try await world.run("hunchd", ["--detach", "--stop"]).code == 64)
    #expect(try await world.run("hunchd", ["--help"]).text.contains("--detach"))
  }

  @Test("settings that cannot be read are an error, not a permission")
  func brokenSettings() async throws {
    let world = try ResidentWorld()
    try world.record("make one", number: 1, at: 1_700_000_000)
    #expect(try await world.run("hunch", ["prompt", "--never", "make one"]).code == 0)
    try await world.start(["--unchecked"])
    try world.scratch.write(".config/hunch/prompt.json", "x")
    #expect(await world.ask(Self.next("/src"))?.contains(#""type":"error""#) == true)
    #expect(try await world.run("hunch", ["prompt"]).code == 65)
    await world.stop()
  }

  @Test("one whose folder was removed leaves the address of the next one alone")
  func removedFolder() async throws {
    let world = try ResidentWorld()
    let first = try await world.start(["--unchecked"])
    try FileManager.default.removeItem(atPath: world.spool.base)
    try #require(world.spool.prepare())
    let second = try await world.start(["--unchecked"])
    #expect(first != second)
    kill(first, SIGTERM)
    try await Task.sleep(for: .seconds(1))
    #expect(await world.process == second)
    await world.stop()
  }

  @Test("its status says what it reads again, and what the last reading gave")
  func status() async throws {
    let world = try ResidentWorld()
    try world.scratch.write(".bash_history", "#1700000000\nmake all\n")
    try await world.start()
    let none = try #require(await world.ask(#"{"v":1,"type":"status"}"#))
    #expect(none.contains(#""import":{"#) && none.contains(#""sources":0"#), "\(none)")
    let imported = try await world.run("hunch", ["import", "auto", "--yes"])
    #expect(imported.code == 0, "\(imported.errors)")
    let one = try #require(await world.ask(#"{"v":1,"type":"status"}"#))
    #expect(one.contains(#""sources":1"#) && one.contains(#""added":1"#), "\(one)")
    await world.stop()
  }

  @Test("a question does not create a store")
  func noStore() async throws {
    let world = try ResidentWorld()
    try await world.start()
    #expect(await world.ask(Self.next("/src"))?.contains(#""silent":"nothing""#) == true)
    #expect(!FileManager.default.fileExists(atPath: world.scratch.path("shell.sqlite")))
    await world.stop()
  }

  @Test("a store that the user deletes is not created again by the next look at the spool")
  func deletedStore() async throws {
    let world = try ResidentWorld()
    try world.record("make one", number: 1, at: 1_700_000_000)
    try await world.start(["--unchecked"])
    #expect(await world.ask(Self.next("/src"))?.contains(#""donations":1"#) == true)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: world.scratch.path("shell.sqlite\(suffix)"))
    }
    // It looks every ten seconds.
    try await Task.sleep(for: .seconds(11))
    #expect(!FileManager.default.fileExists(atPath: world.scratch.path("shell.sqlite")))
    await world.stop()
  }

  @Test("systemd's socket is used if systemd opened one")
  func activation() {
    #expect(
      ServiceManager.inheritedSocket(environment: ["LISTEN_PID": "5", "LISTEN_FDS": "1"], process: 6) == nil)
    #expect(
      ServiceManager.inheritedSocket(environment: ["LISTEN_PID": "6", "LISTEN_FDS": "0"], process: 6) == nil)
    #expect(ServiceManager.inheritedSocket(environment: [:], process: 6) == nil)
  }
}
