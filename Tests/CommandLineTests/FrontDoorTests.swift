import Foundation
import TestSupport
import Testing

@Suite("The front door, users and confirmations", .enabled(if: TerminalRun.isPossible))
struct FrontDoorTests {
  /// What a command of the shell leaves on a terminal, without empty lines.
  private func drawn(_ command: String, in scratch: Scratch) async throws -> [String] {
    let screen = try await TerminalRun.run(command, in: scratch, columns: 160, hasColours: false)
    #expect(screen.code == 0, "\(screen.lines)")
    return screen.lines.filter { !$0.isEmpty }
  }

  @Test("alone, with nothing donated, it says how to begin, and makes no store")
  func empty() async throws {
    let scratch = try Scratch()
    let lines = try await drawn("hunch", in: scratch)
    #expect(lines.first?.hasSuffix("Nothing was donated yet.") == true)
    #expect(lines.contains("  hunch import history.jsonl"))
    #expect(!lines.contains { $0.contains("demo.jsonl") }, "there is none in this folder")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "datasets"), withIntermediateDirectories: true)
    try scratch.write("datasets/demo.jsonl", SampleLog.days(28))
    let demo = try await drawn("hunch", in: scratch)
    let offered = try #require(demo.first { $0.contains("demo.jsonl") })
    let shown = try await drawn(offered.trimmingCharacters(in: .whitespaces), in: scratch)
    #expect(!shown.isEmpty)
  }

  @Test("alone, it says in five lines what is likely now, and why; for scripts it prints the help")
  func likely() async throws {
    let scratch = try Scratch()
    let now = Date()
    let lines = (1...40).map { day in
      let date = now.addingTimeInterval(Double(-86_400 * day) + 600).ISO8601Format()
      return SampleLog.line("ada", date, "org.example.mail.open", "Open the inbox")
    }
    try scratch.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    #expect(try await Program.run(["import", "log.jsonl"], in: scratch).code == 0)
    let likely = try await drawn("hunch", in: scratch)
    #expect((3...5).contains(likely.count), "\(likely)")
    #expect(likely.first == "Likely within the hour:")
    let inbox = try #require(likely.first { $0.contains("Open the inbox") })
    #expect(inbox.contains(" %  ") && inbox.count > "100 %  Open the inbox".count + 4, "it says why")
    let piped = try await Program.run([], in: scratch)
    let help = try await Program.run(["--help"], in: scratch)
    #expect(piped.code == 0 && piped.text == help.text)
  }

  @Test("the only user is meant; of several one has to be named, and users lists them")
  func users() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run(["users"], in: scratch).code == 1)
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3, user: "ada"))
    let alone = try await Program.run(
      ["suggest", "--at", "2026-03-04 08:00", "--tz", "Europe/Berlin"], in: scratch)
    #expect(alone.code == 0 && alone.text.contains("Open the inbox"))
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1, user: "bob"))
    let unclear = try await Program.run(["suggest"], in: scratch)
    #expect(unclear.code == 64)
    #expect(unclear.errors.contains("2 users have donations") && unclear.errors.contains("hunch users"))
    #expect(try await Program.run(["users"], in: scratch).lines == ["user\tdonations", "ada\t15", "bob\t5"])
    let json = try await Program.run(["users", "--json"], in: scratch)
    #expect(json.text == #"[{"donations":15,"name":"ada"},{"donations":5,"name":"bob"}]"# + "\n")
    #expect(try await Program.run(["suggest", "--user", "bob"], in: scratch).code == 0)
    let door = try await drawn("hunch", in: scratch)
    #expect(door.joined(separator: " ").contains("2 users have donations"))
  }

  @Test("what changes something says so on a terminal, and nothing to scripts")
  func confirmations() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let changes = [
      ("donate --type a.b.c --title Tea", "donated: Tea"),
      (
        "feedback never --type org.example.maps.home",
        "never: org.example.maps.home; hunch feedback undone takes it back"
      ),
      ("feedback undone --type org.example.maps.home", "undone: org.example.maps.home"),
    ]
    for (command, words) in changes {
      let lines = try await drawn("hunch \(command)", in: scratch)
      #expect(lines.contains { $0.hasSuffix(words) }, "\(command): \(lines)")
      #expect(try await drawn("hunch \(command) --quiet --at '1m ago'", in: scratch).isEmpty, "\(command)")
    }
    let script = try await Program.run(["donate", "--type", "a.b.d"], in: scratch)
    #expect(script.code == 0 && script.errors.isEmpty && script.text.isEmpty)
  }

  @Test("a pause is given as a span, and its end is told in words")
  func pause() async throws {
    let scratch = try Scratch()
    let paused = try await Program.run(["pause", "2h"], in: scratch)
    #expect(paused.code == 0)
    #expect(
      paused.errors.wholeMatch(of: /paused until \d\d:\d\d (today|tomorrow)\n/) != nil, "\(paused.errors)")
    #expect(try await Program.run(["donate", "--type", "a.b.c"], in: scratch).errors.contains("kept out"))
    #expect(try await Program.run(["resume"], in: scratch).code == 0)
    #expect(try await Program.run(["pause", "2h", "--for", "3h"], in: scratch).code == 64)
    #expect(try await Program.run(["pause", "--until", "yesterday"], in: scratch).code == 64)
    let wrong = try await Program.run(["pause", "soon"], in: scratch)
    #expect(wrong.code == 64 && wrong.errors.contains("like 90s, 30m, 8h or 2d"))
  }
}
