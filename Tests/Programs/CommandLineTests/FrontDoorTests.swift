import Foundation
import TestSupport
import Testing

@Suite("The front door, users and confirmations", .enabled(if: TerminalRun.isPossible))
struct FrontDoorTests {
  /// Returns the lines that a shell command leaves on a terminal, without empty ones.
  private func drawn(_ command: String, in scratch: Scratch) async throws -> [String] {
    let screen = try await TerminalRun.run(command, in: scratch, columns: 160, hasColours: false)
    #expect(screen.code == 0, "\(screen.lines)")
    return screen.lines.filter { !$0.isEmpty }
  }

  @Test("without donations, hunch explains how to begin, and creates no store")
  func empty() async throws {
    let scratch = try Scratch()
    let lines = try await drawn("hunch", in: scratch)
    #expect(lines.first?.hasSuffix("There are no donations yet.") == true)
    #expect(lines.contains("  hunch import history.jsonl"))
    #expect(!lines.contains { $0.contains("demo.jsonl") }, "this folder has none")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "datasets"), withIntermediateDirectories: true)
    try scratch.write("datasets/demo.jsonl", SampleLog.days(28))
    let demo = try await drawn("hunch", in: scratch)
    let offered = try #require(demo.first { $0.contains("demo.jsonl") })
    let shown = try await drawn(offered.trimmingCharacters(in: .whitespaces), in: scratch)
    #expect(!shown.isEmpty)
  }

  @Test("hunch prints in five lines what is likely now, and why; a pipe gets the same text")
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
    #expect(piped.code == 0 && piped.errors.isEmpty)
    #expect(piped.lines.first == "Likely within the hour:" && piped.text.contains("Open the inbox"))
    #expect(!piped.text.contains("\u{1B}") && !piped.text.contains("OVERVIEW"))
    // A pinned suggestion says that it is pinned.
    #expect(try await Program.run(["feedback", "pinned", "Open the inbox"], in: scratch).code == 0)
    #expect(try await Program.run([], in: scratch).text.contains("Open the inbox  pinned by you"))
    let rows = try await Program.run(["suggest"], in: scratch)
    #expect(rows.lines.first?.split(separator: "\t").contains("pinned") == true, "\(rows.text)")
    #expect(try await drawn("hunch suggest", in: scratch).contains { $0.hasSuffix("pinned by you") })
  }

  @Test("without a suggestion, scripts get an exit code and a sentence on standard error")
  func nothing() async throws {
    let scratch = try Scratch()
    let empty = try await Program.run([], in: scratch)
    #expect(empty.code == 1 && empty.text.isEmpty && empty.errors.contains("no donations yet"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    for user in ["ada", "bob"] {
      _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1, user: user))
    }
    let several = try await Program.run([], in: scratch)
    #expect(several.code == 64 && several.errors.hasPrefix("hunch: 2 users have donations"))
  }

  @Test("the only user is the default; of several one must be named, and users lists them")
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

  @Test("changes are confirmed on terminals, not to scripts")
  func confirmations() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let changes = [
      ("donate --type a.b.c --title Tea", "donated: Tea"),
      (
        "feedback never --type org.example.maps.home",
        "never: org.example.maps.home; undo it with `hunch feedback undone`"
      ),
      ("feedback undone", "undone: org.example.maps.home"),
    ]
    for (command, words) in changes {
      let lines = try await drawn("hunch \(command)", in: scratch)
      #expect(lines.contains { $0.hasSuffix(words) }, "\(command): \(lines)")
      #expect(try await drawn("hunch \(command) --quiet --at '1m ago'", in: scratch).isEmpty, "\(command)")
    }
    let script = try await Program.run(["donate", "--type", "a.b.d"], in: scratch)
    #expect(script.code == 0 && script.errors.isEmpty && script.text.isEmpty)
  }

  @Test("a terminal notes that there are several users; donations default to the only user")
  func others() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3, user: "ada"))
    let donated = try await drawn("hunch donate --type a.b.c --title Tea", in: scratch)
    #expect(donated == ["donated for ada: Tea"])
    #expect(try await Program.run(["users"], in: scratch).lines == ["user\tdonations", "ada\t16"])
    _ = try await Program.run(["donate", "--type", "a.b.c", "--user", "me"], in: scratch)
    let remark = "using user me; name one of 1 other user with --user (`hunch users`)"
    #expect(try await drawn("hunch suggest", in: scratch).contains(remark))
    #expect(try await !drawn("hunch suggest --quiet", in: scratch).contains(remark))
    #expect(try await Program.run(["suggest"], in: scratch).errors.isEmpty)
  }

  @Test("a name to act on means one activity or none, and a terminal lists candidates")
  func namedActivities() async throws {
    let scratch = try Scratch()
    var lines: [String] = []
    func add(_ time: String, _ type: String, _ title: String, _ key: String, _ value: String) {
      lines.append(
        #"{"time":"\#(time)","activityType":"\#(type)","title":"\#(title)","userInfo":{"\#(key)":"\#(value)"}}"#
      )
    }
    for day in 1...3 {
      add("2026-03-0\(day)T08:10:00Z", "org.example.mail.open", "Open the inbox", "box", "work")
      add("2026-03-0\(day)T08:20:00Z", "org.example.mail.open", "Open the inbox", "box", "private")
      add("2026-03-0\(day)T09:00:00Z", "org.example.news.read", "Read page \(day)", "page", "front")
    }
    _ = try await Program.run(["import", "-"], in: scratch, input: lines.joined(separator: "\n") + "\n")
    let shared = try await TerminalRun.run(
      "hunch feedback never 'open the inbox'", in: scratch, columns: 160, hasColours: false)
    let choice = shared.lines.joined(separator: " ")
    #expect(shared.code == 64)
    #expect(choice.contains("\"Open the inbox · work\"") && choice.contains("\"Open the inbox · private\""))
    let part = try await TerminalRun.run(
      "hunch feedback never inbox", in: scratch, columns: 160, hasColours: false)
    #expect(part.code == 64)
    #expect(part.lines.joined(separator: " ").contains("did you mean \"Open the inbox"))
    let silent = try await Program.run(["feedback", "never", "inbox"], in: scratch)
    #expect(silent.code == 64 && !silent.errors.contains("Open the inbox"), "errors may be logged")
    let one = try await drawn("hunch feedback never 'Open the inbox · private'", in: scratch)
    #expect(one == ["never: Open the inbox · private; undo it with `hunch feedback undone`"])
    let standing = try await drawn("hunch feedback", in: scratch)
    #expect(standing.last?.hasSuffix("never    Open the inbox · private") == true, "\(standing)")
    // A former title is accepted if no other name fits.
    let former = try await drawn("hunch feedback pinned 'Read page 1'", in: scratch)
    #expect(former.first?.hasPrefix("pinned: Read page 3;") == true, "\(former)")
    #expect(try await Program.run(["why", "read page 2"], in: scratch).code == 0)
    #expect(try await Program.run(["feedback", "undone"], in: scratch).code == 0)
    #expect(try await Program.run(["feedback", "undone"], in: scratch).code == 0)
    let empty = try await Program.run(["feedback", "undone"], in: scratch)
    #expect(empty.code == 1 && empty.errors.contains("no feedback to undo"))
    let found = try await drawn("hunch search inbox", in: scratch)
    #expect(found.contains { $0.hasPrefix("Open the inbox · private") })
  }

  @Test("a terminal reports a program without donations, with a similar name")
  func missingPrograms() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    for command in ["forget --program org.example.mial", "feedback never --program mail"] {
      let lines = try await drawn("hunch \(command)", in: scratch)
      #expect(lines.contains { $0.hasSuffix("did you mean org.example.mail?") }, "\(lines)")
    }
    let script = try await Program.run(["forget", "--program", "mail"], in: scratch)
    #expect(script.code == 0 && script.errors.isEmpty)
  }

  @Test("old donations and the moment asked about are noted; lines fit a narrow terminal")
  func moments() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(20))
    let door = try await drawn("hunch", in: scratch).joined(separator: " ")
    let hint = try #require(door.firstMatch(of: /hunch suggest --at "2026-[0-9: -]+"/))
    let shown = try await drawn(String(hint.0), in: scratch)
    #expect(shown.first?.hasSuffix(", UTC") == true, "\(shown)")
    let week = try await drawn("hunch week --at 2027-03-01", in: scratch)
    #expect(week.first?.hasPrefix("Nothing was done in the last 8 weeks.") == true, "\(week)")
    let commands = "hunch week --at 2026-03-10; hunch why inbox --at '2026-03-10 8:00'; hunch stats; hunch"
    let narrow = try await TerminalRun.run(commands, in: scratch, columns: 40, hasColours: false)
    #expect(narrow.lines.count > 30)
    #expect(narrow.lines.allSatisfy { $0.count <= 40 }, "\(narrow.lines.filter { $0.count > 40 })")
  }

  @Test("a pause takes a span, and its end is printed in words")
  func pause() async throws {
    let scratch = try Scratch()
    let paused = try await Program.run(["pause", "2h"], in: scratch)
    #expect(paused.code == 0)
    #expect(
      paused.errors.wholeMatch(of: /paused until \d\d:\d\d (today|tomorrow)\n/) != nil, "\(paused.errors)")
    #expect(
      try await Program.run(["donate", "--type", "a.b.c"], in: scratch).errors.contains(
        "paused (`hunch resume`"))
    #expect(try await Program.run(["resume"], in: scratch).code == 0)
    #expect(try await Program.run(["pause", "2h", "--for", "3h"], in: scratch).code == 64)
    #expect(try await Program.run(["pause", "--until", "yesterday"], in: scratch).code == 64)
    let wrong = try await Program.run(["pause", "soon"], in: scratch)
    #expect(wrong.code == 64 && wrong.errors.contains("like 90s, 30m, 8h or 2d"))
  }
}
