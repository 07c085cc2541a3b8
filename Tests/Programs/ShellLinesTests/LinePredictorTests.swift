import Activities
import Answers
import Foundation
import Storage
import TestSupport
import Testing

@testable import ShellLines

@Suite("The next command line at a prompt", .timeLimit(.minutes(5)))
struct LinePredictorTests {
  private static func lines(_ report: NextReport) -> [String] { report.lines.map(\.line) }

  @Test("whole lines are told apart, and the one that usually follows comes first")
  func whole() async throws {
    let world = try ShellWorld()
    let end = try await world.repeatedly(["git commit -m one", "make test", "git commit -m two", "ls"], 8)
    let answer = try await world.ask(at: end)
    #expect(Self.lines(answer).first == "git commit -m one")
    #expect(Set(Self.lines(answer)) == ["git commit -m one", "make test", "git commit -m two", "ls"])
    #expect(answer.donations == 32 && answer.silent == nil && answer.line == "git commit -m one")
    #expect(answer.lines.reduce(0) { $0 + $1.probability } <= 1)
    try await world.run("git commit -m one", at: end)
    #expect(Self.lines(try await world.ask(at: end + 1)).first == "make test")
    #expect(Self.lines(try await world.ask(at: end + 1, prefix: "git commit -m t")) == ["git commit -m two"])
    #expect(Self.lines(try await world.ask(at: end + 1, prefix: "make test")).isEmpty)
  }

  @Test("after a failure comes what repaired it last time, never the failed line")
  func repair() async throws {
    let world = try ShellWorld()
    var minute = 0.0
    func run(_ line: String, exit: Int = 0, previous: Int = 0) async throws {
      try await world.run(line, at: minute, exit: exit, previous: previous, takenIn: false)
      minute += 1
    }
    for round in 0..<12 {
      try await run("make build")
      if round % 3 == 0 {
        try await run("./deploy", exit: 3)
        try await run("vim deploy.conf", previous: 3)
        try await run("./deploy")
      } else {
        try await run("./deploy")
      }
      try await run("git push")
    }
    try await run("make build")
    try await run("./deploy", exit: 3)
    try await world.takeIn(at: minute)
    let failed = try await world.ask(at: minute, exit: 3)
    #expect(Self.lines(failed).first == "vim deploy.conf" && !Self.lines(failed).contains("./deploy"))
    let fine = try await world.ask(at: minute, exit: 0)
    #expect(Self.lines(fine).first == "git push")
    // Another shell has not failed.
    let other = try await world.ask(at: minute, exit: 1, session: "8.8")
    #expect(Self.lines(other).contains("./deploy"))
  }

  @Test("lines that are dangerous, always failed, or had a secret are never offered")
  func never() async throws {
    let world = try ShellWorld()
    var minute = try await world.repeatedly(
      ["rm -rf build", "git push --force", "sudo shutdown now", "ok"], 5)
    for _ in 0..<5 {
      try await world.run("ssh gone", at: minute, exit: 255)
      try await world.run(
        "curl -H 'Authorization: Bearer abcdefghijklmnop0123456789' x.example", at: minute + 1)
      minute += 2
    }
    try await world.run("echo one\necho two", at: minute)
    #expect(Self.lines(try await world.ask(at: minute + 1, limit: 100)) == ["ok"])
    try await world.run("ssh gone", at: minute + 1)
    #expect(Set(Self.lines(try await world.ask(at: minute + 2, limit: 100))) == ["ok", "ssh gone"])
  }

  @Test("the user changes what is dangerous, refuses lines, and allows them again")
  func settings() async throws {
    let world = try ShellWorld()
    let end = try await world.repeatedly(
      ["kill 1", "sudo make  deploy x", "make all", "git push", "kill 2; rm -rf x"], 4)
    var settings = PromptSettings()
    settings.harmless = ["kill"]
    settings.dangerous = ["make  deploy", "make al"]
    settings.refuse("git push")
    let first = try await world.ask(at: end, limit: 9, settings: settings)
    #expect(Set(Self.lines(first)) == ["kill 1", "make all"])
    #expect(settings.allow("git push") && !settings.allow("git push"))
    let second = try await world.ask(at: end, limit: 9, settings: settings)
    #expect(Set(Self.lines(second)) == ["kill 1", "make all", "git push"])
  }

  @Test("grey text needs the minimum, more in the first two weeks, and no switch against it")
  func grey() async throws {
    let world = try ShellWorld()
    let days = 1_440.0
    // Any of three may come: none is certain, none unlikely.
    var random = SeededNumbers(seed: 39)
    for day in 0..<13 {
      let lines = (0..<12).map { _ in ["aa 1", "bb 1", "cc 1"][Int.random(in: 0..<3, using: &random)] }
      try await world.repeatedly(lines, 1, from: Double(day) * days)
    }
    let early = 13 * days
    let asked = try #require(try await world.ask(at: early).probability)
    try #require(asked > 0.1 && asked < 0.9)
    func speaks(_ minutes: Double, minimum: Double?, _ settings: PromptSettings = PromptSettings())
      async throws
      -> Bool
    {
      let answer = try await world.ask(at: minutes, grey: true, minimum: minimum, settings: settings)
      #expect(answer.lines.isEmpty == (answer.silent != nil))
      return !answer.lines.isEmpty
    }
    // In the first weeks, the usual minimum is halfway to 1; one that the user chose stays.
    #expect(try await speaks(early, minimum: asked * 0.99))
    #expect(try await speaks(early, minimum: nil) == (asked >= 2.0 / 3))
    let late = 30 * days
    let later = try #require(try await world.ask(at: late).probability)
    #expect(try await speaks(late, minimum: later * 0.99))
    #expect(try await !speaks(late, minimum: min(1, later * 1.01)))
    var settings = PromptSettings()
    settings.minimum = 0
    #expect(try await speaks(late, minimum: nil, settings))
    settings.quietFolders = ["/sr"]
    #expect(try await speaks(late, minimum: nil, settings))
    settings.quietFolders = ["/src"]
    #expect(try await !speaks(late, minimum: nil, settings))
    settings = PromptSettings()
    settings.isGreyOn = false
    let off = try await world.ask(at: late, grey: true, minimum: 0, settings: settings)
    #expect(off.lines.isEmpty && off.silent == "off")
    #expect(!(try await world.ask(at: late, settings: settings)).lines.isEmpty, "a key still works")
  }

  @Test("after a typed prefix, the minimum is compared with the probability among what can follow")
  func prefix() async throws {
    let world = try ShellWorld()
    var random = SeededNumbers(seed: 39)
    let once = (0..<40).map { "other \($0)" }
    let lines = (0..<120).map { _ in ["aa 1", "bb 1", "bc 1"][Int.random(in: 0..<3, using: &random)] }
    let end = try await world.repeatedly(once + lines, 1) + 30 * 1_440
    let empty = try #require(try await world.ask(at: end, limit: 9).lines.first { $0.line == "aa 1" })
    let typed = try await world.ask(at: end, prefix: "aa")
    let probability = try #require(typed.probability)
    #expect(Self.lines(typed) == ["aa 1"] && empty.probability < 0.5 && probability > 0.5)
    let minimum = (empty.probability + probability) / 2
    #expect(try await world.ask(at: end, grey: true, minimum: minimum, prefix: "aa").line == "aa 1")
    let two = try await world.ask(at: end, limit: 9, prefix: "b")
    #expect(Set(Self.lines(two)) == ["bb 1", "bc 1"])
    #expect(two.lines.reduce(0) { $0 + $1.probability } <= 1)
  }

  @Test("a line is offered only if everything that it names exists")
  func targets() async throws {
    let world = try ShellWorld(checksTargets: true)
    try world.scratch.write("notes", "")
    let folder = world.scratch.folder.path
    let end = try await world.repeatedly(["cat notes", "cat gone", "make all"], 4)
    let answer = try await world.ask(at: end, folder: folder)
    #expect(Self.lines(answer) == ["cat notes"])
  }

  @Test("a line that names a host is offered only if a line has reached it, or a file names it")
  func hosts() async throws {
    let world = try ShellWorld(checksTargets: true)
    let folder = world.scratch.folder.path
    try FileManager.default.createDirectory(
      atPath: world.scratch.path(".ssh"), withIntermediateDirectories: false)
    try world.scratch.write(".ssh/config", "Host named\n")
    // As imported from a history without exit codes.
    for line in ["ssh named", "ssh gone", "scp x.c reached:"] {
      var activity = try UserActivity(
        activityType: "shell.run", title: line, userInfo: ["line": .string(line)])
      activity.isEligibleForPrediction = true
      try await world.store.ingest(verbatim: [
        Donation(of: activity, in: Context(at: try ShellWorld.instant(5)))
      ])
    }
    let first = try await world.ask(at: 10, folder: folder)
    #expect(Set(Self.lines(first)) == ["ssh named"])
    try await world.run("ssh reached uptime", at: 11)
    let second = try await world.ask(at: 12, folder: folder)
    #expect(Set(Self.lines(second)) == ["ssh named", "ssh reached uptime", "scp x.c reached:"])
    try await world.run("ssh gone", at: 13, exit: 255)
    #expect(!Self.lines(try await world.ask(at: 14, folder: folder)).contains("ssh gone"))
  }

  @Test("a rule that hides, and a \"never\" about the command, keep its lines away")
  func verdicts() async throws {
    let world = try ShellWorld()
    let end = try await world.repeatedly(["git status", "make all", "vim a.c"], 4)
    let vim = try #require(
      try await world.store.allDonations(of: .me).map(\.donation).first { $0.activity.title == "vim a.c" })
    let shown = try Feedback.Impression(
      activityType: vim.activity.activityType, userInfo: vim.activity.userInfo,
      requiredUserInfoKeys: vim.activity.requiredUserInfoKeys)
    try await world.store.ingest([
      Feedback(at: try ShellWorld.instant(end), shown: [shown], verdict: .never)
    ])
    #expect(Set(Self.lines(try await world.ask(at: end + 1))) == ["git status", "make all"])
  }

  @Test("the response to grey text is feedback in the store, and goes when the command is forgotten")
  func feedback() async throws {
    let world = try ShellWorld()
    let end = try await world.repeatedly(["git status", "make all"], 20)
    let offered = try await world.ask(at: end + 30 * 1_440, grey: true, minimum: 0.01)
    let line = try #require(offered.line)
    let outcomes: [GreyOutcome.Kind] = [.taken, .overtyped, .dismissed]
    for (number, kind) in outcomes.enumerated() {
      _ = try await world.ask(
        at: end + 30 * 1_440 + Double(number + 1), grey: true, minimum: 0.01,
        outcome: GreyOutcome(kind, of: line))
    }
    let stored = try await world.store.feedback(of: .me)
    #expect(stored.map(\.verdict) == [.accepted, .ignored, .dismissed])
    #expect(stored.allSatisfy { $0.surface == .prompt && $0.target?.userInfo["line"] == .string(line) })
    #expect(stored.first?.target?.probability == offered.probability)
    // The history knows its own feedback: another predictor that reads everything says the same.
    let asked = try await world.ask(at: end + 31 * 1_440)
    #expect(asked == (try await world.ask(at: end + 31 * 1_440, of: world.fresh())))
    // A line that is forgotten while it is shown does not come back with its feedback.
    var criteria = Deletion.Criteria()
    criteria.activityType = "shell.run"
    let deletion = try Deletion(at: try ShellWorld.instant(end + 40 * 1_440), matching: criteria)
    try await world.store.forget(deletion)
    let after = try await world.ask(at: end + 41 * 1_440, outcome: GreyOutcome(.overtyped, of: line))
    #expect(after.lines.isEmpty)
    #expect(try await world.store.feedback(of: .me).isEmpty)
  }

  @Test("a predictor that followed the store says exactly what a new one says")
  func followed() async throws {
    let world = try ShellWorld()
    var random = SeededNumbers(seed: Campaign.seed)
    let pool = ["git status", "git pull", "make test", "make all", "vim a.c", "ls", "./run 3", "cargo build"]
    var minute = 0.0
    for step in 0..<120 {
      let line = pool[Int.random(in: 0..<pool.count, using: &random)]
      let late = Double(Int.random(in: 0...3, using: &random))
      let session = ["7.7", "8.8"][Int.random(in: 0...1, using: &random)]
      let fails = Int.random(in: 0..<6, using: &random) == 0
      minute += Double(Int.random(in: 1...400, using: &random))
      try await world.run(line, at: minute - late / 3, exit: fails ? 1 : 0, session: session)
      if step == 60 {
        var criteria = Deletion.Criteria()
        criteria.since = try ShellWorld.instant(minute / 2)
        try await world.store.forget(
          Deletion(at: try ShellWorld.instant(minute + 1), matching: criteria))
      }
      let answer = try await world.ask(at: minute + 1, exit: fails ? 1 : 0, session: session)
      if step % 10 == 9 {
        let fresh = try await world.ask(
          at: minute + 1, exit: fails ? 1 : 0, session: session, of: world.fresh())
        #expect(answer == fresh, "step \(step), seed \(Campaign.seed)")
      }
    }
  }

  @Test("only the weeks with the newest 2,000 commands count, however the predictor began")
  func window() async throws {
    let world = try ShellWorld()
    let week = 7 * 1_440.0
    try await world.repeatedly(["old one", "old two"], 50)
    _ = try await world.ask(at: 200)
    try await world.repeatedly(["new one", "new two"], 1_100, from: 2 * week)
    let answer = try await world.ask(at: 2 * week + 2_300, limit: 10)
    #expect(answer.donations == 2_200)
    #expect(Set(Self.lines(answer)) == ["new one", "new two"])
    let fresh = try await world.ask(at: 2 * week + 2_300, limit: 10, of: world.fresh())
    #expect(answer == fresh)
  }

  @Test("of a week with very many commands the newest count, however the predictor began")
  func fullWeek() async throws {
    let world = try ShellWorld(mostCommands: 40)
    try await world.repeatedly(["old one", "old two"], 20)
    #expect(try await world.ask(at: 40).donations == 40)
    var minute = 40.0
    for step in 0..<24 {
      // Some arrive late, before the commands that count or among them.
      let late = step % 6 == 5 ? [30.5, 3.5][step / 6 % 2] : 0
      try await world.run("new \(step % 3)", at: minute - late)
      minute += 1
      let answer = try await world.ask(at: minute, limit: 10)
      #expect(answer == (try await world.ask(at: minute, limit: 10, of: world.fresh())), "step \(step)")
      #expect((31...40).contains(answer.donations), "step \(step): \(answer.donations)")
    }
    try await world.repeatedly(["new 0", "new 1", "new 2"], 10, from: minute)
    let last = try await world.ask(at: minute + 30, limit: 10)
    #expect(Set(Self.lines(last)) == ["new 0", "new 1", "new 2"])
  }

  @Test("a window skips the oldest commands in steps")
  func skipping() {
    var window = LineWindow(most: 40)
    let skipped = (1...65).map { _ in
      window.count(at: 0, isCommand: true)
      window.count(at: 0, isCommand: false)
      return window.skipped
    }
    #expect(skipped == Array(repeating: 0, count: 40) + (41...65).map { ($0 - 40 + 9) / 10 * 10 })
  }

  @Test("nothing is offered from an empty store, and an odd question is answered")
  func empty() async throws {
    let world = try ShellWorld()
    let answer = try await world.ask(at: 0, grey: true)
    #expect(answer.lines.isEmpty && answer.donations == 0 && answer.silent == "nothing")
    try await world.run("make", at: 1)
    var request = NextRequest()
    request.outcome = GreyOutcome(.taken, of: "never seen")
    let odd = try await world.predictor.answer(
      to: request, PromptSettings(), at: try ShellWorld.instant(2))
    #expect(odd.line == "make")
  }
}
