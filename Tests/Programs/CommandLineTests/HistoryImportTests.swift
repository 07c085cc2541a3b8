import Foundation
import TestSupport
import Testing

@Suite("Import of other programs' histories")
struct HistoryImportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: String...) async throws -> ProcessRun {
    try await Program.run(["import"] + arguments, in: scratch)
  }

  /// The fields of an exported donation that the tests check.
  private struct Donation: Decodable {
    struct Circumstances: Decodable { let event: String? }

    let time: String
    let title, source: String?
    let location: [String: Double]?
    let context: Circumstances?
  }

  /// The fields of an import's report that the tests check.
  private struct Report: Decodable {
    struct Source: Decodable { let placed: Int }

    let added: Int
    let sources: [Source]
  }

  private func exported() async throws -> [Donation] {
    try await Program.run(["export"], in: scratch).jsonLines(as: Donation.self)
  }

  private static let bash = "#1700000000\nmake all\n#1700000060\ngit status\n#1700000120\nmake all\n"

  @Test("a history in its usual place is imported; a second import adds nothing")
  func usualPlace() async throws {
    try scratch.write(".bash_history", Self.bash)
    let first = try await run("--from", "bash", "--tz", "Europe/Berlin")
    #expect(first.code == 0)
    #expect(first.errors.contains("/.bash_history: read 3, added 3\n"), "\(first.errors)")
    #expect(first.errors.contains("next: `hunch`"))
    let second = try await run("--from", "bash", "--tz", "Europe/Berlin")
    #expect(second.errors.contains("read 3, added 0, 3 already known\n"), "\(second.errors)")
    #expect(second.code == 0)
    let exported = try await exported()
    #expect(exported.count == 3)
    #expect(exported[0].time == "2023-11-14T23:13:20+01:00")
    #expect(exported[0].source == "import:bash")
    #expect(exported[0].title == "make all")
  }

  @Test("a table is imported by a mapping, and errors in the mapping have a position")
  func tables() async throws {
    try scratch.write("plays.csv", "when;song\n01.03.2026 08:00;Blue in Green\n02.03.2026 08:05;So What\n")
    let mapping = #"""
      {"separator": ";", "time": {"column": "when", "format": "local", "pattern": "dd.MM.yyyy HH:mm"},
       "activityType": "org.example.player.play", "identity": {"song": "song"}}
      """#
    try scratch.write("map.json", mapping)
    let imported = try await run("--from", "table", "--map", "map.json", "--tz", "Europe/Berlin", "plays.csv")
    #expect(
      imported.code == 0 && imported.errors.contains("read 2, added 2\n"), "\(imported.errors)")
    let exported = try await exported()
    #expect(exported[0].time == "2026-03-01T08:00:00+01:00")
    #expect(exported[0].title == "Blue in Green")
    try scratch.write("bad.json", mapping.replacing("org.example.player.play", with: "play a song"))
    let bad = try await run("--from", "table", "--map", "bad.json", "plays.csv")
    #expect(bad.code == 65 && bad.errors.contains("bad.json: activityType"), "\(bad.errors)")
    #expect(try await run("--from", "table", "--map", "absent.json", "plays.csv").code == 66)
    #expect(try await run("--from", "table", "plays.csv").errors.contains("needs --map"))
    #expect(try await run("--from", "bash", "--map", "map.json", "plays.csv").code == 64)
  }

  @Test("a dry run prints on standard output what would be added, and creates no store")
  func rehearsal() async throws {
    try scratch.write(".bash_history", Self.bash)
    let outcome = try await run("--from", "bash", "--dry-run")
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("read 3, would add 3"))
    #expect(try await Program.run(["export"], in: scratch).code == 1)
    #expect(try !scratch.names().contains("store"))
  }

  @Test("the report is JSON for programs")
  func json() async throws {
    try scratch.write("old", "htop\nmake\n#1700000000\nmake all\n#99999999999999999999\nmake x\n")
    let outcome = try await run("--from", "bash", "old", "--json")
    let report = try outcome.object()
    // An invalid time is a comment, and the line after it has no time.
    #expect(report["added"] as? Int == 4)
    let source = try #require((report["sources"] as? [[String: Any]])?.first)
    #expect(source["source"] as? String == "bash")
    #expect(source["undated"] as? Int == 3)
    #expect(source["first"] as? String == "2023-11-14T22:13:20+00:00")
    try scratch.write("plays.csv", "uts,utc_time,artist,album,track\n0,,A,B,C\n1700000000,,A,B,C\n")
    let plays = try await run("--from", "lastfm", "plays.csv", "--json")
    let played = try plays.object()
    let music = try #require((played["sources"] as? [[String: Any]])?.first)
    let malformed = try #require((music["malformed"] as? [[String: Any]])?.first)
    #expect(malformed["places"] as? [String] == ["2"])
  }

  private static let track =
    #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1700000000,"acc":10}"# + "\n"
    + #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1700000100,"acc":10}"# + "\n"

  @Test(
    "a track adds places to records with a time; a file that is not a track is rejected before anything is stored"
  )
  func tracks() async throws {
    try scratch.write("history", Self.bash + "#1700090000\nmake all\n")
    try scratch.write("phone.rec", Self.track)
    try scratch.write("notes.txt", "nothing\n")
    let refused = try await run("--from", "bash", "history", "--track", "notes.txt")
    #expect(
      refused.code == 65 && refused.errors.contains("notes.txt: not a file of locations"), "\(refused.errors)"
    )
    #expect(try await run("--from", "bash", "history", "--track", "none.rec").code == 66)
    #expect(try await run("history.jsonl", "--track", "phone.rec").code == 64)
    let alone = try await run("--from", "bash", "phone.rec")
    #expect(alone.code == 64 && alone.errors.contains("pass it with --track"), "\(alone.errors)")
    try scratch.write("far.rec", Self.track.replacing(#""acc":10"#, with: #""acc":900"#))
    let useless = try await run("--from", "bash", "history", "--track", "far.rec")
    #expect(
      useless.code == 65 && useless.errors.contains("no usable position"), "\(useless.errors)")
    #expect(try !scratch.names().contains("store"))
    let imported = try await run("--from", "bash", "history", "--track", "phone.rec")
    #expect(imported.errors.contains("owntracks phone.rec: 2 positions"), "\(imported.errors)")
    #expect(imported.errors.contains("with their place from the tracks: 3"), "\(imported.errors)")
    let place = ["latitude": 52.5, "longitude": 13.4]
    #expect(try await exported().map(\.location) == [place, place, place, nil])
    let again = try await run("--from", "bash", "history", "--json").json(as: Report.self)
    #expect(again.added == 0 && again.sources.map(\.placed) == [0], "\(again)")
  }

  @Test("an activity during an appointment has it in its context, and is suggested in the next one")
  func calendars() async throws {
    let calendar =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Standup\nDTSTART:20231114T221300Z\nDURATION:PT1M\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR\n"
    try scratch.write("history", Self.bash)
    try scratch.write("work.ics", calendar)
    try scratch.write("notes.txt", "nothing\n")
    #expect(try await run("--from", "bash", "history", "--calendar", "notes.txt").code == 65)
    let alone = try await run("--from", "bash", "work.ics")
    #expect(alone.code == 64 && alone.errors.contains("pass it with --calendar"), "\(alone.errors)")
    #expect(try !scratch.names().contains("store"))
    let imported = try await run("--from", "bash", "history", "--calendar", "work.ics")
    #expect(imported.errors.contains("done during an appointment: 1"), "\(imported.errors)")
    #expect(try await exported().map { $0.context?.event } == ["Standup", nil, nil])
    let again = try await run("--from", "bash", "history", "--json").json(as: Report.self)
    #expect(again.added == 0, "\(again)")
    func answer(_ more: String...) async throws -> String {
      try await Program.run(["suggest", "--at", "2023-11-15T22:13:30Z", "--json"] + more, in: scratch).text
    }
    let during = try await answer("--calendar", "work.ics")
    #expect(try await during == answer("--context", "event=Standup"))
    #expect(try await during != answer())
  }

  @Test("auto uses the tracks in a folder, and explains tracks without a history")
  func tracksInFolder() async throws {
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "backup/rec"), withIntermediateDirectories: true)
    try scratch.write("backup/rec/2023-11.rec", Self.track)
    let alone = try await run("auto", "--yes", "backup")
    #expect(alone.code == 1 && alone.errors.contains("only tracks"), "\(alone.errors)")
    try scratch.write("backup/.bash_history", Self.bash)
    let imported = try await run("auto", "--yes", "backup")
    #expect(imported.errors.contains("backup/rec/2023-11.rec: 2 positions"), "\(imported.errors)")
    #expect(imported.errors.contains("with their place from the tracks: 3"), "\(imported.errors)")
  }

  @Test("auto finds histories, asks only on a terminal, and imports them")
  func automatic() async throws {
    try scratch.write(".bash_history", Self.bash)
    try scratch.write(".zsh_history", ": 1700001000:0;make zsh\n")
    let refused = try await run("auto")
    #expect(refused.code == 64)
    #expect(refused.errors.contains("give --yes, or --dry-run"))
    let rehearsed = try await run("auto", "--dry-run")
    #expect(
      rehearsed.text.contains("would add 3") && rehearsed.text.contains("would add 1\n"), "\(rehearsed.text)")
    let imported = try await run("auto", "--yes")
    #expect(imported.code == 0)
    #expect(
      imported.errors.contains("added 3") && imported.errors.contains("added 1\n"), "\(imported.errors)")
    #expect(try await Program.run(["export"], in: scratch).lines.count == 4)
  }

  @Test(
    "auto asks on a terminal, where Enter means yes", .enabled(if: TerminalRun.isPossible),
    arguments: [("\n", 0), ("n\n", 1)])
  func asked(_ answer: String, _ code: Int32) async throws {
    try scratch.write(".bash_history", Self.bash)
    let screen = try await TerminalRun.run(
      "hunch import auto", in: scratch, columns: 100, hasColours: false, typed: answer)
    #expect(screen.lines.contains { $0.contains("read 3, would add 3") }, "\(screen.lines)")
    #expect(screen.code == code)
    #expect(try await Program.run(["export"], in: scratch).lines.count == (code == 0 ? 3 : 0))
  }

  @Test("auto searches a folder, and reports unusable files")
  func folder() async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("backup/old"), withIntermediateDirectories: true)
    try scratch.write("backup/old/.bash_history", Self.bash)
    try scratch.write("backup/notes.txt", "hello\n")
    let found = try await run("auto", "--yes", "backup")
    #expect(found.code == 0)
    #expect(found.errors.contains("backup/old/.bash_history: read 3, added 3"), "\(found.errors)")
    let none = try await run("auto", "--yes", "backup/notes.txt")
    #expect(none.code == 1)
    #expect(none.errors.contains("backup/notes.txt: not a history"), "\(none.errors)")
  }

  /// Wrong arguments, their exit codes, and their messages.
  static let failures: [([String], Int32, String)] = [
    (["--from", "bahs", "x"], 64, "Did you mean bash?"),
    (["--from", "bash"], 66, "no history of bash at ~/.bash_history"),
    (["--from", "bash", "nothing"], 66, "nothing: no such file"),
    (["--from", "bash", "-"], 66, "standard input: not a regular file"),
    (["--from", "bash", "."], 66, "hunch import auto"),
    (["--from", "bash", "empty"], 1, "empty: the file is empty"),
    (["--from", "bash", "zsh"], 65, "zsh: not a history of bash but of zsh; import it with --from zsh"),
    (["--from", "fish", "zsh"], 65, "import it with --from zsh"),
    (["--from", "atuin", "zsh"], 65, "import it with --from zsh"),
    (["zsh"], 65, "zsh: a history of zsh, not a donation log; import it with `hunch import --from zsh zsh`"),
    (["log.jsonl", "--tz", "Europe/Berlin"], 64, "--tz needs --from or auto"),
    (["--list", "x"], 64, "--list takes no files and no --from"),
    ([], 64, "Name a log"),
    (["--from", "bash", "zsh", "--limit", "0"], 64, "--limit must be at least 1"),
    (["auto", "--yes"], 1, "no history found"),
  ]

  @Test("errors are reported with the matching code", arguments: failures)
  func failure(_ failure: (arguments: [String], code: Int32, says: String)) async throws {
    try scratch.write("empty", "")
    try scratch.write("zsh", ": 1700001000:0;make zsh\n")
    try scratch.write("log.jsonl", SampleLog.days(1))
    let outcome = try await Program.run(["import"] + failure.arguments, in: scratch)
    #expect(outcome.code == failure.code, "\(outcome.errors)")
    #expect(outcome.errors.contains(failure.says), "\(outcome.errors)")
    #expect(try !scratch.names().contains("store"))
  }

  @Test("a file without a readable record is bad data")
  func nonsense() async throws {
    try scratch.write("fish", "- cmd: make\n  when: x\n")
    let outcome = try await run("--from", "fish", "fish")
    #expect(outcome.code == 65)
    #expect(outcome.errors.contains("malformed at 1: its time is not valid"), "\(outcome.errors)")
  }

  @Test("a secret is neither printed nor kept")
  func secrets() async throws {
    try scratch.write(".bash_history", "#1700000000\nmysql --password=Tr0ub4dor-and-3 -u root\n")
    let outcome = try await run("--from", "bash")
    #expect(outcome.errors.contains("1 kept without the whole line (1 secret: "), "\(outcome.errors)")
    let exported = try await Program.run(["export"], in: scratch)
    #expect(exported.lines.count == 1)
    #expect(!(exported.text + outcome.errors + outcome.text).contains("Tr0ub4dor"))
    let store = try scratch.read("store/donations.sqlite")
    #expect(store.range(of: Data("Tr0ub4dor".utf8)) == nil)
  }

  @Test("sources are listed for people and programs")
  func list() async throws {
    let lines = try await run("--list").lines
    #expect(lines.first == "source\twhat\tusual place\tbasis")
    #expect(lines.contains { $0.hasPrefix("bash\t") && $0.hasSuffix("~/.bash_history\ttried on real files") })
    #expect(lines.contains { $0.hasPrefix("mcfly\t") && $0.hasSuffix("written from a schema only") })
    #expect(
      try await run("--list", "--json").text.contains(
        #"{"basis":"real-files","clock":"instant","name":"bash""#))
  }

  @Test("the first bad line of each kind is shown, and the others are summed up")
  func repeated() async throws {
    try scratch.write(
      "log.jsonl", String(repeating: "{\"activityType\":\"a.b\"}\n", count: 1_000) + SampleLog.days(1))
    let outcome = try await run("log.jsonl")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("log.jsonl:1: time: missing"))
    #expect(!outcome.errors.contains("log.jsonl:2: "))
    #expect(
      outcome.errors.contains("log.jsonl: 999 more lines like line 1: 2, 3, 4, 5, 6, 7, 8, 9 and 991 more"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("1,000 bad lines skipped"))
  }

  @Test("browsers of a family have their own names, and an unknown name is answered with similar ones")
  func aliases() async throws {
    let none = try await run("--from", "Chromium")
    #expect(none.code == 66 && none.errors.contains(".config/chromium/*/History"), "\(none.errors)")
    #expect(none.errors.contains("no history of chromium at") && !none.errors.contains("google-chrome"))
    #expect(try await run("--from", "librewolf").errors.contains(".librewolf"))
    for (name, meant) in [
      ("chromum", "chromium"), ("bravo", "brave"), ("firefx", "firefox"), ("nushel", "nushell"),
    ] {
      let wrong = try await run("--from", name)
      #expect(wrong.code == 64 && wrong.errors.contains(meant), "\(wrong.errors)")
    }
  }

  @Test("a compressed file is reported as compressed, however it is imported")
  func compressed() async throws {
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).write(to: scratch.folder.appending(path: "h.gz"))
    for arguments in [["h.gz"], ["--from", "bash", "h.gz"], ["auto", "--yes", "h.gz"]] {
      let run = try await Program.run(["import"] + arguments, in: scratch)
      #expect(run.code == 65 && run.errors.contains("gunzip FILE"), "\(run.errors)")
    }
  }

  @Test("PowerShell's history and Timeline edits are recognised, however they are imported")
  func knownFiles() async throws {
    try scratch.write("ConsoleHost_history.txt", "Get-ChildItem `\n  -Recurse\n")
    try scratch.write("Timeline Edits.json", #"{"timelineEdits": [{"deviceId": "1"}]}"#)
    for (name, words) in [
      ("ConsoleHost_history.txt", "PowerShell"), ("Timeline Edits.json", "Export Timeline data"),
    ] {
      for arguments in [[name], ["--from", "bash", name], ["--from", "google-timeline", name]] {
        let run = try await Program.run(["import"] + arguments, in: scratch)
        #expect(run.code == 65 && run.errors.contains(words), "\(run.errors)")
      }
    }
  }

  @Test("a log in UTF-16 is read")
  func utf16() async throws {
    let log =
      #"{"v":1,"time":"2026-03-02T07:42:00+01:00","activityType":"org.example.open","title":"Grüße"}"# + "\n"
    let bytes = ("\u{FEFF}" + log).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try Data(bytes).write(to: scratch.folder.appending(path: "log"))
    #expect(try await run("log").code == 0)
    #expect(try await Program.run(["export"], in: scratch).text.contains("Grüße"))
  }

  @Test("a wrong file gives one message per kind of bad line in every command")
  func wrongFile() async throws {
    try scratch.write("wrong.txt", String(repeating: #"{"activityType":"a.b"}"# + "\n", count: 22))
    for arguments in [
      ["import", "wrong.txt"], ["lint", "wrong.txt"], ["evaluate", "wrong.txt"],
      ["stats", "--log", "wrong.txt"],
      ["suggest", "--log", "wrong.txt"],
    ] {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 65, "\(arguments): \(outcome.errors)")
      #expect(
        outcome.errors.components(separatedBy: "time: missing").count == 2, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains("21 more lines like line 1"), "\(arguments): \(outcome.errors)")
    }
    try scratch.write("two.jsonl", "{}\n[\n{}\n[\n" + SampleLog.days(1))
    let two = try await run("two.jsonl")
    #expect(
      two.errors.contains("1 more line like line 1: 3") && two.errors.contains("1 more line like line 2: 4"))
  }

  @Test(
    "a misspelt field is reported once with the similar name; other unknown names appear only on terminals"
  )
  func misspelt() async throws {
    let line = #"{"time":"2026-03-01T08:00:00Z","activityType":"a.b","Title":"x","colour":"red"}"#
    try scratch.write("log.jsonl", String(repeating: line + "\n", count: 22))
    let outcome = try await run("log.jsonl")
    let note = "log.jsonl: unknown field \"Title\" in 22 lines; kept. Did you mean \"title\"?"
    #expect(outcome.code == 0 && outcome.errors.contains(note), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "Title").count == 2)
    #expect(!outcome.errors.contains("colour"))
    for (wrong, right) in [("tilte", "title"), ("activitytype", "activityType"), ("durations", "duration")] {
      let text = #"{"time":"2026-03-02T08:00:00Z","activityType":"a.b","\#(wrong)":1}"# + "\n"
      let told = try await Program.run(["stats", "--log", "-"], in: scratch, input: text)
      #expect(told.errors.contains("Did you mean \"\(right)\"?"), "\(told.errors)")
    }
    #expect(try await Program.run(["import", "log.jsonl", "--quiet"], in: scratch).errors.isEmpty)
    let kept = try await Program.run(["export"], in: scratch)
    let donation = try #require(try kept.objects().first)
    #expect(donation["Title"] as? String == "x" && donation["colour"] as? String == "red")
  }
}
