import Activities
import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite("Menus in launchers")
struct MenuTests {
  private let scratch: Scratch

  init() async throws {
    scratch = try Scratch()
    try await importing(
      (1...20).flatMap { day in
        ["board", "mail", "news"].enumerated().filter { day % 4 >= $0.offset }.map { number, page in
          Self.line(page, "The \(page)", day: day, minute: number)
        }
      })
    try FileManager.default.createDirectory(
      atPath: scratch.path("bin"), withIntermediateDirectories: true)
    try standIn("xdg-open", "printf '%s\\n' \"$@\" >>\"$HOME/opened\"")
  }

  private static func line(_ page: String, _ title: String, day: Int, minute: Int) -> String {
    let time = Date().addingTimeInterval(Double(-86_400 * day + 600 + 60 * minute)).ISO8601Format()
    return
      #"{"time":"\#(time)","activityType":"org.example.visit","userInfo":{"page":"\#(page)"},"title":"\#(title)","webpageURL":"https://example.org/\#(page)"}"#
  }

  private func importing(_ lines: [String]) async throws {
    try scratch.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    let outcome = try await Program.run(["import", "log.jsonl"], in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// Creates a program of shell commands.
  private func standIn(_ name: String, _ commands: String) throws {
    try scratch.write("bin/" + name, "#!/bin/sh\n\(commands)\n")
    try scratch.setMode(0o755, of: "bin/" + name)
  }

  private func menu(_ arguments: String..., environment: [String: String] = [:]) async throws -> ProcessRun {
    let paths = ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"]
    return try await Program.run(
      ["menu"] + arguments, in: scratch, environment: paths.merging(environment) { _, new in new })
  }

  /// The lines that `xdg-open` was given, after waiting for one.
  private func opened() async throws -> [String] {
    for _ in 0..<100 {
      if let text = try? scratch.read("opened"), !text.isEmpty {
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    return []
  }

  private func verdicts() async throws -> [[String: Any]] {
    try await Program.run(["export"], in: scratch).objects().filter { $0["verdict"] != nil }
  }

  /// The verdicts, after waiting until one is that a row was accepted.
  private func verdictsWithAcceptance() async throws -> [[String: Any]] {
    var records = try await verdicts()
    for _ in 0..<100 where !records.contains(where: { $0["verdict"] as? String == "accepted" }) {
      try await Task.sleep(for: .milliseconds(100))
      records = try await verdicts()
    }
    return records
  }

  private func statistics() async throws -> [Int] {
    let report = try await Program.run(["stats", "--suggestions", "--json"], in: scratch).object()
    return ["lists", "shown", "taken", "ignored"].compactMap { report[$0] as? Int }
  }

  // MARK: Lines

  @Test("a launcher gets the rows as lines, and the chosen one is opened and recorded")
  func launcher() async throws {
    try standIn("launcher", "tee \"$HOME/rows\" | sed -n 2p")
    let outcome = try await menu("--", "launcher", "--dmenu")
    #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.errors)")
    let rows = String(decoding: try scratch.read("rows"), as: UTF8.self).split(separator: "\n")
    #expect(rows.count == 3 && rows.allSatisfy { $0.contains(" %  The ") }, "\(rows)")
    let page = try #require(rows[1].split(separator: " ").last)
    #expect(try await opened() == ["https://example.org/\(page)"])
    let records = try await verdicts()
    #expect(records.compactMap { $0["verdict"] as? String } == ["shown", "accepted"])
    #expect(Set(records.compactMap { $0["suggestion"] as? String }).count == 1, "they are one list")
    #expect(records.last?["chosen"] as? Int == 1 && records.last?["surface"] as? String == "search")
    #expect(try await statistics() == [1, 3, 1, 2])
  }

  @Test("choosing nothing opens nothing; a missing program is reported")
  func nothing() async throws {
    try standIn("launcher", "cat >/dev/null; exit 1")
    let outcome = try await menu("--", "launcher")
    #expect(outcome.code == 1 && outcome.errors.contains("nothing was opened"))
    #expect(try await statistics() == [1, 3, 0, 3])
    try standIn("invented", "echo something else")
    #expect(try await menu("--", "invented").code == 1)
    #expect(try await menu("--", "no-such-launcher").code == 78)
    let none = try await menu()
    #expect(none.code == 64 && none.errors.contains("--rofi"), "\(none.errors)")
    #expect(try await menu("--fzf", "--lines").code == 64)
    #expect((try? scratch.read("opened")) == nil)
    let empty = try await Program.run(["menu", "--lines"], in: Scratch())
    #expect(empty.code == 1 && empty.errors.contains("no donations yet"))
  }

  @Test("fzf gets identities that it does not show, and a preview that explains")
  func fzf() async throws {
    try standIn(
      "fzf", "printf '%s\\n' \"$@\" >\"$HOME/arguments\"\ntee \"$HOME/rows\" | head -1")
    #expect(try await menu("--fzf").code == 0)
    let arguments = String(decoding: try scratch.read("arguments"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    #expect(arguments.contains("2..") && arguments.contains("--no-sort"))
    let preview = try #require(arguments.last)
    let row = String(decoding: try scratch.read("rows"), as: UTF8.self).split(separator: "\t")[0]
    try scratch.write("preview.sh", preview.replacing("{1}", with: "'\(row)'") + "\n")
    let shell = try Program.process(["preview.sh"], in: scratch)
    shell.executableURL = URL(filePath: "/bin/sh")
    let explained = try await shell.runToEnd()
    #expect(explained.code == 0 && explained.text.contains("The board"), "\(preview) \(explained.errors)")
    #expect(try await opened().count == 1)
  }

  // MARK: rofi

  /// A row of an answer.
  private struct Row {
    let text: String
    let info: String

    /// The identity, which begins the information.
    var identity: Substring { info.prefix { $0 != "," } }
  }

  private static func rows(_ answer: String) -> [Row] {
    answer.split(separator: "\n").filter { !$0.hasPrefix("\0") }.map { line in
      let parts = line.components(separatedBy: "\0info\u{1F}")
      return Row(text: parts[0], info: parts.count > 1 ? parts[1] : "")
    }
  }

  /// The options of an answer.
  private static func options(_ answer: String) -> [String: String] {
    answer.split(separator: "\n").filter { $0.hasPrefix("\0") }.reduce(into: [:]) { options, line in
      let parts = line.dropFirst().split(separator: "\u{1F}", omittingEmptySubsequences: false)
      options[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
  }

  @Test("rofi's script mode: rows, why, never, and the choice, without a row that moves")
  func rofi() async throws {
    let first = try await menu("--rofi", environment: ["ROFI_RETV": "0"])
    #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
    let (rows, options) = (Self.rows(first.text), Self.options(first.text))
    #expect(rows.count == 3 && rows.allSatisfy { $0.text.contains(" %  The ") && $0.identity.count == 32 })
    #expect(options["no-custom"] == "true" && options["use-hot-keys"] == "true" && options["message"] == "")
    // Something is done meanwhile, which changes the order of the present, not of the menu.
    try await Task.sleep(for: .milliseconds(1_500))
    try await importing((0..<30).map { _ in Self.line("news", "The news", day: 0, minute: -10) })
    func step(_ key: String, _ row: Row) async throws -> String {
      let outcome = try await menu(
        "--rofi", row.text, environment: ["ROFI_RETV": key, "ROFI_INFO": row.info])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.text
    }
    let why = try await step("11", rows[1])
    #expect(Self.rows(why).map(\.info) == rows.map(\.info))
    let title = try #require(rows[1].text.components(separatedBy: " %  ").last)
    #expect(Self.options(why)["message"]?.hasPrefix("\(title): ") == true, "\(why)")
    let never = Self.rows(try await step("10", rows[1]))
    #expect(never.map(\.identity) == [rows[0].identity, rows[2].identity])
    let after = Self.rows(try await step("11", never[0]))
    #expect(after.map(\.identity) == [rows[0].identity, rows[2].identity], "it stays hidden")
    #expect(try await step("1", after[1]).isEmpty, "rofi ends")
    let page = try #require(rows[2].text.split(separator: " ").last)
    #expect(try await opened() == ["https://example.org/\(page)"])
    let records = try await verdictsWithAcceptance()
    #expect(records.compactMap { $0["verdict"] as? String } == ["shown", "never", "accepted"])
    #expect(records.last?["surface"] as? String == "search" && records.last?["chosen"] as? Int == 1)
    #expect(try await !Program.run(["suggest"], in: scratch).text.contains(title))
  }

  @Test("a choice in rofi is recorded only when it is open, with the list that was shown")
  func rofiRecord() async throws {
    let rows = Self.rows(try await menu("--rofi").text)
    try standIn("xdg-open", "echo tried >>\"$HOME/opened\"; exit 3")
    let chosen = try await menu(
      "--rofi", rows[1].text, environment: ["ROFI_RETV": "1", "ROFI_INFO": rows[1].info])
    #expect(chosen.text.isEmpty)
    #expect(try await opened() == ["tried"])
    let (identity, data) = (String(rows[1].identity), String(rows[1].info.dropFirst(33)))
    let paths = ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"]
    let words = ["open", "--quiet", "--from-menu=\(data)", "--menu-rows=50", identity]
    #expect(try await Program.run(words, in: scratch, environment: paths).code == 1)
    #expect(try await verdicts().compactMap { $0["verdict"] as? String } == ["shown"])
    try standIn("xdg-open", "true")
    #expect(try await Program.run(words, in: scratch, environment: paths).code == 0)
    let records = try await verdicts()
    #expect(records.compactMap { $0["verdict"] as? String } == ["shown", "accepted"])
    #expect(Set(records.compactMap { $0["suggestion"] as? String }).count == 1, "they are one list")
    #expect(records.last?["chosen"] as? Int == 1)
    let odd = ["open", "--from-menu=x,,9", identity]
    #expect(try await Program.run(odd, in: scratch, environment: paths).code == 0)
  }

  @Test("rofi shows a problem as a message, and odd data does no harm")
  func rofiProblems() async throws {
    let other = try Scratch()
    let empty = try await Program.run(["menu", "--rofi"], in: other)
    #expect(empty.code == 0 && Self.rows(empty.text).isEmpty)
    #expect(Self.options(empty.text)["message"]?.contains("no donations yet") == true, "\(empty.text)")
    let unknown = String(repeating: "0", count: 32)
    let damaged = ["", "1", ",,", "zz,99999999999999999999,x", "\(unknown),-9223372036854775808,zz"]
    for info in damaged {
      let outcome = try await menu(
        "--rofi", " 81 %  x", environment: ["ROFI_RETV": "11", "ROFI_INFO": info])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(info): \(outcome.errors)")
    }
    let gone = try await menu("--rofi", "x", environment: ["ROFI_RETV": "1", "ROFI_INFO": unknown])
    #expect(gone.code == 0 && Self.options(gone.text)["message"]?.isEmpty == false)
    #expect(Self.rows(gone.text).count == 3)
  }

  @Test("a command opens a terminal, which asks")
  func terminal() async throws {
    try scratch.write("history", "#\(Int(Date().timeIntervalSince1970) - 60)\nmake all\n")
    #expect(try await Program.run(["import", "--from", "bash", "history"], in: scratch).code == 0)
    try standIn("term", "printf '%s\\n' \"$@\" >\"$HOME/opened\"")
    let first = try await menu("--rofi")
    let row = try #require(Self.rows(first.text).first { $0.text.hasSuffix("make all") }, "\(first.text)")
    let chosen = try await menu(
      "--rofi", row.text,
      environment: ["ROFI_RETV": "1", "ROFI_INFO": row.info, "TERMINAL": "term"])
    #expect(chosen.text.isEmpty, "\(chosen.text)")
    let words = try await opened()
    #expect(words.first == "-e" && words.contains("open") && words.last == String(row.identity), "\(words)")
    #expect(!(try await verdicts().contains { $0["verdict"] as? String == "accepted" }), "not open yet")
  }

  // MARK: Titles

  @Test("titles with separators, markup and options are one line each, whatever reads them")
  func hostile() async throws {
    let titles = [
      #"a\u0000info\u001f0123"#, #"tab\there\nline"#, #"-e rm"#, #"<b>&amp;"#, #"\u001b[31mred\u202e"#,
      #"\u2028next"#, #"' $(id) `id`"#, "same", "same", String(repeating: "x", count: 5_000),
    ]
    try await importing(
      titles.enumerated().flatMap { number, title in
        (1...6).map { Self.line("hostile\(number)", title, day: $0, minute: 5 + number) }
      })
    let rofi = try await menu("--rofi").text
    let rows = Self.rows(rofi)
    #expect(rows.count == 3 + titles.count && Set(rows.map(\.text)).count == rows.count)
    #expect(rows.allSatisfy { $0.identity.count == 32 && !$0.text.hasPrefix("-") && $0.text.count < 220 })
    let separators = Set(rofi.unicodeScalars.filter { $0.value < 0x20 })
    #expect(separators == ["\0", "\u{1F}", "\n"])
    try standIn("launcher", "tee \"$HOME/rows\" | grep -F 'same (2)'")
    let lines = try await menu("--lines").lines
    #expect(lines.count == rows.count)
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 3 })
    #expect(RofiMenu.markup("<b>&\u{1F}\n") == "&lt;b&gt;&amp;  ")
    #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    var unique = UniqueTitles()
    #expect(["a", "a (2)", "a", "a"].map { unique.add($0) } == ["a", "a (2)", "a (3)", "a (4)"])
  }

  @Test("thousands of rows are offered if they are asked for")
  func many() async throws {
    try await importing(
      (0..<3_000).map { Self.line("many\($0)", "Page \($0)", day: 1 + $0 % 20, minute: $0 / 20) })
    let lines = try await menu("--lines", "-n", "5000").lines
    #expect(lines.count > 2_000)
    try standIn("launcher", "tail -1")
    #expect(try await menu("-n", "5000", "--", "launcher").code == 0)
    #expect(try await menu("--lines").lines.count == Menu.usualCount)
    #expect(try await statistics().first == 2, "a row below the window is a list of its own")
  }
}
