import Foundation
import TestSupport
import Testing

@Suite("On a terminal", .enabled(if: TerminalRun.isPossible))
struct TerminalTests {
  /// Returns the lines that a shell command draws on a terminal.
  private func drawn(
    _ command: String, columns: Int = 200, noColours: Bool = false, days: Int = 18, typed: String = ""
  ) async throws -> [String] {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(days))
    let screen = try await TerminalRun.run(
      command, in: scratch, columns: columns, hasColours: !noColours, typed: typed)
    #expect(screen.code == 0)
    return screen.lines
  }

  @Test(
    "suggestions are drawn with a bar, and reasons as a sentence in lines that fit", arguments: [60, 120])
  func sentences(columns: Int) async throws {
    let lines = try await drawn(
      "hunch suggest --log log.jsonl --at 2026-03-20T08:35:00+01:00 -n 2 --all --why", columns: columns,
      noColours: true)
    #expect(lines.count { $0.hasPrefix("   Because ") } == 2)
    #expect(lines.count { $0.hasSuffix(".") } == 2)
    #expect(lines.filter { $0.hasPrefix("   ") }.allSatisfy { $0.count <= columns })
  }

  @Test("suggestions are drawn with a bar, and with details contributions with their sum")
  func suggestions() async throws {
    let lines = try await drawn(
      "hunch suggest --log log.jsonl --at 2026-03-20T08:35:00+01:00 -n 2 --all --details", noColours: true)
    #expect(lines[0] == "Fri 2026-03-20 08:35, UTC+01:00", "the moment it is about")
    #expect(lines[1].hasPrefix("1  ") && lines[1].contains(" %  ") && lines[1].contains("█"))
    #expect(lines.count { $0.hasSuffix("above the mean of your activities") } == 2)
    #expect(lines.count { $0.hasSuffix("──────") } == 2, "the sum stands below a rule")
    #expect(lines.count(where: \.isEmpty) == 2, "one between the suggestions, one after the last line feed")
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\t") })
    let reasons = lines.filter { $0.contains(" +") || $0.contains(" -") }
    #expect(
      reasons.allSatisfy { $0.split(separator: " ").count > 3 }, "each has a group, an amount and words")
  }

  @Test("a list ends after the likely suggestions without --all; scripts get all of it")
  func unlikely() async throws {
    func line(_ day: Int, _ time: String, _ type: String) -> String {
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
      return #"{"time":"\#(date)T\#(time):00Z","activityType":"org.example.\#(type)","title":"\#(type)"}"#
    }
    let lines = (1...28).flatMap { [line($0, "08:00", "tea"), line($0, "19:00", "film\($0 % 7)")] }
    func suggested(_ options: String) async throws -> [String] {
      try await drawn(
        """
        printf '%s\\n' '\(lines.joined(separator: "\n"))' > rare.jsonl && \
        hunch suggest --log rare.jsonl --at 2026-03-29T08:00:00Z \(options)
        """, noColours: true
      ).filter { !$0.isEmpty && !$0.hasSuffix(", UTC") }
    }
    func percents(_ lines: [String]) -> [Int] {
      lines.compactMap { line in line.firstMatch(of: /^[0-9]+ +([0-9]+) %/).flatMap { Int($0.1) } }
    }
    let likely = try await suggested("")
    #expect(likely.last == "nothing else is likely (--all for more)")
    #expect(!percents(likely).isEmpty && percents(likely).allSatisfy { $0 >= 3 })
    for options in ["--all", "--min-probability 0", "| cat"] {
      let whole = try await suggested(options)
      #expect(whole.count == 8 && !whole.joined().contains("likely"), "\(options)")
    }
    #expect(try await percents(suggested("--all")).contains { $0 < 3 })
    // Here nothing is likely, but the best suggestions are still shown.
    let films = (1...28).flatMap { day in (10...19).map { line(day, "\($0):00", "film\(day * 10 + $0)") } }
    let nearest = try await drawn(
      """
      printf '%s\\n' '\(films.joined(separator: "\n"))' > new.jsonl && \
      hunch suggest --log new.jsonl --at 2026-03-29T08:00:00Z
      """, noColours: true
    ).filter { !$0.isEmpty && !$0.hasSuffix(", UTC") }
    #expect(
      nearest.count == 4 && nearest.last == "nothing is likely; these are the most likely (--all for more)")
  }

  @Test("an answer about a moment more than some minutes ahead has a note")
  func ahead() async throws {
    let lines = (1...8).map { day in
      #"{"time":"2026-03-0\#(day)T08:00:00Z","activityType":"org.example.tea","title":"tea"}"#
    }.joined(separator: "\n")
    func drawn(_ command: String, observedUntil observed: String) async throws -> [String] {
      try await self.drawn(
        """
        printf '%s\\n' '\(lines)' > days.jsonl && \
        hunch \(command) --log days.jsonl --at 2026-03-09T08:00:00Z --observed-until \(observed)
        """, noColours: true)
    }
    for command in ["suggest", "why tea"] {
      let ahead = try await drawn(command, observedUntil: "2026-03-08T20:00:00Z")
      #expect(ahead.contains("12 h ahead: what you do until then is not known"), "\(ahead)")
      let now = try await drawn(command, observedUntil: "2026-03-09T07:56:00Z")
      #expect(!now.isEmpty && !now.contains { $0.contains("ahead") }, "\(now)")
    }
  }

  @Test("why: a title cannot move the cursor, wherever it is named")
  func escapes() async throws {
    let lines = (0..<8).flatMap { day in
      [("08:00", "tea", #"Tea \u001b[31mred\u0007"#), ("08:05", "news", "Read"), ("20:00", "film", "Film")]
        .map {
          time, type, title in
          #"{"time":"2026-03-0\#(day + 1)T\#(time):00Z","activityType":"org.example.\#(type)","title":"\#(title)"}"#
        }
    }
    let drawn = try await drawn(
      """
      printf '%s\\n' '\(lines.joined(separator: "\n"))' > titles.jsonl && \
      hunch why Read --log titles.jsonl --at 2026-03-09T20:30:00Z && \
      hunch suggest --why --log titles.jsonl --at 2026-03-09T08:02:00Z
      """, noColours: true)
    #expect(drawn.contains { $0.contains("after Tea [31mred") })
    #expect(drawn.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{7}") })
  }

  @Test("colours are used, unless NO_COLOR is set")
  func colours() async throws {
    let command = "hunch evaluate log.jsonl"
    #expect(try await drawn(command).contains { $0.contains("\u{1B}[2m") })
    let plain = try await drawn(command, noColours: true)
    #expect(!plain.joined().contains("\u{1B}[2m"))
    #expect(plain.count { $0.contains("█") } >= 3, "a bar for each ranker")
  }

  @Test("the validation curve has a bar per pass, and marks the kept one")
  func validationCurve() async throws {
    let lines = try await drawn(
      "hunch train log.jsonl --until 0.6 --epochs 3 --out model.safetensors", noColours: true, days: 22)
    let header = try #require(
      lines.firstIndex { $0.hasPrefix("epoch") && $0.contains("validation: log loss") })
    let curve = lines[(header + 1)...(header + 3)]
    #expect(
      curve.contains { $0.hasSuffix(String(repeating: "█", count: 20)) }, "the best has the longest bar")
    #expect(curve.count { $0.contains("kept") } == 1)
    #expect(lines[header + 4].hasPrefix("kept epoch "))
  }

  @Test("a table fits the terminal", arguments: [80, 90, 100, 130])
  func narrow(columns: Int) async throws {
    let lines = try await drawn("hunch evaluate log.jsonl -q", columns: columns, noColours: true).filter {
      !$0.isEmpty
    }
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines.map(\.count))")
    #expect(lines.contains { $0.contains("█") } == (columns == 130))
    #expect(lines[0].contains("µs/query") == (columns >= 100))
    #expect(lines[0].contains("ECE"))
  }

  @Test("details have titles and bars, and fit the terminal", arguments: [80, 140])
  func details(columns: Int) async throws {
    let lines = try await drawn("hunch evaluate log.jsonl -q --details", columns: columns, noColours: true)
    #expect(lines.allSatisfy { $0.count <= columns && !$0.contains("\u{1B}") && !$0.contains("\t") })
    let titles = ["hunch against each rule", "Cold start", "By hour", "Reliability", "Users"]
    for title in titles { #expect(lines.contains { $0.hasPrefix(title) }, "\(title)") }
    let start = try #require(lines.firstIndex { $0.hasPrefix("seen") })
    #expect(
      lines[start + 1].hasPrefix("1 ") && lines[start].contains("best rule") && lines[start].contains("lead"))
    #expect(lines[start + 4].contains("█") == (columns == 140))
  }

  @Test("search results are a table with a header", arguments: [60, 120])
  func search(columns: Int) async throws {
    let line =
      #"{"time":"2026-03-01T08:00:00Z","activityType":"org.example.a","title":"Open it","isEligibleForSearch":true}"#
    let lines = try await drawn(
      """
      echo '\(line)' | hunch import -q - > /dev/null && \
      hunch search it --at 2026-03-02T08:00:00Z
      """, columns: columns, noColours: true
    ).filter { !$0.isEmpty }
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("title") && lines[0].hasSuffix("last use"))
    #expect(lines[1].hasPrefix("Open it") && lines[1].hasSuffix("2026-03-01 08:00"))
    #expect(lines[0].contains("program"))
    #expect(lines.allSatisfy { $0.count <= columns })
  }

  @Test(
    "forgetting many donations asks first with their number, and no forgets nothing",
    arguments: ["y\n", "n\n", ""])
  func forgetting(typed: String) async throws {
    let lines = try await drawn(
      "hunch import -q log.jsonl && hunch forget --all; hunch stats || true", noColours: true,
      typed: typed)
    let text = lines.joined(separator: "\n")
    // A question that was not ended with a key is erased when the program exits.
    #expect(text.contains("Forget 90 donations permanently? [y/N] ") == (typed == "y\n"))
    #expect(text.contains("forgot 90 donations") == (typed == "y\n"))
    #expect(text.contains("nothing was forgotten") == (typed != "y\n"))
    #expect(text.contains("no donations yet") == (typed == "y\n"))
  }

  @Test("few donations are forgotten without a question, and many with --yes")
  func forgettingUnasked() async throws {
    let lines = try await drawn(
      "hunch import -q log.jsonl && hunch forget --type org.example.mail.open && hunch forget --all --yes",
      noColours: true)
    #expect(!lines.joined().contains("[y/N]"))
    #expect(lines.contains("forgot 18 donations") && lines.contains("forgot 72 donations"))
  }

  @Test("a title longer than the line is cut")
  func longTitle() async throws {
    let title = String(repeating: "x", count: 5_000)
    let lines = try await drawn(
      "hunch donate --type org.example.long --title \(title) && hunch suggest", noColours: true)
    #expect(lines.contains { $0.hasSuffix("xxxx…") && $0.count < 80 })
  }

  @Test("text from a log cannot move the cursor")
  func controlCharacters() async throws {
    let lines = try await drawn(
      #"""
      hunch donate --type org.example.trick --title "$(printf 'a\033[2Jb\tc')" && \
      hunch stats
      """#, noColours: true)
    #expect(!lines.joined().contains("\u{1B}[2J"))
    #expect(lines.contains { $0.contains("a [2Jb c") })
  }

  @Test("a replay, and the changes by another log, are drawn as lists below the time")
  func replay() async throws {
    let replay = "hunch replay --log log.jsonl --from 2026-03-18T00:00:00+01:00 -n 2"
    let alone = try await drawn(replay, noColours: true)
    #expect(alone[0] == "2026-03-18T08:07:00+01:00")
    #expect(alone[1].hasPrefix("  1  ") && alone[1].contains(" %  "))
    #expect(alone.contains { $0.hasSuffix("<- done next") })
    #expect(alone.contains { $0.hasPrefix("moments") && $0.hasSuffix(" 5") })
    let compared = try await drawn(
      "head -30 log.jsonl >other.jsonl; \(replay) --against-log other.jsonl",
      noColours: true)
    #expect(
      compared.contains {
        $0.hasPrefix("  moved  ") || $0.hasPrefix("  kept   ") || $0.hasPrefix("  went   ")
      })
    #expect(compared.contains { $0.hasPrefix("same first suggestion") })
  }

  @Test("findings and expectations are drawn on a terminal, findings with their fixes")
  func tests() async throws {
    let person =
      #"{"user": "u", "timeZone": "UTC", "days": 9, "activities": {"a": {"activityType": "org.example.a.do", "userInfo": {"n": {"$noise": "number"}}}}, "routines": [{"name": "r", "at": "08:00", "steps": [{"do": "a", "times": 3}]}], "expectations": [{"at": "2026-03-10 09:00", "expect": {"first": "a"}, "holds": 0}]}"#
    let lines = try await drawn(
      "hunch lint log.jsonl; echo '\(person)' >p.json; hunch expect p.json; hunch simulate p.json | hunch lint -",
      noColours: true)
    #expect(lines.contains { $0.hasPrefix("pass  expectation 1") })
    #expect(lines.contains { $0.hasPrefix("problem  org.example.a.do  n  noise-key, 27 of 27") })
    #expect(lines.contains { $0.hasPrefix("         -> leave it out of requiredUserInfoKeys") })
  }
}
