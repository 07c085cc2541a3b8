import Foundation
import TestSupport
import Testing

@Suite("Import, export, forget")
struct ImportTests {
  /// A bad line and its message.
  static let badLines = [
    (line: "{\"v\":1", says: "log.jsonl:2: "),
    (line: "[1]", says: "log.jsonl:2: "),
    (line: "{\"time\":\"2026-03-01T08:00:00Z\"}", says: "log.jsonl:2: activityType: missing"),
    (line: "{\"activityType\":\"a.b\"}", says: "log.jsonl:2: time: missing"),
    (
      line: SampleLog.line("me", "2026-03-01T08:00:00", "a.b", "x"),
      says: "log.jsonl:2: time: time without UTC offset"
    ),
    (
      line: SampleLog.line("me", "2026-03-01T08:00:00Z", "a b", "x"),
      says: "log.jsonl:2: activityType: not a name for an activity"
    ),
    (
      line: #"{"time":"2026-03-01T08:00:00Z","activityType":"a.b","location":{"latitude":99,"longitude":0}}"#,
      says: "log.jsonl:2: location.latitude: "
    ),
    (
      line: #"{"time":"2026-03-01T08:00:00Z","activityType":"a.b","context":{"x":[]}}"#,
      says: "log.jsonl:2: context: "
    ),
    (
      line: SampleLog.line("me", "9999-03-01T08:00:00Z", "a.b", "x"),
      says: "log.jsonl:2: time: more than a day in the future"
    ),
    (line: #"{"v":2,"time":"2026-03-01T08:00:00Z","activityType":"a.b"}"#, says: "log.jsonl:2: v: "),
  ]

  @Test("a bad line is reported with file, line, field and reason, and the rest is kept", arguments: badLines)
  func badLine(_ bad: (line: String, says: String)) async throws {
    let scratch = try Scratch()
    let good = [
      SampleLog.line("me", "2026-03-01T08:00:00Z", "a.b", "x"),
      SampleLog.line("me", "2026-03-02T08:00:00Z", "a.b", "x"),
    ]
    try scratch.write("log.jsonl", [good[0], bad.line, good[1]].joined(separator: "\n"))
    let outcome = try await Program.run(["import", "log.jsonl"], in: scratch)
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix(bad.says), "\(outcome.errors)")
    #expect(outcome.errors.contains("added 2 donations, 1 bad line skipped"))
  }

  @Test("every donation from the future is rejected, but a future log can be evaluated")
  func future() async throws {
    let scratch = try Scratch()
    let line = SampleLog.line("me", "9999-03-01T08:00:00Z", "a.b", "x")
    for arguments in [
      ["import", "-"], ["donate"], ["donate", "--type", "a.b", "--at", "9999-03-01T08:00:00Z"],
    ] {
      let outcome = try await Program.run(arguments, in: scratch, input: line)
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("more than a day in the future"), "\(outcome.errors)")
    }
    #expect(try await Program.run(["stats"], in: scratch).code == 1)
    #expect(try await Program.run(["stats", "--log", "-"], in: scratch, input: line).code == 0)
  }

  /// Lines with times in the year 9999, and a day ahead of the clock.
  @Test(
    "feedback, phrases and deletions from the future are bad lines, and do nothing",
    arguments: [
      #"{"time":"TIME","type":"delete","all":true}"#,
      #"{"time":"TIME","type":"delete","match":"inbox"}"#,
      #"{"time":"TIME","type":"feedback","verdict":"never","shown":[{"activityType":"org.example.mail.open"}]}"#,
      #"{"time":"TIME","type":"phrase","activityType":"org.example.mail.open","phrase":"Post"}"#,
    ])
  func futureRecords(_ line: String) async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(2))
    let before = try await Program.run(["export"], in: scratch).text
    let soon = Date().addingTimeInterval(2 * 86_400).formatted(.iso8601)
    for time in ["9999-01-01T00:00:00Z", soon] {
      let line = line.replacing("TIME", with: time)
      for arguments in [["import", "-", "--deletions"], ["donate"]] {
        let outcome = try await Program.run(arguments, in: scratch, input: line)
        #expect(
          outcome.code == 65 && outcome.errors.contains("more than a day in the future"), "\(outcome.errors)")
      }
      #expect(try await Program.run(["export"], in: scratch).text == before)
    }
  }

  private static let deletion = #"{"time":"2026-03-09T00:00:00Z","type":"delete","all":true}"# + "\n"

  @Test("an import asks before a log forgets existing donations, but not its own")
  func deletions() async throws {
    let scratch = try Scratch()
    try scratch.write("stranger.jsonl", Self.deletion + SampleLog.days(1, user: "mia"))
    try scratch.write("own.jsonl", SampleLog.days(3) + Self.deletion)
    // It forgets donations of the same log.
    #expect(
      try await Program.run(["import", "own.jsonl"], in: scratch).errors
        == "added 15 donations, 1 deletion forgot 15 donations\n")
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    _ = try await Program.run(["place", "add", "Home", "52.5,13.4"], in: scratch)
    let before = try await Program.run(["export"], in: scratch).text
    let refused = try await Program.run(["import", "stranger.jsonl"], in: scratch)
    #expect(refused.code == 64 && refused.text.isEmpty)
    // The place was named after the deletion's time.
    #expect(refused.errors.contains("would forget your data (15 donations)"), "\(refused.errors)")
    #expect(try await Program.run(["export"], in: scratch).text == before)
    #expect(try await Program.run(["import", "-"], in: scratch, input: Self.deletion).code == 64)
    // The question about a late deletion comes before anything is stored.
    try scratch.write("late.jsonl", SampleLog.days(1, user: "mia") + Self.deletion)
    #expect(try await Program.run(["import", "late.jsonl"], in: scratch).code == 64)
    #expect(try await Program.run(["export"], in: scratch).text == before)
    let left = try await Program.run(["import", "stranger.jsonl", "--no-deletions"], in: scratch)
    #expect(left.errors == "added 5 donations, 1 deletion skipped\n")
    #expect(try await Program.run(["export", "--user", "me"], in: scratch).text == before)
    #expect(try await Program.run(["place", "list"], in: scratch).text.contains("Home"))
    let applied = try await Program.run(["import", "stranger.jsonl", "--deletions", "--json"], in: scratch)
    #expect(try applied.code == 0 && applied.object()["forgotten"] as? Int == 15, "\(applied.text)")
    #expect(try await Program.run(["import", "--from", "bash", "x", "--deletions"], in: scratch).code == 64)
  }

  @Test(
    "on a terminal only y lets a log forget", .enabled(if: TerminalRun.isPossible),
    arguments: [("y\n", 0), ("\n", 15), ("n\n", 15)])
  func deletionQuestion(_ typed: String, _ left: Int) async throws {
    let scratch = try Scratch()
    try scratch.write("stranger.jsonl", Self.deletion + Self.deletion)
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let screen = try await TerminalRun.run(
      "hunch import stranger.jsonl", in: scratch, columns: 120, hasColours: false, typed: typed)
    #expect(screen.code == 0, "\(screen.lines)")
    let says = left == 0 ? "2 deletions forgot 15 donations" : "2 deletions skipped"
    #expect(screen.lines.contains { $0.contains(says) }, "\(screen.lines)")
    #expect(try await Program.run(["export"], in: scratch).lines.count == left)
  }

  @Test("a dry run of a log changes nothing, and reports what the import adds")
  func rehearsal() async throws {
    let scratch = try Scratch()
    let feedback =
      #"{"time":"2026-03-04T08:00:00Z","type":"feedback","verdict":"never","shown":[{"activityType":"org.example.mail.open"}]}"#
    let log =
      SampleLog.days(4) + feedback + "\n" + feedback + "\nbad\n" + Self.deletion
      + SampleLog.days(5, user: "mia")
    try scratch.write("log.jsonl", log)
    let fresh = try await Program.run(["import", "--dry-run", "log.jsonl"], in: scratch)
    #expect(
      fresh.text
        == "would add 45 donations, 1 record of feedback, 1 deletion would forget 20 donations, 1 bad line skipped\n",
      "\(fresh.text)")
    #expect(try !scratch.names().contains("store"))
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let before = try await Program.run(["export"], in: scratch).text
    let outcome = try await Program.run(["import", "log.jsonl", "--dry-run", "--json"], in: scratch)
    let wouldDo = try outcome.object()
    #expect(outcome.code == 0 && wouldDo["added"] as? Int == 30 && wouldDo["forgotten"] as? Int == 20)
    #expect(try await Program.run(["export"], in: scratch).text == before)
    let piped = try await Program.run(["import", "-", "--dry-run", "--json"], in: scratch, input: log)
    #expect(piped.text == outcome.text)
    let real = try await Program.run(["import", "log.jsonl", "--deletions", "--json"], in: scratch)
    #expect(real.text == outcome.text)
    // A later log has donations that an earlier one deleted.
    let (other, names) = (try Scratch(), ["one.jsonl", "delete.jsonl", "two.jsonl"])
    for (name, text) in zip(names, [SampleLog.days(3), Self.deletion, SampleLog.days(3)]) {
      try other.write(name, text)
    }
    let rehearsed = try await Program.run(["import", "--dry-run", "--json"] + names, in: other)
    let all = try rehearsed.object()
    #expect(all["added"] as? Int == 30 && all["forgotten"] as? Int == 15)
    let left = try await Program.run(
      ["import", "--dry-run", "--no-deletions", "--json"] + names, in: other
    ).object()
    #expect(left["added"] as? Int == 15 && left["deletionsLeftOut"] as? Int == 1, "\(left)")
    let imported = try await Program.run(["import", "--deletions", "--json"] + names, in: other)
    #expect(imported.text == rehearsed.text)
  }

  @Test("a second import adds nothing, and reports it")
  func twice() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(3))
    let first = try await Program.run(["import", "log.jsonl"], in: scratch)
    #expect(first.errors == "added 15 donations\n")
    let second = try await Program.run(["import", "log.jsonl"], in: scratch)
    #expect(second.code == 0)
    #expect(second.errors == "nothing was added, 15 already existed\n")
    let quiet = try await Program.run(["import", "-", "--quiet"], in: scratch, input: SampleLog.days(4))
    #expect(quiet.errors.isEmpty)
    #expect(try await Program.run(["export"], in: scratch).lines.count == 20)
  }

  @Test("exporting, importing and exporting again gives the same bytes")
  func roundTrip() async throws {
    let (one, other) = (try Scratch(), try Scratch())
    _ = try await Program.run(
      ["import", "-"], in: one, input: SampleLog.days(3, user: "mia") + SampleLog.days(2))
    let exported = try await Program.run(["export"], in: one)
    _ = try await Program.run(["import", "-"], in: other, input: exported.text)
    #expect(try await Program.run(["export"], in: other).text == exported.text)
    #expect(try await Program.run(["export", "--user", "mia"], in: one).lines.count == 15)
  }

  @Test("a donation with every option keeps all of them")
  func donate() async throws {
    let scratch = try Scratch()
    let arguments = [
      "donate", "--type", "org.example.player.play", "--title", "Play \"Blue\"", "--info", "track=42",
      "--info", "name=Blue in Green", "--required", "track", "--at", "2026-03-01T08:10:00+01:00",
      "--near", "52.5,13.4", "--place-name", "Home", "--context", "headphones=true", "--phrase", "my song",
      "--program", "org.example", "--device", "phone", "--duration", "2.5", "--id", "one",
      "--persistent-identifier", "p", "--time-precision", "day",
    ]
    #expect(try await Program.run(arguments, in: scratch).code == 0)
    let again = try await Program.run(arguments, in: scratch)
    #expect(again.errors == "already donated; nothing was added\n")
    let exported = try await Program.run(["export"], in: scratch)
    let object = try exported.object()
    #expect(object["title"] as? String == "Play \"Blue\"")
    #expect((object["userInfo"] as? [String: Any])?["track"] as? Int == 42)
    #expect((object["userInfo"] as? [String: Any])?["name"] as? String == "Blue in Green")
    #expect(object["requiredUserInfoKeys"] as? [String] == ["track"])
    #expect(object["time"] as? String == "2026-03-01T08:10:00+01:00")
    #expect((object["location"] as? [String: Any])?["name"] as? String == "Home")
    #expect((object["context"] as? [String: Any])?["headphones"] as? Bool == true)
    #expect(object["suggestedInvocationPhrase"] as? String == "my song")
    #expect(object["timePrecision"] as? String == "day")
    #expect(object["duration"] as? Double == 2.5)
    #expect(object["id"] as? String == "one")
    #expect(object["persistentIdentifier"] as? String == "p")
    #expect(object["program"] as? String == "org.example")
    #expect(object["device"] as? String == "phone")
  }

  @Test("donations are read from standard input as JSON Lines")
  func donateLines() async throws {
    let scratch = try Scratch()
    #expect(
      try await Program.run(["donate"], in: scratch, input: SampleLog.days(1)).errors == "added 5 donations\n"
    )
  }

  @Test("forgetting in a script prints the number without asking")
  func forget() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let mail = try await Program.run(["forget", "--type", "org.example.mail.open"], in: scratch)
    #expect(mail.lines.first == "forgot 3 donations")
    let day = ["--since", "2026-03-02T00:00:00+01:00", "--until", "2026-03-03T00:00:00+01:00", "--json"]
    #expect(try await Program.run(["forget"] + day, in: scratch).object()["forgotten"] as? Int == 4)
    #expect(
      try await Program.run(["forget", "--all", "--user", "mia"], in: scratch).text == "forgot 0 donations\n")
    #expect(try await Program.run(["forget", "--all"], in: scratch).lines.first == "forgot 8 donations")
    #expect(try await Program.run(["export"], in: scratch).code == 1)
  }

  @Test("statistics count by user, program, type and activity")
  func stats() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let outcome = try await Program.run(["stats", "--top", "1"], in: scratch)
    #expect(
      outcome.lines == [
        "kind\tdonations\tname", "all\t15\t2026-03-01T08:00:00+01:00 to 2026-03-03T20:22:00+01:00",
        "user\t15\tme", "program\t4\torg.example.maps", "type\t3\torg.example.calendar.open",
        "activity\t3\tDirections home",
      ])
    let json = try await Program.run(["stats", "--json"], in: scratch)
    let object = try json.object()
    #expect(object["donations"] as? Int == 15)
    #expect(object["distinctActivities"] as? Int == 6)
  }

  @Test("a store that others may read is refused with the permission code")
  func openToOthers() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    let path = scratch.folder.appending(path: "store/donations.sqlite").path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    for command in ["stats", "doctor"] {
      let outcome = try await Program.run([command], in: scratch)
      #expect(outcome.code == 77)
      #expect(outcome.errors.contains("run chmod 600 on it"))
    }
  }

  @Test("a file that is not a store is rejected unchanged")
  func foreignFile() async throws {
    let scratch = try Scratch()
    try scratch.write("notes.txt", String(repeating: "my notes\n", count: 100))
    let before = try scratch.read("notes.txt")
    let outcome = try await Program.run(
      ["import", "-", "--store", "notes.txt"], in: scratch, input: SampleLog.days(1))
    #expect(outcome.code == 69)
    #expect(try scratch.read("notes.txt") == before)
  }

  @Test("a closed pipe is not an error")
  func closedPipe() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(28))
    let process = try Program.process(["export"], in: scratch)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    let running = try process.start()
    try output.fileHandleForWriting.close()
    await running.end()
    #expect(errors.fileHandleForReading.availableData.isEmpty)
    let isSilentEnd =
      process.terminationReason == .uncaughtSignal
      ? process.terminationStatus == SIGPIPE : process.terminationStatus == 0
    #expect(isSilentEnd, "\(process.terminationReason) \(process.terminationStatus)")
  }
}
