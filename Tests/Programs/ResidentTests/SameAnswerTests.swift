import Foundation
import TestSupport
import Testing

@testable import Resident

/// The socket of `hunchd` and the options of `hunch` are two wires for the same answers.
@Suite("The socket gives the answers of the command line", .timeLimit(.minutes(5)))
struct SameAnswerTests {
  private static let when = "2026-04-20T08:35:00+02:00"

  /// The members of a question, and the options that ask the same.
  private static func questions(_ world: ResidentWorld) -> [(members: String, options: [String])] {
    let at = #""time":"\#(when)""#
    let calendar = world.scratch.path("work.ics")
    return [
      (at, ["--at", when]),
      (at + #","limit":3,"explains":true"#, ["--at", when, "-n", "3", "--why"]),
      (at + #","minimumProbability":0.1"#, ["--at", when, "--min-probability", "0.1"]),
      (at + #","surface":"list""#, ["--at", when, "--surface", "list"]),
      (
        at + #","surface":"list","withinSeconds":"none""#,
        ["--at", when, "--surface", "list", "--within", "none"]
      ),
      (at + #","withinSeconds":7200"#, ["--at", when, "--within", "2h"]),
      (
        at + #","surface":"interrupt","quietHours":"none","interruptionsPerDay":5"#,
        ["--at", when, "--surface", "interrupt", "--quiet-hours", "none", "--interruptions", "5"]
      ),
      (
        at + #","location":{"latitude":52.5111,"longitude":13.4596}"#,
        ["--at", when, "--near", "52.5111,13.4596"]
      ),
      (at + #","location":"Office""#, ["--at", when, "--near", "office"]),
      (
        at + #","context":{"wifi":"boxi-22","headphones":true,"level":3}"#,
        ["--at", when, "--context", "wifi=boxi-22", "--context", "headphones=true", "--context", "level=3"]
      ),
      (at + #","catalogue":true"#, ["--at", when, "--catalogue"]),
      (
        at + #","observedUntil":"2026-04-20T06:00:00+02:00""#,
        ["--at", when, "--observed-until", "2026-04-20T06:00:00+02:00"]
      ),
      (#""time":"2026-04-20T06:35:00Z","timeZone":"Europe/Berlin""#, ["--at", when]),
      (
        #""time":"2026-04-20T06:35:00Z","timeZone":"Europe/Berlin""#,
        ["--at", "2026-04-20T06:35:00Z", "--tz", "Europe/Berlin"]
      ),
      (at + #","calendars":["\#(calendar)"]"#, ["--at", when, "--calendar", "work.ics"]),
      (at + #","user":"nobody""#, ["--at", when, "--user", "nobody"]),
      (at + #","user":"eve""#, ["--at", when, "--user", "eve"]),
      (#""time":"2026-03-01T08:00:00+01:00""#, ["--at", "2026-03-01T08:00:00+01:00"]),
    ]
  }

  /// A store with the sample of two months, and a user with a file that exists and one that does
  /// not.
  private static func fill(_ world: ResidentWorld) async throws {
    try world.scratch.write("kept.txt", "x")
    try world.scratch.write(
      "work.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Standup\nDTSTART:20260420T063000Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    let files = (0..<20).map { number in
      let name = number % 2 == 0 ? "kept" : "deleted"
      let url = "file://\(world.scratch.path("\(name).txt"))"
      return
        #"{"user":"eve","time":"2026-04-\#(number < 9 ? "0" : "")\#(number + 1)T08:30:00+02:00","activityType":"org.example.viewer.open","title":"Open \#(name)","userInfo":{"url":{"$url":"\#(url)"}}}"#
    }
    try world.scratch.write("eve.jsonl", files.joined(separator: "\n") + "\n")
    // Without a user named me, one would have to be named in each question.
    let demo = try String(contentsOf: Repository.file("datasets/demo.jsonl"), encoding: .utf8)
    try world.scratch.write("demo.jsonl", demo.replacing(#""user":"ada""#, with: #""user":"me""#))
    let imported = try await world.run("hunch", ["import", "demo.jsonl", "eve.jsonl"])
    try #require(imported.code == 0, "\(imported.errors)")
  }

  /// Asks both, and returns the line that both give; `nil` if they differ.
  private static func same(
    _ members: String, _ options: [String], in world: ResidentWorld
  ) async throws -> String? {
    let answer = try #require(await world.ask(#"{"type":"suggest","v":1,\#(members)}"#))
    let run = try await world.run("hunch", ["suggest", "--json"] + options)
    #expect(run.text == answer + "\n", "\(options): \(run.errors)")
    return run.text == answer + "\n" ? answer : nil
  }

  @Test("a question has the same answer as the options of hunch suggest, byte for byte")
  func questions() async throws {
    let world = try ResidentWorld()
    try await Self.fill(world)
    try await world.start()
    for (members, options) in Self.questions(world) {
      let answer = try #require(try await Self.same(members, options, in: world))
      #expect(
        answer.contains(#""donations":0,"#) == (options.contains("nobody") || members.contains("03-01")))
    }
    let files = try #require(await world.ask(#"{"type":"suggest","user":"eve","time":"\#(Self.when)"}"#))
    #expect(files.contains("Open kept") && !files.contains("Open deleted"))
    try world.scratch.write("deleted.txt", "x")
    let both = try #require(
      try await Self.same(
        #""user":"eve","time":"\#(Self.when)""#, ["--at", Self.when, "--user", "eve"], in: world))
    #expect(both.contains("Open kept") && both.contains("Open deleted"))
    await world.stop()
  }

  @Test("without a store there is the same empty answer, and still no store")
  func empty() async throws {
    let world = try ResidentWorld()
    try await world.start()
    #expect(try await Self.same(#""time":"\#(Self.when)""#, ["--at", Self.when], in: world) != nil)
    #expect(!FileManager.default.fileExists(atPath: world.scratch.path("shell.sqlite")))
    await world.stop()
  }

  @Test("a late donation and a deletion by another process are noticed")
  func otherProcesses() async throws {
    let world = try ResidentWorld()
    try await Self.fill(world)
    try await world.start()
    let question = (#""limit":100,"time":"\#(Self.when)""#, ["--at", Self.when, "-n", "100"])
    let first = try await Self.same(question.0, question.1, in: world)
    let late = try await world.run(
      "hunch",
      ["donate", "--user", "me", "--type", "org.example.late.open", "--at", "2026-04-20T08:34:00+02:00"])
    try #require(late.code == 0, "\(late.errors)")
    let second = try await Self.same(question.0, question.1, in: world)
    #expect(second?.contains("org.example.late.open") == true && first != second)
    let forgotten = try await world.run(
      "hunch", ["forget", "--user", "me", "--type", "org.example.late.open", "--yes"])
    try #require(forgotten.code == 0, "\(forgotten.errors)")
    #expect(try await Self.same(question.0, question.1, in: world) == first)
    await world.stop()
  }

  @Test("a question that cannot be asked is an error with its place, and the next one is answered")
  func wrong() async throws {
    let world = try ResidentWorld()
    try world.scratch.write(
      "log.jsonl", Self.donation("2026-04-01T08:00:00Z", "org.example.mail.open") + "\n")
    _ = try await world.run("hunch", ["import", "log.jsonl"])
    try await world.start()
    let later = #""time":"2026-04-20T08:00:00Z","observedUntil":"2026-04-20T08:00:01Z""#
    for (members, place) in [
      (#""limit":0"#, "limit: "), (#""time":"noon""#, "time: "), (#""user":"""#, "user: "),
      (#""location":"Atlantis""#, "location: "), (later, "observedUntil: "),
      (#""calendars":["/none.ics"]"#, "calendars: /none.ics: "),
    ] {
      let answer = try #require(await world.ask(#"{"type":"suggest",\#(members)}"#))
      let beginning = #"{"problem":"request","type":"error","v":1,"what":"request: $.\#(place)"#
      #expect(answer.hasPrefix(beginning), "\(answer)")
    }
    #expect(try await Self.same(#""time":"\#(Self.when)""#, ["--at", Self.when], in: world) != nil)
    await world.stop()
  }

  @Test("several users, none of them me: one has to be named")
  func severalUsers() async throws {
    let world = try ResidentWorld()
    let lines = ["ada", "bob"].map {
      #"{"user":"\#($0)","time":"2026-04-01T08:00:00Z","activityType":"org.example.mail.open"}"#
    }
    try world.scratch.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    _ = try await world.run("hunch", ["import", "log.jsonl"])
    try await world.start()
    let feedback = #"{"type":"feedback","verdict":"never","program":"org.example.mail"}"#
    for request in [#"{"type":"suggest"}"#, feedback] {
      #expect(await world.ask(request)?.contains("$.user: 2 users have donations") == true)
    }
    await world.stop()
  }

  // MARK: Donations and feedback

  private static func donation(_ time: String, _ type: String, _ more: String = "") -> String {
    #"{"time":"\#(time)","activityType":"\#(type)"\#(more)}"#
  }

  /// The log of a store.
  private static func log(_ world: ResidentWorld) async throws -> String {
    try await world.run("hunch", ["export"]).text
  }

  @Test("donations have the receipts of hunch donate, and leave the same log")
  func donations() async throws {
    let (commands, socket) = (try ResidentWorld(), try ResidentWorld())
    for world in [commands, socket] {
      let rule = try await world.run("hunch", ["rules", "add", "--drop", "--program", "org.example.secret"])
      try #require(rule.code == 0, "\(rule.errors)")
    }
    try await socket.start()
    let times = [
      ("org.example.mail.open", "2026-04-01T08:00:00+02:00"),
      ("org.example.mail.open", "2026-04-01T08:00:00+02:00"),
      ("org.example.secret.open", "2026-04-01T09:00:00+02:00"),
    ]
    for (type, time) in times {
      let run = try await commands.run(
        "hunch", ["donate", "--type", type, "--title", "Open it", "--at", time, "--info", "n=1", "--json"])
      let record = Self.donation(time, type, #","title":"Open it","userInfo":{"n":1}"#)
      let receipt = try #require(await socket.ask(#"{"type":"donate","donation":\#(record)}"#))
      #expect(run.text == receipt + "\n", "\(run.errors)")
    }
    let lines = [
      Self.donation(
        "2026-04-02T08:00:00+02:00", "org.example.news.read", #","title":"[\"Read, this\"]: {it}""#),
      Self.donation(
        "2026-04-02T08:00:00+02:00", "org.example.news.read", #","title":"[\"Read, this\"]: {it}""#),
      Self.donation(
        "2026-04-01T08:00:00+02:00", "org.example.mail.open", #","title":"Open it","userInfo":{"n":1}"#),
      Self.donation("2026-04-02T09:00:00+02:00", "org.example.secret.open"),
      #"{"time":"2026-04-02T10:00:00+02:00"}"#,
      Self.donation("2926-04-02T10:00:00+02:00", "org.example.mail.open"),
      #"{"type":"phrase","time":"2026-04-02T11:00:00+02:00","activityType":"org.example.news.read","phrase":"News"}"#,
    ]
    let process = try commands.process("hunch", ["donate", "--json"])
    let run = try await process.runToEnd(input: Data(lines.joined(separator: "\n").utf8))
    let receipt = try #require(
      await socket.ask(#"{"type":"donate","donations":[ \#(lines.joined(separator: " , ")) ]}"#))
    #expect(run.text == receipt + "\n", "\(run.errors)")
    #expect(receipt.contains(#""refused":[{"field":"activityType","line":5,"#), "\(receipt)")
    #expect(receipt.contains(#"{"field":"time","line":6,"#) && receipt.contains(#""badLines":2"#))
    let log = try await Self.log(socket)
    #expect(try await Self.log(commands) == log)
    #expect(
      log.split(separator: "\n").count == 4 && log.contains(#""title":"[\"Read, this\"]: {it}""#), "\(log)")
    await socket.stop()
  }

  @Test("a refused donation is an error with the field and the reason; the store stays")
  func refusedDonations() async throws {
    let world = try ResidentWorld()
    try await world.start()
    for (record, field) in [
      (#"{"time":"2026-04-02T10:00:00+02:00"}"#, ".activityType: missing"),
      (#"{"time":"2926-04-02T10:00:00+02:00","activityType":"a.b"}"#, ".time: more than a day"),
      (#"{"type":"delete","time":"2026-04-02T10:00:00+02:00","all":true}"#, ".type: not a known word"),
      (#"{"time":"2026-04-02T10:00:00+02:00","activityType":"a.b","user":"a\u0001"}"#, ".user: "),
    ] {
      let answer = try #require(await world.ask(#"{"type":"donate","donation":\#(record)}"#))
      #expect(
        answer.contains(#""problem":"request""#) && answer.contains("request: $.donation\(field)"),
        "\(answer)")
    }
    for request in [
      #"{"type":"donate"}"#, #"{"type":"donate","donation":[]}"#, #"{"type":"donate","donations":[1]}"#,
    ] {
      #expect(await world.ask(request)?.contains(#""problem":"request""#) == true)
    }
    #expect(try await world.run("hunch", ["export"]).text.isEmpty)
    await world.stop()
  }

  @Test("feedback has the answers of hunch feedback, and leaves the same log")
  func feedback() async throws {
    let (commands, socket) = (try ResidentWorld(), try ResidentWorld())
    for world in [commands, socket] {
      try world.scratch.write(
        "log.jsonl",
        (1...9).map { day in
          ["mail", "news", "player"].enumerated().map { hour, name in
            Self.donation("2026-04-0\(day)T0\(7 + hour):00:00+02:00", "org.example.\(name).open")
          }.joined(separator: "\n")
        }.joined(separator: "\n"))
      let imported = try await world.run("hunch", ["import", "log.jsonl"])
      try #require(imported.code == 0, "\(imported.errors)")
    }
    try await socket.start()
    let shown = try #require(await socket.ask(#"{"type":"suggest","time":"2026-04-10T07:00:00+02:00"}"#))
    try commands.scratch.write("answer.json", shown)
    let identities = shown.matches(of: /"identity":"([0-9a-f]{32})"/).map { String($0.1) }
    try #require(identities.count == 3)
    let from = ["--from", "answer.json"]
    let verdicts: [(members: String, options: [String])] = [
      (#""verdict":"shown","answer":\#(shown)"#, ["shown"] + from),
      (#""verdict":"accepted","answer":\#(shown),"rank":1"#, ["accepted", "--chosen", "1"] + from),
      (#""verdict":"dismissed","identity":"\#(identities[1])""#, ["dismissed", identities[1]]),
      (
        #""verdict":"not-now","identity":"\#(identities[2])","surface":"list""#,
        ["not-now", identities[2], "--surface", "list"]
      ),
      (
        #""verdict":"never","identity":"\#(identities[0])","scope":"type""#,
        ["never", identities[0], "--scope", "type"]
      ),
      (#""verdict":"never","program":"org.example.player""#, ["never", "--program", "org.example.player"]),
      (
        #""verdict":"pinned","activityType":"org.example.news.open""#,
        ["pinned", "--type", "org.example.news.open"]
      ),
      (#""verdict":"undone","program":"org.example.player""#, ["undone", "--program", "org.example.player"]),
      (#""verdict":"undone""#, ["undone"]),
    ]
    for (number, (members, options)) in verdicts.enumerated() {
      let at = "2026-04-10T07:0\(number):00+02:00"
      let run = try await commands.run("hunch", ["feedback", "--json", "--at", at] + options)
      let answer = try #require(await socket.ask(#"{"type":"feedback","time":"\#(at)",\#(members)}"#))
      #expect(run.text == answer + "\n" && answer == #"{"added":1}"#, "\(options): \(run.errors) \(answer)")
    }
    #expect(try await Self.log(socket) == Self.log(commands))
    for (members, what) in [
      (#""verdict":"accepted","answer":\#(shown)"#, "rank: "),
      (#""verdict":"accepted","answer":\#(shown),"rank":4"#, "rank: 4, but 3"),
      (#""verdict":"never","identity":"\#(String(repeating: "0", count: 32))""#, "no activity"),
      (#""verdict":"undone","program":"org.example.other""#, "nothing to undo"),
    ] {
      let answer = try #require(await socket.ask(#"{"type":"feedback",\#(members)}"#))
      #expect(answer.contains(#""problem":"request""#) && answer.contains(what), "\(answer)")
    }
    await socket.stop()
  }
}
