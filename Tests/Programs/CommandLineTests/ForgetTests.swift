import Foundation
import TestSupport
import Testing

@Suite("Forgetting, and what is never kept")
struct ForgetTests {
  /// A store with three days of one person.
  private func store(days: Int = 3) async throws -> Scratch {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(days))
    return scratch
  }

  private func json(_ arguments: [String], in scratch: Scratch) async throws -> [String: Any] {
    let outcome = try await Program.run(arguments + ["--json"], in: scratch)
    return try outcome.object()
  }

  private func count(in scratch: Scratch) async throws -> Int {
    try await Program.run(["export"], in: scratch).lines.count
  }

  @Test("a receipt lists forgotten donations; a dry run prints the same and forgets nothing")
  func receipt() async throws {
    let scratch = try await store()
    let arguments = ["forget", "--type", "org.example.maps.*", "--since", "2026-03-02T00:00:00+01:00"]
    let rehearsed = try await Program.run(arguments + ["--dry-run"], in: scratch)
    #expect(rehearsed.code == 0 && rehearsed.lines[0] == "would forget 2 donations")
    #expect(try await count(in: scratch) == 15)
    let planned = try await json(arguments + ["--dry-run"], in: scratch)
    #expect(planned["forgotten"] as? Int == 0 && planned["wouldForget"] as? Int == 2)
    let done = try await Program.run(arguments, in: scratch)
    #expect(done.lines.first == "forgot 2 donations")
    #expect(done.lines.dropFirst() == rehearsed.lines.dropFirst())
    #expect(done.lines.contains("kind\tcount\tname"))
    #expect(done.lines.contains("time\t\t2026-03-02T17:41:00+01:00 to 2026-03-03T17:42:00+01:00"))
    #expect(done.lines.contains("type\t2\torg.example.maps.home"))
    #expect(done.lines.contains("activity\t2\tDirections home"))
    #expect(try await count(in: scratch) == 13)
    #expect(try await Program.run(arguments, in: scratch).text == "forgot 0 donations\n")
  }

  @Test("an activity is forgotten by the identity that suggest prints")
  func identity() async throws {
    let scratch = try await store()
    let list = try await json(["suggest", "--at", "2026-03-04T08:00:00+01:00"], in: scratch)
    let first = try #require((list["suggestions"] as? [[String: Any]])?.first)
    let identity = try #require(first["identity"] as? String)
    let receipt = try await json(["forget", "--activity", identity], in: scratch)
    #expect(receipt["forgotten"] as? Int == 3)
    let activities = try #require(receipt["activities"] as? [[String: Any]])
    #expect(activities.map { $0["identity"] as? String } == [identity])
    #expect(activities.map { $0["gone"] as? Bool } == [true])
  }

  @Test("donations are forgotten by place, words, userInfo, id and other criteria")
  func criteria() async throws {
    let scratch = try Scratch()
    func donate(_ arguments: String...) async throws {
      let outcome = try await Program.run(["donate", "--type", "a.b.c"] + arguments, in: scratch)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    func forgotten(_ arguments: String...) async throws -> Int? {
      try await json(["forget"] + arguments, in: scratch)["forgotten"] as? Int
    }
    try await donate("--near", "-33.9,18.4", "--title", "Süßes Café", "--info", "k=1")
    try await donate("--near", "52.52,13.405", "--info", "k=2", "--id", "mine")
    try await donate("--title", "Other", "--persistent-identifier", "p")
    #expect(try await forgotten("--near", "-33.9,18.3", "--within", "10000", "--dry-run") == 0)
    #expect(try await forgotten("--near", "-33.9,18.41", "--within", "1000", "--match", "nothing") == 0)
    #expect(try await forgotten("--near", "-33.9,18.41", "--within", "1000", "--match", "CAFE suesses") == 0)
    #expect(try await forgotten("--near", "-33.9,18.41", "--within", "1000", "--match", "CAFE SÜSSES") == 1)
    #expect(try await forgotten("--info", "k", "--id", "mine") == 1)
    #expect(try await forgotten("--persistent-id", "p") == 1)
  }

  @Test("the last donation can be forgotten")
  func last() async throws {
    let scratch = try await store()
    let donated = try await json(["donate", "--type", "a.b.c", "--at", "2026-03-01T00:00:00Z"], in: scratch)
    #expect(try await Program.run(["forget", "--last"], in: scratch).lines.first == "forgot 1 donation")
    #expect(try await count(in: scratch) == 15)
    let digits = try #require(donated["donation"] as? String)
    #expect(
      try await Program.run(["forget", "--donation", digits], in: scratch).text == "forgot 0 donations\n")
    #expect(
      try await Program.run(["forget", "--last", "--user", "nobody"], in: scratch).text
        == "forgot 0 donations\n")
  }

  @Test("a pause drops and counts donations until it ends")
  func pause() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run(["resume"], in: scratch).code == 1)
    #expect(try await Program.run(["pause", "--for", "2h"], in: scratch).code == 0)
    let out = try await Program.run(["donate", "--type", "a.b.c"], in: scratch)
    #expect(
      out.code == 0 && out.errors == "recording is paused (`hunch resume` ends it); nothing was added\n")
    let imported = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(1))
    #expect(
      imported.code == 0
        && imported.errors
          == "nothing was added, 5 donations filtered by rules\nleft out by your rules: 5 by rule 1 (a pause)\n"
    )
    let doctor = try await Program.run(["doctor", "--verbose"], in: scratch)
    #expect(doctor.lines.contains("store.rules\t1") && doctor.lines.contains { $0.hasPrefix("store.paused") })
    #expect(
      try await Program.run(["resume"], in: scratch).errors
        == "resumed; 6 donations dropped during the pause\n")
    #expect(try await Program.run(["donate", "--type", "a.b.c"], in: scratch).errors.isEmpty)
    #expect(try await count(in: scratch) == 1)
    let over = try await Program.run(["pause", "--until", "2020-01-01T00:00:00Z"], in: scratch)
    #expect(over.code == 64)
  }

  @Test("a shorter pause does not end a longer one, and a pause drops the user's phrases too")
  func longerPause() async throws {
    let scratch = try await store()
    let title = try #require(
      try await Program.run(["phrase", "list"], in: scratch).lines.first?.split(separator: "\t").first.map(
        String.init))
    _ = try await Program.run(["pause"], in: scratch)
    let shorter = try await Program.run(["pause", "--for", "1s"], in: scratch)
    #expect(shorter.code == 0 && shorter.errors == "paused until you run hunch resume\n")
    let phrase = try await Program.run(["phrase", "set", title, "Wie immer"], in: scratch)
    #expect(phrase.code == 64 && phrase.errors.contains("a privacy rule or a pause filters it"))
    #expect(try await Program.run(["rules"], in: scratch).lines.count == 2, "a header and one pause")
    _ = try await Program.run(["resume"], in: scratch)
    #expect(try await Program.run(["phrase", "set", title, "Wie immer"], in: scratch).code == 0)
  }

  @Test("unclear values of HUNCH_INCOGNITO and empty criteria are rejected")
  func silence() async throws {
    let scratch = try await store()
    let unclear = try await Program.run(
      ["donate", "--type", "a.b.c"], in: scratch, environment: ["HUNCH_INCOGNITO": "true"])
    #expect(unclear.code == 78 && unclear.errors.contains("HUNCH_INCOGNITO is neither 1 nor 0"))
    let counted = try await Program.run(
      ["donate", "--type", "a.b.c"], in: scratch, environment: ["HUNCH_INCOGNITO": "1"])
    #expect(counted.errors == "incognito: 1 donation counted and not kept\n")
    for arguments in [
      ["forget", "--type", ""], ["rules", "add", "--drop", "--match", ""], ["forget", "--type", "*"],
    ] {
      #expect(try await Program.run(arguments, in: scratch).code == 64, "\(arguments)")
    }
    let nobody = try await Program.run(["forget", "--all", "--user", "nobody"], in: scratch)
    #expect(nobody.text == "forgot 0 donations\n" && nobody.errors.contains("that user has no donations"))
    #expect(try await count(in: scratch) == 15)
  }

  @Test("incognito only counts donations")
  func incognito() async throws {
    let scratch = try await store()
    let one = try await Program.run(
      ["donate", "--type", "a.b.c", "--title", "Zebra", "--incognito"], in: scratch)
    #expect(one.code == 0 && one.errors == "incognito: 1 donation counted and not kept\n")
    let lines = try await Program.run(
      ["donate", "--incognito", "--json"], in: scratch, input: SampleLog.days(2))
    #expect(lines.text == "{\"added\":false,\"incognito\":10}\n")
    #expect(try await count(in: scratch) == 15)
    #expect(
      try await Program.run(["doctor", "--verbose"], in: scratch).lines.contains("store.incognito\t11"))
    #expect(try await Program.run(["donate", "--type", "a b", "--incognito"], in: scratch).code == 64)
    let nowhere = try Scratch()
    _ = try await Program.run(["donate", "--type", "a.b.c", "--incognito"], in: nowhere)
    #expect(try await Program.run(["export"], in: nowhere).code == 1, "no store was created")
  }

  @Test("P25: a program that a rule drops is forgotten and never kept again")
  func shutOut() async throws {
    let scratch = try await store()
    let added = try await Program.run(
      ["rules", "add", "--drop", "--program", "org.example.maps", "--forget"], in: scratch)
    #expect(added.errors == "rule 1 is in force\n" && added.lines.first == "forgot 4 donations")
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    let suggested = try await Program.run(
      ["suggest", "--at", "2026-03-04T17:40:00+01:00", "-n", "100", "--json"], in: scratch)
    #expect(!suggested.text.contains("maps") && suggested.text.contains("mail"))
    #expect(try await !Program.run(["export"], in: scratch).text.contains("maps"))
    #expect(
      try await Program.run(["rules"], in: scratch).lines == [
        "rule\teffect\tstate\tcount\twhat", "1\tdrop\tactive\t4\tprogram=org.example.maps",
      ])
    #expect(try await Program.run(["stats"], in: scratch).errors.hasPrefix("1 rule in force"))
    #expect(try await Program.run(["rules", "remove", "1"], in: scratch).code == 0)
    #expect(try await Program.run(["rules", "remove", "1"], in: scratch).code == 1)
    #expect(try await Program.run(["rules", "list"], in: scratch).code == 1)
    #expect(
      try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3)).errors
        == "nothing was added, 11 already existed, 4 donations skipped because you forgot them (--restore-forgotten restores them)\n"
    )
    #expect(
      try await Program.run(
        ["import", "--restore-forgotten", "-"], in: scratch, input: SampleLog.days(3)
      ).errors == "added 4 donations, 11 already existed\n")
  }

  @Test("redacted values leave no trace")
  func redact() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["rules", "add", "--redact", "--info", "url", "--type", "a.*"], in: scratch)
    _ = try await Program.run(["rules", "add", "--redact", "--match", "zebra"], in: scratch)
    let donated = try await json(
      ["donate", "--type", "a.b", "--title", "A Zebra", "--info", "url=x", "--info", "k=1"], in: scratch)
    let plain = try await json(["donate", "--type", "a.b", "--info", "k=1"], in: scratch)
    #expect(donated["identity"] as? String == plain["identity"] as? String)
    let lines = try await Program.run(["export"], in: scratch).lines
    #expect(lines.count == 2 && !lines.joined().contains("Zebra") && !lines.joined().contains("url"))
    let rules = try await Program.run(["rules", "list", "--json"], in: scratch)
    let list = try #require(try JSONSerialization.jsonObject(with: rules.output) as? [[String: Any]])
    #expect(list.map { $0["count"] as? Int } == [1, 1])
  }

  @Test("limits are shown, tried and enforced")
  func retention() async throws {
    let scratch = try await store()
    #expect(try await Program.run(["retention"], in: scratch).text == "everything is kept\n")
    let rehearsed = try await Program.run(["retention", "--keep-count", "6", "--dry-run"], in: scratch)
    #expect(rehearsed.lines.first == "would forget 9 donations")
    #expect(try await Program.run(["retention"], in: scratch).text == "everything is kept\n")
    #expect(
      try await Program.run(["retention", "--keep-count", "6"], in: scratch).lines.first
        == "forgot 9 donations")
    #expect(try await count(in: scratch) == 6)
    #expect(
      try await Program.run(["retention"], in: scratch).text == "kept: at most 6 donations of each user\n")
    let again = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(3))
    #expect(again.errors.contains("9 old donations beyond the retention forgotten"))
    #expect(try await count(in: scratch) == 6)
    #expect(try await Program.run(["retention", "--off"], in: scratch).text == "forgot 0 donations\n")
    let line =
      #"{"time":"2026-03-01T00:00:00Z","activityType":"a.b","expirationDate":"2026-03-02T00:00:00Z"}"#
    _ = try await Program.run(["import", "-"], in: scratch, input: line)
    #expect(try await Program.run(["forget", "--expired"], in: scratch).lines.first == "forgot 1 donation")
  }

  @Test("an import counts all lines that rules filter: donations, feedback and phrases")
  func keptOut() async throws {
    let log = """
      {"v":1,"time":"2026-03-01T08:00:00Z","activityType":"a.b.c"}
      {"v":1,"type":"feedback","time":"2026-03-01T08:00:00Z","shown":[{"activityType":"a.b.c"}],"verdict":"ignored"}
      {"v":1,"type":"phrase","time":"2026-03-01T08:00:00Z","activityType":"a.b.c","phrase":"Some words"}

      """
    for isJSON in [false, true] {
      let scratch = try Scratch()
      _ = try await Program.run(["rules", "add", "--drop", "--type", "a.b.c"], in: scratch)
      let outcome = try await Program.run(
        ["import", "-"] + (isJSON ? ["--json"] : []), in: scratch, input: log)
      #expect(outcome.code == 0)
      let words = isJSON ? outcome.text : outcome.errors
      let expected =
        isJSON
        ? #""keptOut":3"# : "1 donation and 1 record of feedback and 1 phrase filtered by rules"
      #expect(words.contains(expected), "\(words)")
    }
  }

  @Test("an import says which rules left something out, and names their criteria only on standard output")
  func leftOutByRules() async throws {
    let scratch = try Scratch()
    for program in ["bank", "chat"] {
      _ = try await Program.run(["rules", "add", "--drop", "--type", "a.\(program).*"], in: scratch)
    }
    let log = ["bank.pay", "bank.look", "chat.write", "mail.read"].enumerated().map {
      SampleLog.line("me", "2026-03-01T08:0\($0.offset):00Z", "a.\($0.element)", "A title")
    }.joined(separator: "\n")
    let file = try scratch.write("log.jsonl", log)
    let rehearsed = try await Program.run(["import", "--dry-run", file], in: scratch)
    #expect(
      rehearsed.lines.last
        == "left out by your rules: 2 by rule 1 (type=a.bank.*), 1 by rule 2 (type=a.chat.*)"
    )
    let imported = try await Program.run(["import", file], in: scratch)
    #expect(imported.errors.hasSuffix("\nleft out by your rules: 2 by rule 1, 1 by rule 2\n"))
    let rules = try #require(try await json(["import", file], in: scratch)["rules"] as? [[String: Any]])
    #expect(rules.map { $0["rule"] as? Int } == [1, 2] && rules.map { $0["filtered"] as? Int } == [2, 1])
    try scratch.write(".bash_history", "#1700000000\nmake all\n#1700000060\ngit status\n")
    _ = try await Program.run(["rules", "add", "--drop", "--match", "git"], in: scratch)
    let history = try await Program.run(["import", "--from", "bash"], in: scratch)
    #expect(history.errors.contains("\n  left out by your rules: 1 by rule 3\n"), "\(history.errors)")
    let again = try await json(["import", "--from", "bash"], in: scratch)
    let source = try #require((again["sources"] as? [[String: Any]])?.first)
    let uses = try #require(source["rules"] as? [[String: Any]])
    #expect(uses.map { $0["rule"] as? Int } == [3] && uses.map { $0["filtered"] as? Int } == [1])
  }

  @Test("after forgetting, the offered rule keeps the same activity out of the next import")
  func offeredRule() async throws {
    let scratch = try Scratch()
    let old = "#1700000000\nmake all\n#1700000060\nssh 'my clinic'\n"
    try scratch.write(".bash_history", old)
    _ = try await Program.run(["import", "--from", "bash"], in: scratch)
    let rehearsed = try await json(["forget", "--match", "my clinic", "--dry-run"], in: scratch)
    #expect(rehearsed["rule"] == nil)
    let receipt = try await json(["forget", "--match", "my clinic"], in: scratch)
    let rule = try #require(receipt["rule"] as? String)
    #expect(rule == "hunch rules add --drop --match 'my clinic'")
    try scratch.write(".bash_history", old + "#1700000120\nssh 'my clinic'\n")
    let before = try await Program.run(["import", "--from", "bash"], in: scratch)
    #expect(before.errors.contains("added 1") && before.errors.contains("1 stay forgotten"))
    let again = try await json(["forget", "--match", "my clinic"], in: scratch)
    let process = try Program.process(["-c", "\(try #require(again["rule"] as? String))"], in: scratch)
    process.executableURL = URL(filePath: "/bin/sh")
    process.environment?["PATH"] = "\(Program.path.deletingLastPathComponent().path):/usr/bin:/bin"
    #expect(try await process.runToEnd().code == 0)
    try scratch.write(".bash_history", old + "#1700000180\nssh 'my clinic'\n")
    let after = try await Program.run(["import", "--from", "bash"], in: scratch)
    #expect(after.errors.contains("added 0") && after.errors.contains("2 by rule 1"), "\(after.errors)")
    #expect(try await !Program.run(["export"], in: scratch).text.contains("clinic"))
  }

  @Test("a rule is offered on a terminal; not for a time, single donations, or one that exists")
  func offers() async throws {
    let scratch = try await store()
    let quiet = try await Program.run(["forget", "--program", "org.example.maps"], in: scratch)
    #expect(quiet.errors.isEmpty)
    for arguments in [
      ["--type", "org.example.calendar.open", "--since", "2026-03-02"], ["--last"], ["--match", "nothing"],
    ] {
      #expect(try await json(["forget"] + arguments, in: scratch)["rule"] == nil, "\(arguments)")
    }
    let typed = try await json(["forget", "--type", "org.example.news.*", "--user", "me"], in: scratch)
    #expect(
      typed["rule"] as? String == "hunch rules add --drop --type 'org.example.news.*' --user me")
    _ = try await Program.run(["rules", "add", "--drop", "--type", "org.example.mail.open"], in: scratch)
    let known = try await json(["forget", "--type", "org.example.mail.open"], in: scratch)
    #expect(known["forgotten"] as? Int == 3 && known["rule"] == nil)
    guard TerminalRun.isPossible else { return }
    let screen = try await TerminalRun.run(
      "hunch forget --match Blue", in: scratch, columns: 120, hasColours: false)
    #expect(
      screen.lines.contains("to keep it out from now on: hunch rules add --drop --match Blue"),
      "\(screen.lines)")
  }

  @Test(
    "a pattern that matches nothing is rejected with a solution",
    arguments: [
      ["rules", "add", "--drop", "--program", "org.zebratype.*"], ["pause", "--program", "org.zebratype.*"],
      ["forget", "--program", "org.zebratype.*"], ["rules", "add", "--drop", "--type", "org.*.do1"],
      ["forget", "--type", "x.**"], ["forget", "--type", "*.x"], ["feedback", "never", "--program", "org.*"],
      ["feedback", "never", "--type", "org.*"],
    ])
  func patterns(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments, in: Scratch())
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("whole name") || outcome.errors.contains("at its end"), "\(outcome.errors)")
  }

  @Test(
    "invalid commands are reported",
    arguments: [
      ["forget", "--near", "1,2"], ["forget", "--within", "5"], ["forget", "--match", "?!"],
      ["forget", "--dry-run"],
      ["forget", "--near", "1,2", "--within", "-1"], ["forget", "--activity", "12"],
      ["forget", "--last", "--all"],
      ["forget", "--type", "*"], ["rules", "add", "--drop"], ["rules", "add", "--redact", "--program", "a"],
      ["rules", "add", "--type", "a"], ["rules", "add", "--redact", "--info", "a", "--forget"],
      ["pause", "--for", "2"], ["pause", "--for", "1h", "--until", "2030-01-01T00:00:00Z"],
      ["retention", "--keep-days", "0"], ["retention", "--off", "--keep-count", "3"],
      ["forget", "--info", ""], ["rules", "add", "--hash", "--info", ""], ["pause", "--program", ""],
      ["forget", "--id", ""], ["forget", "--persistent-id", ""], ["forget", "--related-item", ""],
      ["rules", "remove"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments, in: Scratch())
    #expect(outcome.code == 64, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
