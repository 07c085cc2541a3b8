import Foundation
import TestSupport
import Testing

@Suite("Imports, suggestions and forgotten donations")
struct SuggestedOrNotTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: String..., input: String = "") async throws -> ProcessRun {
    try await Program.run(arguments, in: scratch, input: input)
  }

  /// The same visits on each of several days, as lines of a log.
  private static func visits(_ pages: [String], days: ClosedRange<Int> = 1...5) -> String {
    days.flatMap { day in
      pages.enumerated().map { index, page in
        #"{"time":"2026-03-0\#(day)T08:\#(10 + index):00Z","activityType":"web.visit","title":"\#(page)","#
          + #""userInfo":{"page":"\#(page)"},"requiredUserInfoKeys":["page"],"source":"import:firefox"}"#
          + "\n"
      }
    }.joined()
  }

  private static let pages = ["news.example", "tinder.com/app", "board.example", "xn--mnchen-3ya.example"]

  private func titles(_ more: String...) async throws -> Set<String> {
    let outcome = try await Program.run(
      ["suggest", "--at", "2026-03-06T08:05:00Z", "-n", "20", "--json"] + more, in: scratch)
    let list = try outcome.object()
    return Set((list["suggestions"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String })
  }

  @Test(
    "a sensitive site counts as evidence and is found, but is suggested and named in week only if a rule shows it"
  )
  func sensitive() async throws {
    _ = try await run("import", "-", input: Self.visits(Self.pages))
    #expect(try await titles() == Set(Self.pages).subtracting(["tinder.com/app"]))
    #expect(try await run("search", "tinder").text.contains("tinder.com/app"))
    #expect(try await run("open", "--print", "tinder.com/app").code != 64)
    let why = try await run("why", "tinder.com/app", "--at", "2026-03-06T08:05:00Z")
    #expect(why.text.contains("sensitive sites (dating)"), "\(why.text)")
    #expect(try await !run("week", "--at", "2026-03-06T08:05:00Z").text.contains("tinder"))
    #expect(try await run("rules", "add", "--show", "--site-kind", "dating").errors == "rule 1 is in force\n")
    #expect(try await titles() == Set(Self.pages))
    #expect(try await run("week", "--at", "2026-03-06T08:05:00Z").text.contains("tinder"))
    #expect(try await run("rules").lines.last == "1\tshow\tactive\t0\tsite-kind=dating")
    _ = try await run("rules", "remove", "1")
    #expect(try await titles().count == 3)
    #expect(try await run("rules", "add", "--show", "--site-kind", "cooking").errors.contains("banking"))
  }

  @Test("rules hide a site in any alphabet, words, a folder and a program, also in later donations")
  func hidden() async throws {
    _ = try await run("import", "-", input: Self.visits(Self.pages))
    for (options, gone) in [
      (["--site", "München.example"], "xn--mnchen-3ya.example"), (["--match", "board"], "board.example"),
      (["--program", "web"], nil),
    ] as [([String], String?)] {
      let added = try await Program.run(["rules", "add", "--hide"] + options, in: scratch)
      #expect(added.code == 0, "\(added.errors)")
      let left = try await titles()
      #expect(gone.map { !left.contains($0) } ?? left.isEmpty, "\(options)")
      _ = try await run(
        "rules", "remove", try #require(added.errors.split(separator: " ").dropFirst().first.map(String.init))
      )
    }
    #expect(try await titles().count == 3)
    _ = try await run("rules", "add", "--hide", "--site", "late.example")
    _ = try await run("import", "-", input: Self.visits(["a.late.example/x"]))
    #expect(try await titles().count == 3)
    for options in [
      ["--hide"], ["--hide", "--drop", "--match", "a"], ["--hide", "--folder", ""],
      ["--hide", "--site", "a b"],
    ] {
      #expect(try await Program.run(["rules", "add"] + options, in: scratch).code == 64, "\(options)")
    }
  }

  @Test(
    "donations forgotten by site, kind, folder or name are skipped by imports, counted, and nowhere in the store"
  )
  func staysForgotten() async throws {
    let log = Self.visits(Self.pages)
    for (options, word) in [
      (["--site", "board.example"], "board"), (["--site-kind", "dating"], "tinder"),
      (["news.example"], "news"),
    ] {
      _ = try await run("import", "--restore-forgotten", "-", input: log)
      let receipt = try await Program.run(["forget"] + options, in: scratch)
      #expect(receipt.lines.first == "forgot 5 donations", "\(receipt.errors)")
      let words = "5 donations skipped because you forgot them"
      #expect(try await run("import", "--dry-run", "-", input: log).text.contains(words))
      #expect(try await run("import", "-", input: log).errors.contains(words))
      #expect(try await !run("export").text.contains(word))
      let store = scratch.folder.appending(path: "store")
      for file in try FileManager.default.contentsOfDirectory(at: store, includingPropertiesForKeys: nil) {
        #expect(try Data(contentsOf: file).range(of: Data(word.utf8)) == nil, "\(word) in \(file)")
      }
      let restored = try await run("import", "--restore-forgotten", "-", input: log)
      #expect(restored.errors.hasPrefix("added 5 donations"), "\(restored.errors)")
    }
    _ = try await run("forget", "--all")
    #expect(try await run("import", "-", input: log).code == 0)
    #expect(try await run("export").code == 1)
    let again = try await run("donate", input: log)
    let exported = try await run("export")
    #expect(again.code == 0 && exported.lines.count == 20, "it was donated, not imported")
  }

  @Test("an unknown name, and two ways of naming, are rejected")
  func names() async throws {
    _ = try await run("import", "-", input: Self.visits(Self.pages))
    #expect(try await run("forget", "nothing of the name").code == 64)
    #expect(
      try await run("forget", "news.example", "--activity", String(repeating: "0", count: 32)).code == 64)
    #expect(try await run("forget", "news.example", "--last").code == 64)
    let some = try await run("forget", "news.example", "board.example", "--since", "2026-03-04T00:00:00Z")
    #expect(some.lines.first == "forgot 4 donations")
  }

  private static let zsh = (0..<4).map { ": \(1_770_000_000 + $0 * 60):0;make all\n" }.joined()
  private static let bash = "#1770001000\nrm -rf x\n#1770001060\ngit push\n"

  @Test("auto imports the chosen sources, and counts records that are not suggested")
  func sources() async throws {
    try scratch.write(".zsh_history", Self.zsh)
    try scratch.write(".bash_history", Self.bash)
    let only = try await run("import", "auto", "--yes", "--only", "bash")
    #expect(only.errors.contains("read 2, added 2") && !only.errors.contains("zsh"), "\(only.errors)")
    #expect(only.errors.contains("kept, but not suggested: 1 dangerous to repeat"), "\(only.errors)")
    let suggested = try await run("suggest", "--at", "2026-02-02T04:00:00Z", "-n", "9", "--json")
    #expect(suggested.text.contains("git push") && !suggested.text.contains("rm -"))
    let donation = try await run("export").objects().first {
      ($0["userInfo"] as? [String: Any])?["line"] as? String == "rm -rf x"
    }
    let title = try #require(donation?["title"] as? String)
    #expect(try await run("open", "--print", title).text == "rm -rf x\n")
    let except = try await run("import", "auto", "--yes", "--except", "bash")
    #expect(except.errors.contains("read 4, added 4") && !except.errors.contains("bash"), "\(except.errors)")
    for options in [
      ["auto", "--only", "bahs"], ["--from", "bash", "--only", "zsh"], ["x.jsonl", "--except", "zsh"],
    ] {
      #expect(try await Program.run(["import"] + options, in: scratch).code == 64, "\(options)")
    }
    #expect(try await run("import", "auto", "--yes", "--only", "fish").code == 1)
  }

  @Test(
    "on a terminal auto asks for each source", .enabled(if: TerminalRun.isPossible),
    arguments: [("y\nn\n", 2), ("n\ny\n", 4), ("a\n", 6), ("n\nn\n", 0)])
  func asked(_ answers: String, _ count: Int) async throws {
    try scratch.write(".zsh_history", Self.zsh)
    try scratch.write(".bash_history", Self.bash)
    let screen = try await TerminalRun.run(
      "hunch import auto", in: scratch, columns: 100, hasColours: false, typed: answers)
    #expect(screen.code == (count == 0 ? 1 : 0), "\(screen.lines)")
    #expect(try await run("export").lines.count == count, "\(screen.lines)")
  }
}
